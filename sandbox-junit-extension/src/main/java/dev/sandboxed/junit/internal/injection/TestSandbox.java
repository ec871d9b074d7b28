package dev.sandboxed.junit.internal.injection;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.files.DownloadOptions;
import dev.sandboxed.api.spi.Attempts;
import dev.sandboxed.core.internal.choice.SelectedSandbox;
import dev.sandboxed.junit.internal.kept.Keeping;
import dev.sandboxed.junit.internal.kept.TestName;
import dev.sandboxed.junit.internal.prepared.PreparedState;
import dev.sandboxed.junit.internal.report.ChoiceEntries;
import dev.sandboxed.junit.internal.report.Chronicle;
import dev.sandboxed.junit.internal.report.Diagnosis;
import dev.sandboxed.junit.internal.report.Inquiry;
import dev.sandboxed.junit.internal.report.Mark;
import dev.sandboxed.junit.internal.report.RecordingSandbox;
import dev.sandboxed.junit.internal.report.SandboxLog;
import dev.sandboxed.junit.internal.report.Witness;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A sandbox that belongs to a test or a class. JUnit closes it with that, when it is known how it ended: a failure is
 * explained first.
 */
final class TestSandbox implements AutoCloseable {

    private static final Logger LOG = System.getLogger(TestSandbox.class.getName());

    private static final Duration LONGEST_KEEPING = Duration.ofMinutes(2);

    private final Runnable release;
    private final AtomicBoolean inUse = new AtomicBoolean();
    private volatile SelectedSandbox selected;
    private @Nullable PreparedState atFirst;
    private final Aftermath aftermath;
    private final Witness witness;
    private final SandboxLog log;
    private final Keeping keeping;
    private final ExtensionContext owner;
    private final RecordingSandbox recording;
    private final Chronicle chronicle = new Chronicle();
    /** The first test that failed with it, which may be one of many. */
    private final AtomicReference<@Nullable String> failedTest = new AtomicReference<>();

    /** Takes over a sandbox, which from now on is released by whoever closes this. */
    TestSandbox(
            SelectedSandbox selected,
            Runnable release,
            TestSettings settings,
            SandboxedRuntime runtime,
            ExtensionContext owner) {
        this.selected = selected;
        this.release = release;
        this.aftermath = settings.aftermath();
        this.keeping = runtime.keeping();
        this.owner = owner;
        this.witness = runtime.witness();
        this.log = runtime.log();
        this.recording =
                new RecordingSandbox(selected, this::current, settings.sandbox().timeout(), witness);
        witness.claimed(selected, owner.getUniqueId());
    }

    private Sandbox current() {
        return selected.sandbox();
    }

    Sandbox sandbox() {
        return recording;
    }

    /**
     * Brings back the files that it had when the first test began that used it, until that test has ended.
     *
     * @throws ExtensionConfigurationException if another test uses it at this moment
     */
    AutoCloseable resetFor(ExtensionContext test) {
        if (!inUse.compareAndSet(false, true)) {
            throw new ExtensionConfigurationException("The sandbox of " + owner.getDisplayName()
                    + " is reset before each test, and " + test.getDisplayName()
                    + " began while another one uses it; add @Execution(ExecutionMode.SAME_THREAD) to the class, or share it"
                    + " without a reset by Scope.CLASS");
        }
        try {
            reset();
        } catch (RuntimeException | Error e) {
            inUse.set(false);
            throw e;
        }
        return () -> inUse.set(false);
    }

    private synchronized void reset() {
        if (atFirst == null) {
            atFirst = PreparedState.of(selected);
            return;
        }
        keep(failedTest.getAndSet(null));
        SelectedSandbox before = selected;
        witness.released(before.sandbox().id());
        recording.closeCopies(before.sandbox()::close);
        selected = atFirst.restored();
        recording.replacedBy(selected.sandbox());
        chronicle.restart();
        witness.claimed(selected, owner.getUniqueId());
    }

    private synchronized void forgetFirst() {
        if (atFirst != null) {
            atFirst.close();
        }
    }

    /** Takes down that a test begins, which may use it with others. */
    void beginning(ExtensionContext test) {
        test.getStore(SandboxedExtension.NAMESPACE)
                .getOrComputeIfAbsent(beginOf(test), absent -> recording.mark(), Mark.class);
    }

    private List<Object> beginOf(ExtensionContext test) {
        return List.of(test.getUniqueId(), this, "begin");
    }

    /** Attaches what is known about the sandbox to a test that failed, and was not attached to an earlier one. */
    void explain(ExtensionContext test) {
        failedTest.compareAndSet(null, TestName.ofFailed(test));
        attaching(() -> {
            Mark began = test.getStore(SandboxedExtension.NAMESPACE).get(beginOf(test), Mark.class);
            Diagnosis diagnosis = Diagnosis.of(selected, recording, log, chronicle, began);
            witness.explained(recording.id(), diagnosis);
            diagnosis.attachTo(test);
            chronicle.told(TestName.of(test), diagnosis.upTo());
        });
    }

    /** Attaches what was seen so far to a test whose time is up, while its commands still run. */
    void explainBeforeInterrupt(ExtensionContext test) {
        attaching(() -> Diagnosis.attachBeforeInterrupt(recording, log, test));
    }

    private void attaching(Runnable work) {
        try {
            work.run();
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
            keep(failedWith);
        } finally {
            witness.released(recording.id());
            log.forget(recording.id());
            Attempts ends = new Attempts();
            ends.attempt(this::forgetFirst);
            ends.attempt(() -> recording.closeCopies(release));
            ends.throwFailures();
        }
    }

    private void keep(@Nullable String failedWith) {
        if (aftermath.keeps(failedWith != null)) {
            keepFiles();
            keeping.keep(selected, failedWith, owner, aftermath.most());
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
