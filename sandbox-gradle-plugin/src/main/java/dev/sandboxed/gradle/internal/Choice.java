package dev.sandboxed.gradle.internal;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gradle.api.GradleException;

/** The settings that have only certain values. A test holds them against those that Sandboxed itself knows. */
public enum Choice {
    ISOLATION(
            "isolation",
            "sandbox.isolation",
            List.of("process", "filesystem", "namespace", "container", "userspace-kernel", "microvm")),
    PREFER("prefer", "sandbox.prefer", List.of("isolation", "speed")),
    MODE("mode", "sandbox.deployment", List.of("self-hosted", "managed")),
    ON_UNAVAILABLE("onUnavailable", "sandbox.onUnavailable", List.of("fail", "skip")),
    KEEP("keep", "sandbox.keep", List.of("never", "on-failure", "always"));

    private final String property;
    private final String key;

    @SuppressWarnings("ImmutableEnumChecker") // List.of is immutable
    private final List<String> possible;

    Choice(String property, String key, List<String> possible) {
        this.property = property;
        this.key = key;
        this.possible = possible;
    }

    public String key() {
        return key;
    }

    public List<String> possible() {
        return possible;
    }

    /**
     * Refuses settings that have other values.
     *
     * @throws GradleException if one has; the message names the property, its value and the possible ones
     */
    public static void requireValid(Map<String, String> settings) {
        for (Choice choice : values()) {
            Optional.ofNullable(settings.get(choice.key))
                    .filter(value -> !choice.possible.contains(value))
                    .ifPresent(value -> {
                        throw new GradleException("sandboxed." + choice.property + " is '" + value
                                + "', but must be one of " + String.join(", ", choice.possible)
                                + ": correct it in sandboxed { } or in -P" + choice.key);
                    });
        }
    }
}
