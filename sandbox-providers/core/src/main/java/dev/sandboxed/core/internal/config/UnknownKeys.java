package dev.sandboxed.core.internal.config;

import dev.sandboxed.core.internal.naming.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Finds settings that nobody reads, which are mostly mistyped ones. */
final class UnknownKeys {

    /** Words behind which anything may stand. */
    private static final List<String> WORDS = List.of("env", "label", "provision");

    private final Set<String> providers;

    UnknownKeys(Set<String> providers) {
        this.providers = providers;
    }

    List<String> in(ConfigSource source) {
        List<String> warnings = new ArrayList<>();
        Set<String> firstWords = new TreeSet<>(providers);
        firstWords.addAll(WORDS);
        source.unknown(firstWords).forEach((name, origin) -> {
            Optional<String> meant = meant(source, name);
            // SANDBOX_… is a common beginning: a variable that resembles none of ours is somebody else's.
            if (meant.isPresent() || !source.isShared()) {
                warnings.add("Unknown setting '" + name + "' (" + origin + ") is ignored; "
                        + meant.map(key -> "did you mean " + key + "?").orElseGet(this::known));
            }
        });
        return warnings;
    }

    /** The beginning is the same for all and would make everything look alike. */
    private Optional<String> meant(ConfigSource source, String name) {
        String beginning = source.spell("sandbox.");
        if (!name.startsWith(beginning)) {
            return Nearest.to(name, candidates(source, name));
        }
        List<String> ends = candidates(source, name).stream()
                .map(key -> key.substring(beginning.length()))
                .toList();
        return Nearest.to(name.substring(beginning.length()), ends).map(end -> beginning + end);
    }

    private List<String> candidates(ConfigSource source, String name) {
        List<String> keys = new ArrayList<>();
        ConfigKey.keys().forEach(key -> keys.add(source.spell(key)));
        source.belowFirstWord(name)
                .ifPresent(rest -> providers.forEach(provider -> keys.add("sandbox." + provider + "." + rest)));
        return keys;
    }

    private String known() {
        return "known are " + String.join(", ", ConfigKey.keys())
                + ", sandbox.env.NAME, sandbox.label.name, sandbox.provision.<program>.<key> and"
                + " sandbox.<provider>.<key> for "
                + String.join(", ", providers.stream().sorted().toList());
    }
}
