package dev.sandboxed.junit.internal.injection;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.files.DownloadOptions;
import dev.sandboxed.core.internal.choice.SelectedSandbox;
import dev.sandboxed.junit.internal.kept.Keeping;
import dev.sandboxed.junit.internal.kept.TestName;
import dev.sandboxed.junit.internal.report.ChoiceEntries;
import dev.sandboxed.junit.internal.report.Diagnosis;
import dev.sandboxed.junit.internal.report.Inquiry;
import dev.sandboxed.junit.internal.report.RecordingSandbox;
import dev.sandboxed.junit.internal.report.Witness;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A sandbox that belongs to a test or a class. JUnit closes it with that, when it is known how it ended: a failure is
 * explained first.
 */
final class TestSandbox implements AutoCloseable {

    private static final Logger LOG = System.getLogger(TestSandbox.class.getName());

    private static final Duration LONGEST_KEEPING = Duration.ofMinutes(2);

    private final Runnable release;
    private final SelectedSandbox selected;
    private final Aftermath aftermath;
    private final Witness witness;
    private final Keeping keeping;
    private final ExtensionContext owner;
    private final RecordingSandbox recording;
    /** The first test that failed with it, which may be one of many. */
    private final AtomicReference<@Nullable String> failedTest = new AtomicReference<>();

    /** Takes over a sandbox, which from now on is released by whoever closes this. */
    TestSandbox(
            SelectedSandbox selected,
            Runnable release,
            TestSettings settings,
            Witness witness,
            Keeping keeping,
            ExtensionContext owner) {
        this.selected = selected;
        this.release = release;
        this.aftermath = settings.aftermath();
        this.keeping = keeping;
        this.owner = owner;
        this.witness = witness;
        this.recording =
                new RecordingSandbox(selected.sandbox(), settings.sandbox().timeout(), witness);
        witness.claimed(selected, owner.getUniqueId());
    }

    Sandbox sandbox() {
        return recording;
    }

    /** Attaches all that is known about the sandbox to a test that failed. */
    void explain(ExtensionContext test) {
        failedTest.compareAndSet(null, TestName.ofFailed(test));
        try {
            Diagnosis diagnosis = Diagnosis.of(selected, recording);
            witness.explained(recording.id(), diagnosis);
            diagnosis.attachTo(test);
        } catch (RuntimeException | LinkageError e) {
            // The test has its own failure; that this one could not be attached must not take its place.
            LOG.log(Level.WARNING, "Cannot attach what is known about sandbox " + recording.id() + " to its test", e);
        }
    }

    @Override
    public void close() {
        boolean failed = owner.getExecutionException().isPresent();
        try {
            if (failed) {
                explain(owner);
            } else if (aftermath.reportAlways()) {
                owner.publishReportEntry(ChoiceEntries.of(selected));
            }
            String failedWith = failedTest.get();
            if (aftermath.keeps(failedWith != null)) {
                keepFiles();
                keeping.keep(selected, failedWith, owner, aftermath.most());
            }
        } finally {
            witness.released(recording.id());
            recording.closeCopies(release);
        }
    }

    /** What cannot be kept is told and no reason for a test to fail. */
    private void keepFiles() {
        Path target = aftermath.folder().resolve(selected.sandbox().id()).toAbsolutePath();
        DownloadOptions options = DownloadOptions.DEFAULT.withBudget(aftermath.most());
        String kept = Inquiry.within(LONGEST_KEEPING).ask(() -> {
            selected.sandbox().files().download(selected.sandbox().spec().workdir(), target, options);
            return target.toString();
        });
        if (!kept.equals(target.toString())) {
            LOG.log(Level.WARNING, "The files of sandbox {0} could not be kept: {1}", recording.id(), kept);
        }
        owner.publishReportEntry("sandbox.kept", kept);
    }
}
