package dev.sandboxed.junit.internal.injection;

import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.core.internal.config.ConfigKey;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.junit.Keep;
import dev.sandboxed.junit.Report;
import java.nio.file.Path;

/**
 * What becomes of a sandbox when its test has ended.
 *
 * @param keep when its files are kept
 * @param folder where they go then
 * @param most how many bytes of them are kept at most
 * @param reportAlways whether tests that pass tell their sandboxes, too
 */
record Aftermath(Keep keep, Path folder, DataSize most, boolean reportAlways) {

    /**
     * Reads it from the settings. Call it before there is a sandbox that a wrong setting would leave behind.
     *
     * @param here what holds for the place of the sandbox
     * @param general what holds for the whole run
     * @throws dev.sandboxed.core.config.ConfigurationException if a value cannot be used
     */
    static Aftermath read(Configuration here, Configuration general) {
        return new Aftermath(
                here.choice(ConfigKey.KEEP, Keep.class).orElse(Keep.NEVER),
                general.parsed(ConfigKey.KEEP_DIR, Path::of).orElse(Path.of("sandboxes-kept")),
                general.parsed(ConfigKey.KEEP_SIZE, DataSize::parse).orElse(DataSize.ofGibibytes(1)),
                general.choice(ConfigKey.REPORT, Report.class).orElse(Report.ALWAYS) == Report.ALWAYS);
    }

    boolean keeps(boolean failed) {
        return keep == Keep.ALWAYS || (failed && keep == Keep.ON_FAILURE);
    }
}
