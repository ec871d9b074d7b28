package dev.sandboxed.junit.internal.record;

import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.event.SandboxListener;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.api.spec.SecretMask;
import dev.sandboxed.assertions.internal.message.MessageMask;
import dev.sandboxed.core.config.ConfigurationException;
import dev.sandboxed.core.internal.choice.SelectedSandbox;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.junit.internal.page.ReportFolder;
import dev.sandboxed.junit.internal.page.RunReport;
import dev.sandboxed.junit.internal.report.Diagnosis;
import dev.sandboxed.junit.internal.report.Witness;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.platform.launcher.TestExecutionListener;

/**
 * All that a run does, for the page that is written when it is closed. Safe from several threads; what is slow is done outside of
 * its lock.
 */
public final class Recording implements SandboxListener, Witness, AutoCloseable {

    private static final Logger LOG = System.getLogger(Recording.class.getName());
    private static final int LONGEST_COMMAND = 2_000;
    private static final int LONGEST_TREE = 8_000;

    private final ReportFolder folder;
    private final String build;
    private final Clock clock;
    private final Allowance allowance = new Allowance();
    private final SandboxRecord sandboxes = new SandboxRecord(allowance);
    private final TestRecord tests = new TestRecord(allowance, this::masked);
    private final Set<Secret> secrets = new HashSet<>();
    private MessageMask mask = MessageMask.NONE;

    Recording(ReportFolder folder, String build, InstantSource source) {
        this.folder = folder;
        this.build = build;
        this.clock = Clock.start(source);
    }

    /** Returns what the recording of a run with these settings is kept under in the session. */
    public static Object keyOf(Object settings) {
        return List.of(Recording.class, settings);
    }

    /** Begins a recording, if a page is wanted. Settings that cannot be read are told by the tests that need them. */
    public static Optional<Recording> begin(Supplier<Configuration> settings) {
        try {
            Configuration configuration = settings.get();
            return configuration
                    .reportDirectory()
                    .map(folder ->
                            new Recording(new ReportFolder(folder), Build.of(configuration), InstantSource.system()));
        } catch (ConfigurationException e) {
            LOG.log(Level.WARNING, "There will be no page about this run: " + e.getMessage());
            return Optional.empty();
        }
    }

    /** Returns what is to be told of tests. */
    public TestExecutionListener tests() {
        return new TestRecorder(tests, clock, this);
    }

    @Override
    public synchronized void on(SandboxEvent event) {
        sandboxes.heard(event);
    }

    @Override
    public synchronized void claimed(SelectedSandbox sandbox, String owner) {
        SandboxNote note = sandboxes.of(sandbox.sandbox().id());
        Set<Secret> hidden = sandbox.sandbox().spec().hidden();
        if (secrets.addAll(hidden)) {
            mask = new MessageMask(SecretMask.of(secrets));
        }
        note.mask = SecretMask.of(hidden);
        note.owner = tests.idOf(owner);
        note.claimed = note.claimed == null ? clock.now() : note.claimed;
        note.version = sandbox.selection().status().version();
        note.isolation = sandbox.selection().capabilities().isolation().written();
        note.passedOver = sandbox.selection().rejections();
    }

    @Override
    public synchronized void copied(String original, String copy) {
        sandboxes.of(copy).copyOf(sandboxes.of(original), clock.now());
    }

    @Override
    public synchronized void explained(String sandbox, Diagnosis diagnosis) {
        SandboxNote note = sandboxes.of(sandbox);
        note.usage = allowance.head(diagnosis.usage(), LONGEST_COMMAND);
        note.tree = allowance.head(diagnosis.files(), LONGEST_TREE);
    }

    @Override
    public synchronized void released(String sandbox) {
        sandboxes.of(sandbox).released = clock.now();
    }

    @Override
    public synchronized Running began(String sandbox, Command command) {
        SandboxNote note = sandboxes.of(sandbox);
        String text = allowance.head(note.mask.apply(command.toString()), LONGEST_COMMAND);
        CommandNote begun = new CommandNote(text, clock.now());
        return note.add(begun, allowance) ? new Heard(begun) : Running.UNHEARD;
    }

    /** What becomes of a command. */
    private final class Heard implements Running {
        private final CommandNote command;

        private Heard(CommandNote command) {
            this.command = command;
        }

        @Override
        public void ended(ExecResult result) {
            CommandNote.Texts texts = CommandNote.Texts.of(result);
            synchronized (Recording.this) {
                command.ended(result, texts, allowance);
            }
        }

        @Override
        public void failed(RuntimeException failure) {
            synchronized (Recording.this) {
                command.failed(masked(failure.toString()), clock.now(), allowance);
            }
        }
    }

    private synchronized String masked(String text) {
        return mask.apply(text);
    }

    synchronized RunReport report() {
        return new RunReport(
                UUID.randomUUID().toString(),
                build,
                new RunReport.Jvm(
                        ProcessHandle.current().pid(), Runtime.version().toString()),
                clock.begun().toString(),
                clock.at(clock.now()),
                tests.all().map(test -> test.entry(clock, this::masked)).toList(),
                sandboxes
                        .all()
                        .map(sandbox -> sandbox.entry(clock, this::masked))
                        .toList(),
                new RunReport.LeftOut(
                        tests.leftOut(),
                        sandboxes.leftOut(),
                        sandboxes.all().mapToLong(SandboxNote::forgotten).sum(),
                        allowance.textsLeftOut()));
    }

    /** Writes the page. That it cannot be written is told and no reason for a build to fail. */
    @Override
    public void close() {
        try {
            folder.add(report());
        } catch (IOException | RuntimeException e) {
            LOG.log(Level.WARNING, "The page about this run cannot be written to " + folder, e);
        }
    }
}
