package dev.sandboxed.junit.internal.injection;

import dev.sandboxed.core.internal.config.ConfigKey;
import dev.sandboxed.core.internal.config.ConfigSource;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.config.Surroundings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What JUnit's configuration parameters say about sandboxes.
 *
 * @param values by configuration key
 */
record RunParameters(Map<String, String> values) {

    /**
     * Reads them.
     *
     * @param lookup asks JUnit. It answers with system properties too; those are left to their own source, which names them
     *     rightly
     */
    static RunParameters read(Function<String, Optional<String>> lookup) {
        Map<String, String> values = new LinkedHashMap<>();
        Map<String, String> properties = Surroundings.ofThisProcess().properties();
        for (ConfigKey key : ConfigKey.values()) {
            lookup.apply(key.key())
                    .filter(value -> !value.equals(properties.get(key.key())))
                    .ifPresent(value -> values.put(key.key(), value));
        }
        return new RunParameters(values);
    }

    /**
     * Reads all settings of the run.
     *
     * @throws dev.sandboxed.core.config.ConfigurationException if there is a file of them that cannot be read
     */
    Configuration configuration() {
        return Configuration.read(
                Surroundings.ofThisProcess(), ConfigSource.of("JUnit configuration parameter", values));
    }
}
