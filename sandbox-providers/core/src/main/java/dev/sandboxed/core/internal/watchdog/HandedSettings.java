package dev.sandboxed.core.internal.watchdog;

import dev.sandboxed.core.internal.config.ConfigSource;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.config.Surroundings;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/** The settings of a JVM, handed to the one that removes what it left: what providers are configured with, and where they are. */
final class HandedSettings {

    /** The variable that holds them. */
    static final String VARIABLE = "SANDBOXED_WATCHDOG_SETTINGS";

    private HandedSettings() {}

    /** Writes them. Variables and labels of sandboxes are left out: none will be made. */
    static String write(Configuration configuration) {
        Properties settings = new Properties();
        configuration.below("sandbox").forEach((key, value) -> {
            if (!key.startsWith("env.") && !key.startsWith("label.")) {
                settings.setProperty("sandbox." + key, value);
            }
        });
        settings.setProperty("sandbox.stateDir", configuration.stateDirectory().toString());
        StringWriter text = new StringWriter();
        try {
            settings.store(text, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /** Reads them where they were handed to. */
    static Configuration read(Surroundings here) {
        Properties settings = new Properties();
        try {
            settings.load(new StringReader(here.environment().getOrDefault(VARIABLE, "")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, String> values =
                settings.stringPropertyNames().stream().collect(Collectors.toMap(name -> name, settings::getProperty));
        return Configuration.read(here, ConfigSource.of("setting handed over,", values));
    }
}
