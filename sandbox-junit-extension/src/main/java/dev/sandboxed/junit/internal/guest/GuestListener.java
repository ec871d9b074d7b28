package dev.sandboxed.junit.internal.guest;

import java.nio.file.Path;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.FileEntry;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/** Writes what the launcher reports to the log. */
final class GuestListener implements TestExecutionListener {

    private final EventLog log;

    GuestListener(EventLog log) {
        this.log = log;
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        log.skipped(reason);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (test.isTest() || result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
            log.finished(test.isTest(), result);
        }
    }

    @Override
    public void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
        log.entry(entry.getKeyValuePairs());
    }

    /** Relative to the workdir, which is called differently from outside. */
    @Override
    public void fileEntryPublished(TestIdentifier test, FileEntry file) {
        Path path = Path.of("").toAbsolutePath().relativize(file.getPath().toAbsolutePath());
        log.attached(path, file.getMediaType().orElse(null));
    }
}
