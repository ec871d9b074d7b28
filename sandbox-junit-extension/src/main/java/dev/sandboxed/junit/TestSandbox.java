package dev.sandboxed.junit;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.core.Keep;
import dev.sandboxed.core.Report;
import dev.sandboxed.core.SandboxSettings;
import dev.sandboxed.core.SelectedSandbox;
import dev.sandboxed.core.config.ConfigKey;
import dev.sandboxed.core.config.Configuration;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A sandbox that belongs to a test or a class. JUnit closes it with that, when it is known how it ended: a failure is
 * explained first.
 */
final class TestSandbox implements AutoCloseable {

    private static final Logger LOG = System.getLogger(TestSandbox.class.getName());

    private final SelectedSandbox selected;
    private final Keep keep;
    private final Path keepFolder;
    private final boolean reportAlways;
    private final ExtensionContext owner;
    private final RecordingSandbox recording;

    TestSandbox(SelectedSandbox selected, SandboxSettings settings, Configuration general, ExtensionContext owner) {
        this.selected = selected;
        this.keep = settings.keep();
        this.keepFolder = Path.of(
                general.find(ConfigKey.KEEP_DIR).map(found -> found.value()).orElse("sandboxes-kept"));
        this.reportAlways = general.choice(ConfigKey.REPORT, Report.class)
                .filter(Report.ALWAYS::equals)
                .isPresent();
        this.owner = owner;
        this.recording = new RecordingSandbox(selected.sandbox(), settings.timeout());
    }

    Sandbox sandbox() {
        return recording;
    }

    /** Attach all that is known about the sandbox to a test that failed. */
    void explain(ExtensionContext test) {
        try {
            new Diagnosis(selected, recording).attachTo(test);
        } catch (RuntimeException e) {
            // The test has its own failure; that this one could not be attached must not take its place.
            LOG.log(Level.WARNING, "Cannot attach what is known about sandbox " + recording.id() + " to its test", e);
        }
    }

    @Override
    public void close() {
        boolean failed = owner.getExecutionException().isPresent();
        try {
            if (reportAlways) {
                owner.publishReportEntry(report());
            }
            if (failed) {
                explain(owner);
            }
            if (keep == Keep.ALWAYS || (failed && keep == Keep.ON_FAILURE)) {
                keepFiles();
            }
        } finally {
            selected.sandbox().close();
        }
    }

    private Map<String, String> report() {
        Map<String, String> entry = new LinkedHashMap<>();
        entry.put("sandbox.provider", selected.sandbox().info().provider());
        entry.put("sandbox.isolation", selected.sandbox().info().isolation().written());
        return entry;
    }

    private void keepFiles() {
        Path target = keepFolder.resolve(selected.sandbox().id()).toAbsolutePath();
        selected.sandbox().files().download(selected.sandbox().spec().workdir(), target);
        owner.publishReportEntry("sandbox.kept", target.toString());
    }
}
