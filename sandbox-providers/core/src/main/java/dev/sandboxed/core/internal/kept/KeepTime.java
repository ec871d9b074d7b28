package dev.sandboxed.core.internal.kept;

import dev.sandboxed.core.internal.config.ConfigKey;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.config.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** For how long sandboxes are kept. */
public final class KeepTime {

    private static final Duration AT_A_DESK = Duration.ofMinutes(30);

    /** What is kept fills disks, and nobody looks into it after a month. */
    private static final Duration LONGEST = Duration.ofDays(30);

    /** What build servers say about themselves; nearly all of them the first. */
    private static final List<String> BUILD_SERVERS = List.of("CI", "JENKINS_URL", "TEAMCITY_VERSION", "TF_BUILD");

    private KeepTime() {}

    /**
     * Returns what the settings say, or half an hour; on a build server nothing, since nobody comes there to look.
     *
     * @throws dev.sandboxed.core.config.ConfigurationException if the setting is no duration, or longer than 30 days
     */
    public static Duration read(Configuration configuration) {
        return configuration
                .parsed(ConfigKey.KEEP_FOR, KeepTime::parse)
                .orElseGet(() -> isBuildServer(configuration.environment()) ? Duration.ZERO : AT_A_DESK);
    }

    private static Duration parse(String text) {
        Duration time = text.equals("0") ? Duration.ZERO : Durations.parse(text);
        if (time.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("No sandbox is kept for longer than " + LONGEST.toDays()
                    + "d, but this is '" + text + "'; write less");
        }
        return time;
    }

    private static boolean isBuildServer(Map<String, String> environment) {
        return BUILD_SERVERS.stream()
                .map(name -> environment.getOrDefault(name, ""))
                .anyMatch(value -> !value.isBlank() && !value.equalsIgnoreCase("false"));
    }
}
