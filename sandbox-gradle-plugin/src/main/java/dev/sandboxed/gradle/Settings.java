package dev.sandboxed.gradle;

import dev.sandboxed.gradle.internal.Choice;
import java.util.Map;
import java.util.TreeMap;
import org.gradle.api.GradleException;
import org.gradle.api.provider.Property;
import org.gradle.api.provider.Provider;
import org.gradle.api.provider.ProviderFactory;

/**
 * The settings that an extension stands for, by their keys.
 *
 * @param extension where they were made
 * @param providers makes lazy values
 * @param parallelTasks how many tasks use sandboxes at once
 */
record Settings(SandboxedExtension extension, ProviderFactory providers, int parallelTasks) {

    private static final String LIVE = "sandbox.poolLive";
    private static final String AHEAD = "sandbox.poolAhead";
    private static final String POOL = "sandbox.pool";
    private static final String SHARED = "sandbox.sharedPool";

    /** Takes the Gradle properties of the same names for what the build does not say. */
    void useGradleProperties() {
        textual().forEach((key, property) -> property.convention(providers.gradleProperty(key)));
        extension.getPool().convention(onOrOff(POOL));
        extension.getSharedPool().convention(onOrOff(SHARED).orElse(false));
        extension.getPoolAhead().convention(number(providers, AHEAD));
        extension.getLiveSandboxes().convention(number(providers, LIVE));
    }

    /** Returns what can change the outcome of a test. */
    Provider<Map<String, String>> decisive() {
        return providers.provider(() -> {
            Map<String, String> settings = new TreeMap<>(extension.getSettings().get());
            textual().forEach((key, property) -> put(settings, key, property));
            if (extension.getPool().isPresent()) {
                settings.put(POOL, extension.getPool().get() ? "on" : "off");
            }
            extension
                    .getRuntimes()
                    .forEach(runtime -> runtime.getSettings()
                            .get()
                            .forEach((key, value) -> settings.put("sandbox." + runtime.getName() + "." + key, value)));
            return settings;
        });
    }

    /** Returns where the programs of providers come from. */
    Provider<Map<String, String>> sources() {
        return providers.provider(() -> {
            Map<String, String> settings = new TreeMap<>();
            extension
                    .getRuntimes()
                    .forEach(runtime -> runtime.getMirrors()
                            .get()
                            .forEach(
                                    (program, site) -> settings.put("sandbox.provision." + program + ".mirror", site)));
            return settings;
        });
    }

    /**
     * Returns what changes only the time that tests take.
     *
     * @param forks how many JVMs of one task run at once
     */
    Provider<Map<String, String>> pace(Provider<Integer> forks) {
        return providers.provider(() -> {
            Map<String, String> settings = new TreeMap<>();
            put(settings, AHEAD, extension.getPoolAhead());
            if (extension.getLiveSandboxes().isPresent()) {
                // A pool that all share bounds all of them.
                int sharers = extension.getSharedPool().get() ? 1 : parallelTasks * forks.get();
                settings.put(
                        LIVE,
                        Integer.toString(
                                Math.max(1, extension.getLiveSandboxes().get() / sharers)));
            }
            return settings;
        });
    }

    private Map<String, Property<String>> textual() {
        return Map.of(
                "sandbox.provider",
                extension.getProvider(),
                Choice.ISOLATION.key(),
                extension.getIsolation(),
                Choice.PREFER.key(),
                extension.getPrefer(),
                Choice.MODE.key(),
                extension.getMode(),
                Choice.ON_UNAVAILABLE.key(),
                extension.getOnUnavailable(),
                Choice.KEEP.key(),
                extension.getKeep(),
                "sandbox.image",
                extension.getImage());
    }

    private static void put(Map<String, String> settings, String key, Provider<?> value) {
        if (value.isPresent()) {
            settings.put(key, value.get().toString());
        }
    }

    /** Reads a number of things, of which there must be one. */
    static Provider<Integer> number(ProviderFactory providers, String key) {
        return providers.gradleProperty(key).map(text -> {
            // No more digits than an int has room for.
            if (!text.matches("[1-9]\\d{0,8}")) {
                throw new GradleException(
                        "The Gradle property " + key + " is '" + text + "', but must be a whole number of 1 or more");
            }
            return Integer.valueOf(text);
        });
    }

    private Provider<Boolean> onOrOff(String key) {
        return providers.gradleProperty(key).map(text -> switch (text) {
            case "on" -> true;
            case "off" -> false;
            default ->
                throw new GradleException("The Gradle property " + key + " is '" + text + "', but must be on or off");
        });
    }
}
