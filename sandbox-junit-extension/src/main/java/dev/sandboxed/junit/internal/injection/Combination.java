package dev.sandboxed.junit.internal.injection;

import dev.sandboxed.core.internal.config.ConfigKey;
import dev.sandboxed.core.internal.config.ConfigSource;
import dev.sandboxed.junit.SandboxMatrix;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A provider, an image, or both, that tests run on because of {@link SandboxMatrix}.
 *
 * @param settings what it says, by the keys of settings
 */
record Combination(Map<String, String> settings) {

    /** Returns all that an annotation names, in its order. */
    static List<Combination> of(SandboxMatrix matrix, String where) {
        List<Combination> all = new ArrayList<>();
        for (String provider : matrix.providers().length == 0 ? new String[] {""} : matrix.providers()) {
            for (String image : matrix.images().length == 0 ? new String[] {""} : matrix.images()) {
                Map<String, String> settings = new LinkedHashMap<>();
                put(settings, ConfigKey.PROVIDER, provider, matrix.providers().length > 0, where);
                put(settings, ConfigKey.IMAGE, image, matrix.images().length > 0, where);
                all.add(new Combination(settings));
            }
        }
        if (matrix.providers().length + matrix.images().length == 0) {
            throw new ExtensionConfigurationException(
                    "@SandboxMatrix on " + where + " names neither providers nor images; give at least one of them");
        }
        return all.stream().distinct().toList();
    }

    private static void put(Map<String, String> settings, ConfigKey key, String value, boolean given, String where) {
        if (given && value.isBlank()) {
            throw new ExtensionConfigurationException(
                    "@SandboxMatrix on " + where + " gives a blank value for " + key.key() + "; leave it out");
        }
        if (given) {
            settings.put(key.key(), value);
        }
    }

    /** Remembers that what runs in a context runs on it. */
    void keep(ExtensionContext context) {
        context.getStore(SandboxedExtension.NAMESPACE).put(Combination.class, this);
    }

    /** Returns what a test runs on, the innermost first; nothing where there is no matrix. */
    static Stream<ConfigSource> around(ExtensionContext context) {
        @Nullable
        Combination kept = context.getStore(SandboxedExtension.NAMESPACE).get(Combination.class, Combination.class);
        return kept == null ? Stream.empty() : Stream.of(ConfigSource.of("@SandboxMatrix for", kept.settings()));
    }

    /** Names it for people, as in {@code runc, alpine:3}. */
    @Override
    public String toString() {
        return String.join(", ", settings.values());
    }
}
