package dev.sandboxed.gradle.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version that the build of this plugin wrote beside this class. */
public final class PluginVersion {

    private PluginVersion() {}

    public static String read() {
        Properties properties = new Properties();
        try (InputStream in = PluginVersion.class.getResourceAsStream("plugin.properties")) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read plugin.properties of the plugin dev.sandboxed", e);
        }
        return properties.getProperty("version");
    }
}
