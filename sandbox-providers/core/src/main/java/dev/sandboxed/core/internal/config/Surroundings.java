package dev.sandboxed.core.internal.config;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * What a process is surrounded by, taken in one look so that tests can make their own.
 *
 * @param properties system properties
 * @param environment environment variables
 */
public record Surroundings(Map<String, String> properties, Map<String, String> environment) {

    private static final String TEMPORARY = "/tmp";

    public Surroundings {
        properties = Map.copyOf(properties);
        environment = Map.copyOf(environment);
    }

    /** Looks at this process. */
    public static Surroundings ofThisProcess() {
        Map<String, String> properties = new HashMap<>();
        for (String name : System.getProperties().stringPropertyNames()) {
            properties.put(name, System.getProperty(name, ""));
        }
        return new Surroundings(properties, System.getenv());
    }

    Path workingDirectory() {
        return Path.of(properties.getOrDefault("user.dir", "")).toAbsolutePath();
    }

    /** Returns the folder for our files: the user's own, so that two users of a machine do not meet. */
    Path defaultStateDirectory() {
        return stateDirectoryIn(properties.getOrDefault("java.io.tmpdir", TEMPORARY));
    }

    /** Returns the folder for our files of a JVM that was started without any options; build tools give others to those of tests. */
    Path usualStateDirectory() {
        return stateDirectoryIn(TEMPORARY);
    }

    private Path stateDirectoryIn(String temporary) {
        return Path.of(temporary, "sandboxed-" + user().replaceAll("[^A-Za-z0-9._-]", "_"))
                .toAbsolutePath();
    }

    /** Returns the folder for programs that were fetched, in the user's folder for what can be fetched again. */
    Path defaultToolsDirectory() {
        String cache = environment.getOrDefault("XDG_CACHE_HOME", "");
        Path folder =
                cache.startsWith("/") ? Path.of(cache) : Path.of(properties.getOrDefault("user.home", "/"), ".cache");
        return folder.resolve("sandboxed/tools").toAbsolutePath();
    }

    /** Returns what kind of processor this is. */
    String architecture() {
        return properties.getOrDefault("os.arch", "");
    }

    String user() {
        return properties.getOrDefault("user.name", "unknown");
    }
}
