package dev.sandboxed.core.internal.config;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.core.config.ConfigurationException;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/** Finds and reads the file with settings. */
final class ConfigFile {

    private static final String DEFAULT_NAME = "sandboxed.properties";

    private ConfigFile() {}

    /**
     * Reads the file that a setting names, or the default one if it is there.
     *
     * @throws ConfigurationException if the named file is missing, or if either cannot be read or has another form
     */
    static Optional<ConfigSource> read(Optional<Setting> named, Path workingDirectory) {
        if (named.isEmpty()) {
            Path usual = workingDirectory.resolve(DEFAULT_NAME);
            return Files.exists(usual) ? Optional.of(load(usual, "The settings file " + usual)) : Optional.empty();
        }
        Setting setting = named.get();
        try {
            return Optional.of(load(workingDirectory.resolve(setting.value()), setting.describe()));
        } catch (InvalidPathException e) {
            throw unreadable(setting.describe(), "that is not a path: " + e.getReason(), e);
        }
    }

    private static ConfigSource load(Path file, String subject) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (NoSuchFileException e) {
            throw unreadable(subject, "there is no such file", e);
        } catch (IOException | IllegalArgumentException e) {
            throw unreadable(subject, "it cannot be read: " + e.getMessage(), e);
        }
        Map<String, String> values = new LinkedHashMap<>();
        properties.stringPropertyNames().forEach(name -> values.put(name, properties.getProperty(name, "")));
        return ConfigSource.file(file, values);
    }

    private static ConfigurationException unreadable(String subject, String why, Exception cause) {
        return new ConfigurationException(Fault.of(subject + ", but " + why)
                .remedy("name a readable UTF-8 file with lines such as sandbox.provider = subprocess")
                .cause(cause));
    }
}
