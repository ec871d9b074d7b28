package dev.sandboxed.core.config;

import java.util.Arrays;
import java.util.List;

/**
 * The settings, each by its key.
 *
 * <p>A key is written as it is in system properties and in the file. In the environment it is in upper case with
 * underscores: {@code sandbox.stateDir} is {@code SANDBOX_STATE_DIR}. A blank value is the same as none.
 *
 * <p>Besides these there are the providers' own settings, {@code sandbox.<provider>.<key>}, which each provider documents.
 */
public enum ConfigKey {
    /** Where providers keep their files; by default {@code sandboxed-<user>} in the folder for temporary files. */
    STATE_DIR("sandbox.stateDir"),
    /** The only provider to use, or {@code auto}, the default, to choose the strongest that works. */
    PROVIDER("sandbox.provider"),
    /** The weakest isolation that is accepted; by default {@code process}, which accepts every provider. */
    ISOLATION("sandbox.isolation"),
    /** The file with more settings; by default {@code sandboxed.properties} in the working directory, if there is one. */
    CONFIG("sandbox.config");

    private final String key;

    ConfigKey(String key) {
        this.key = key;
    }

    public String key() {
        return key;
    }

    static List<String> keys() {
        return Arrays.stream(values()).map(ConfigKey::key).toList();
    }
}
