package dev.sandboxed.core.internal.config;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A place where settings are written. */
public final class ConfigSource {

    private final String before;
    private final String after;
    private final Spelling spelling;
    private final boolean onlyOurs;
    private final Map<String, String> values;

    private ConfigSource(String before, String after, Spelling spelling, boolean onlyOurs, Map<String, String> values) {
        this.before = before;
        this.after = after;
        this.spelling = spelling;
        this.onlyOurs = onlyOurs;
        this.values = Map.copyOf(values);
    }

    /**
     * Takes settings from a map whose other keys belong to others.
     *
     * @param kind what an entry is called, for example {@code system property}
     * @param values keys as in {@link ConfigKey}
     */
    public static ConfigSource of(String kind, Map<String, String> values) {
        return new ConfigSource(kind + " ", "", Spelling.DOTTED, false, values);
    }

    static ConfigSource environment(Map<String, String> variables) {
        return new ConfigSource("environment variable ", "", Spelling.ENVIRONMENT, false, variables);
    }

    /** Takes settings from a file in which there is nothing else. */
    static ConfigSource file(Path file, Map<String, String> values) {
        return new ConfigSource("", " in " + file, Spelling.DOTTED, true, values);
    }

    Optional<Setting> find(String key) {
        String name = spelling.write(key);
        return Optional.ofNullable(values.get(name))
                .map(String::strip)
                .filter(value -> !value.isEmpty())
                .map(value -> new Setting(key, value, origin(name)));
    }

    /** Returns all settings whose keys begin with the prefix and a dot, by the rest of the key. */
    Map<String, String> below(String prefix) {
        Map<String, String> found = new LinkedHashMap<>();
        values.forEach((name, value) -> spelling.below(prefix, name).ifPresent(rest -> found.put(rest, value)));
        return found;
    }

    /** Returns the names that look like settings of ours and are not known, each with where it was written. */
    Map<String, String> unknown(Set<String> providers) {
        Map<String, String> found = new TreeMap<>();
        for (String name : values.keySet()) {
            boolean ours = onlyOurs || spelling.below("sandbox", name).isPresent();
            if (ours && !isKey(name) && providers.stream().noneMatch(provider -> isSettingOf(provider, name))) {
                found.put(name, origin(name));
            }
        }
        return found;
    }

    /** Writes a key as this source would. */
    String spell(String key) {
        return spelling.write(key);
    }

    /** Returns whether a name with the right beginning can be anybody's, as it can in an environment. */
    boolean isShared() {
        return spelling == Spelling.ENVIRONMENT;
    }

    /** Returns the part after {@code sandbox.<first word>}, if a name has more than that. */
    Optional<String> belowFirstWord(String name) {
        int end = spelling == Spelling.DOTTED ? name.indexOf('.', "sandbox.".length()) : -1;
        return end < 0 ? Optional.empty() : Optional.of(name.substring(end + 1));
    }

    private boolean isKey(String name) {
        return ConfigKey.keys().stream().map(spelling::write).anyMatch(name::equals);
    }

    private boolean isSettingOf(String provider, String name) {
        return spelling.below("sandbox." + provider, name).isPresent();
    }

    private String origin(String name) {
        return before + name + after;
    }
}
