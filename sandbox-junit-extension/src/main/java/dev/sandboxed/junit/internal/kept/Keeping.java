package dev.sandboxed.junit.internal.kept;

import dev.sandboxed.api.limit.DataSize;
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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
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
    private final AtomicInteger begun = new AtomicInteger();
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    private Keeping(Duration time, KeptSandboxes kept, ShellCommand command) {
        this.time = time;
        this.kept = kept;
        this.command = command;
    }

    /**
     * Reads from the settings for how long, and where.
     *
     * @throws dev.sandboxed.core.config.ConfigurationException if a value cannot be used
     */
    public static Keeping read(Configuration general) {
        return new Keeping(KeepTime.read(general), KeptSandboxes.in(general), ShellCommand.of(general));
    }

    /**
     * Keeps a sandbox, which still lives, if sandboxes are kept at all.
     *
     * @param test the test whose sandbox it is
     * @param owner who gets the entries of the report
     * @param most how many bytes are kept at most
     */
    public void keep(SelectedSandbox selected, String test, ExtensionContext owner, DataSize most) {
        if (time.isZero()) {
            return;
        }
        String provider = selected.selection().provider().name();
        if (!Saving.isPossible(selected)) {
            tellOnce("No shell can be opened in sandboxes of provider " + provider + " after their tests: it takes no"
                    + " snapshots. The files of their workdirs are kept.");
        } else if (begun.incrementAndGet() > MOST) {
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
        AtomicReference<KeptSandbox> saved = new AtomicReference<>();
        String answer = Inquiry.within(LONGEST).ask(() -> {
            try {
                saved.set(saving.save(selected, test, until));
                return "";
            } catch (IOException e) {
                throw new UncheckedIOException(e.getMessage(), e);
            }
        });
        KeptSandbox state = saved.get();
        if (state == null) {
            begun.decrementAndGet();
            LOG.log(
                    Level.WARNING,
                    "The sandbox " + selected.sandbox().id() + " of " + test + " could not be kept: " + answer);
            return;
        }
        KeptNote note =
                new KeptNote(state, command, selected.selection().capabilities().isolation());
        LOG.log(Level.INFO, note.line());
        owner.publishReportEntry(note.entries());
    }
}
