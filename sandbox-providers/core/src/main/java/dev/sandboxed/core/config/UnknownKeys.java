package dev.sandboxed.core.config;

import dev.sandboxed.core.naming.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds settings that nobody reads, which are mostly mistyped ones. */
final class UnknownKeys {

    private final Set<String> providers;

    UnknownKeys(Set<String> providers) {
        this.providers = providers;
    }

    List<String> in(ConfigSource source) {
        List<String> warnings = new ArrayList<>();
        source.unknown(providers).forEach((name, origin) -> {
            Optional<String> meant = Nearest.to(name, candidates(source, name));
            // SANDBOX_… is a common beginning: a variable that resembles none of ours is somebody else's.
            if (meant.isPresent() || !source.isShared()) {
                warnings.add("Unknown setting '" + name + "' (" + origin + ") is ignored; "
                        + meant.map(key -> "did you mean " + key + "?").orElseGet(this::known));
            }
        });
        return warnings;
    }

    private List<String> candidates(ConfigSource source, String name) {
        List<String> keys = new ArrayList<>();
        ConfigKey.keys().forEach(key -> keys.add(source.spell(key)));
        source.belowFirstWord(name)
                .ifPresent(rest -> providers.forEach(provider -> keys.add("sandbox." + provider + "." + rest)));
        return keys;
    }

    private String known() {
        return "known are " + String.join(", ", ConfigKey.keys()) + " and sandbox.<provider>.<key> for "
                + String.join(", ", providers.stream().sorted().toList());
    }
}
