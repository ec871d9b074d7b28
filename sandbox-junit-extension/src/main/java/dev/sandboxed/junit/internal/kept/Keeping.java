package dev.sandboxed.junit.internal.kept;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spec.SecretMask;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.core.internal.choice.SelectedSandbox;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.kept.KeepTime;
import dev.sandboxed.core.internal.kept.KeptSandbox;
import dev.sandboxed.core.internal.kept.KeptSandboxes;
import dev.sandboxed.core.internal.kept.Saving;
import dev.sandboxed.junit.internal.report.Inquiry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Keeps the state of sandboxes after their tests, and tells how to open them: this JVM and all that it owns will be gone by then. What cannot
 * be kept is told, and no reason for a test to fail. Safe from several threads.
 */
public final class Keeping {

    private static final Logger LOG = System.getLogger(Keeping.class.getName());

    /** Many tests may fail for one reason, and would fill a disk with the same. */
    private static final int MOST = 10;

    private static final Duration LONGEST = Duration.ofMinutes(2);

    private final Duration time;
    private final KeptSandboxes kept;
    private final ShellCommand command;
    private final Duration longest;
    private final Semaphore slots = new Semaphore(MOST);
    private final AtomicBoolean givenUp = new AtomicBoolean();
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    private Keeping(Duration time, KeptSandboxes kept, ShellCommand command, Duration longest) {
        this.time = time;
        this.kept = kept;
        this.command = command;
        this.longest = longest;
    }

    /**
     * Reads from the settings for how long, and where.
     *
     * @throws dev.sandboxed.core.config.ConfigurationException if a value cannot be used
     */
    public static Keeping read(Configuration general) {
        return read(general, LONGEST);
    }

    /** Reads them, and waits for each state no longer than a time. */
    static Keeping read(Configuration general, Duration longest) {
        return new Keeping(KeepTime.read(general), KeptSandboxes.in(general), ShellCommand.of(general), longest);
    }

    /**
     * Keeps a sandbox, which still lives, if a test has failed with it and sandboxes are kept at all.
     *
     * @param test the test that has failed; null if none has
     * @param owner who gets the entries of the report
     * @param most how many bytes are kept at most
     */
    public void keep(SelectedSandbox selected, @Nullable String test, ExtensionContext owner, DataSize most) {
        if (time.isZero() || test == null || givenUp.get()) {
            return;
        }
        String provider = selected.selection().provider().name();
        if (!Saving.isPossible(selected)) {
            tellOnce("No shell can be opened in sandboxes of provider " + provider + " after their tests: it takes no"
                    + " snapshots. The files of their workdirs are kept.");
        } else if (!slots.tryAcquire()) {
            tellOnce(
                    MOST + " sandboxes of this run are kept, and no more are, so that the disk does not fill. The files"
                            + " of the workdirs are kept.");
        } else {
            save(selected, test, owner, new Saving(kept, most));
        }
    }

    private void tellOnce(String line) {
        if (told.add(line)) {
            LOG.log(Level.INFO, line);
        }
    }

    private void save(SelectedSandbox selected, String test, ExtensionContext owner, Saving saving) {
        Instant until = Instant.now().plus(time).truncatedTo(ChronoUnit.SECONDS);
        AtomicReference<@Nullable KeptSandbox> saved = new AtomicReference<>();
        Deadline deadline = Deadline.in(longest);
        String answer = Inquiry.within(longest).ask(() -> {
            try {
                saved.set(saving.save(selected, test, until));
                return "";
            } catch (IOException e) {
                throw new UncheckedIOException(e.getMessage(), e);
            }
        });
        KeptSandbox state = saved.get();
        if (state == null) {
            notSaved(selected.sandbox(), test, answer, deadline.hasPassed());
            return;
        }
        KeptNote note =
                new KeptNote(state, command, selected.selection().capabilities().isolation());
        LOG.log(Level.INFO, note.line());
        owner.publishReportEntry(note.entries());
    }

    /** Where one takes so long, all others would, and each test that fails would wait for that. */
    private void notSaved(Sandbox sandbox, String test, String why, boolean late) {
        String line = "The sandbox " + sandbox.id() + " of " + test + " could not be kept: " + why;
        if (late) {
            givenUp.set(true);
            line += ". No more sandboxes of this run are kept; the files of the workdirs are.";
        } else {
            slots.release();
        }
        LOG.log(Level.WARNING, SecretMask.of(sandbox.spec().hidden()).apply(line));
    }
}
