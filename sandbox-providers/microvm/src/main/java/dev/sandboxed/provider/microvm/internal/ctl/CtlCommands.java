package dev.sandboxed.provider.microvm.internal.ctl;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Outcome;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.api.internal.thread.Interruption;
import dev.sandboxed.api.spec.GuestPath;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.guest.exec.SupervisorScript;
import dev.sandboxed.guest.internal.exec.GuestEndings;
import dev.sandboxed.guest.internal.words.CommandFaults;
import dev.sandboxed.process.internal.thread.Alarm;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs commands in one machine. Each is one call of the controller, and one or two more before it for what it reads and for what
 * nobody may see. Safe from several threads.
 */
final class CtlCommands {

    private static final Logger LOG = System.getLogger(CtlCommands.class.getName());
    /** How long a controller may take after the time of a command is up, as other callers of it allow. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    /** How long a controller may take besides, all in all. */
    private static final Duration TO_BEGIN = Duration.ofSeconds(15);

    private static final Duration TO_KILL = Duration.ofSeconds(5);
    /** How long a file may take that a command needs. */
    private static final Duration TO_WRITE = Duration.ofSeconds(30);

    private final CtlMachine machine;
    private final Controller controller;
    private final String id;
    private final SandboxSpec spec;
    private final Function<String, Fault> fault;
    private final Consumer<String> gone;
    private final CommandFaults faults;
    private final AtomicLong count = new AtomicLong();
    private final ConcurrentLinkedQueue<String> remove = new ConcurrentLinkedQueue<>();
    private final String mark = SupervisorScript.word().substring(0, 8);

    /**
     * Creates what runs commands in a machine.
     *
     * @param fault begins the description of what went wrong in the sandbox
     * @param gone to be told why, when the machine turns out to be gone
     */
    CtlCommands(CtlMachine machine, SandboxSpec spec, Function<String, Fault> fault, Consumer<String> gone) {
        this.machine = machine;
        this.controller = machine.controller();
        this.id = machine.id();
        this.spec = spec;
        this.fault = fault;
        this.gone = gone;
        this.faults = new CommandFaults(fault, spec.secrets().keySet());
    }

    /** Returns the path of a new file of ours inside. */
    String nextFile() {
        return machine.folder() + "/" + count.incrementAndGet();
    }

    /** Has a file of ours removed with the next command. */
    void removeLater(String file) {
        remove.add(file);
    }

    /**
     * Runs a command until it ends or its time is up.
     *
     * @throws SandboxInterruptedException if the thread is interrupted; all of it is dead by then
     * @throws dev.sandboxed.api.error.SandboxFileException if its directory is missing, is none, or may not be entered
     * @throws SandboxDestroyedException if the machine is gone
     * @throws SandboxTransportException if the controller failed
     * @throws IllegalArgumentException if its arguments are larger than any kernel takes
     */
    ExecResult run(Command command) {
        String cwd = command.cwd()
                .map(path -> GuestPath.resolve(spec.workdir(), path))
                .orElse(spec.workdir());
        String word = SupervisorScript.word();
        // The dot is its end: what is killed by this mark must not be what carries a longer one.
        String marker = mark + "-" + count.incrementAndGet() + ".";
        Intake intake = Intake.of(command.stdin(), machine, nextFile());
        Request.Around around = new Request.Around(word, marker, cwd, nextFile(), intake.shell(), oldFiles());
        Request request =
                Request.of(command, environment(command), spec.secrets().keySet(), around);
        if (intake.kind() == Intake.Kind.FILE) {
            write(intake.file(), command.stdin(), longer(command.timeout()));
        }
        if (request.file() != null) {
            write(around.file(), Stdin.text(request.file()), TO_WRITE);
        }
        try (Said said = new Said(command, word)) {
            ExecResult result = follow(intake, command, request, marker, said);
            said.refusal().ifPresent(how -> {
                throw faults.refused(how, command, cwd);
            });
            return result;
        }
    }

    private static Duration longer(Duration time) {
        return time.compareTo(TO_WRITE) > 0 ? time : TO_WRITE;
    }

    private List<String> oldFiles() {
        List<String> files = new ArrayList<>();
        for (String file = remove.poll(); file != null; file = remove.poll()) {
            files.add(file);
        }
        return files;
    }

    private Map<String, String> environment(Command command) {
        Map<String, String> env = new LinkedHashMap<>(spec.env());
        spec.secrets().forEach((name, secret) -> env.put(name, secret.reveal()));
        env.putAll(command.env());
        return env;
    }

    private void write(String path, Stdin content, Duration limit) {
        try {
            controller.write(id, path, content, limit);
        } catch (SandboxTransportException e) {
            throw explained(e);
        }
    }

    /** Returns what to throw where the controller failed: that the machine is gone, if it is. */
    SandboxException explained(SandboxTransportException e) {
        if (controller.has(id)) {
            return e;
        }
        String why = "the controller does not have it any more";
        gone.accept(why);
        return new SandboxDestroyedException(fault.apply("The sandbox is gone: " + why)
                .remedy("create a new one; a sandbox that has ended cannot be used again")
                .cause(e));
    }

    private ExecResult follow(Intake intake, Command command, Request request, String marker, Said said) {
        long begin = System.nanoTime();
        Duration timeout = command.timeout();
        List<String> words = Controller.exec(id, timeout, request.argv());
        ExecResult call;
        try (Route.Way way = controller.route().to(words);
                Execution execution = controller.start(way, timeout.plus(TO_BEGIN), intake.ofController());
                PieceFeed feed = feed(intake, execution)) {
            call = listen(execution, timeout, said);
            if (feed != null) {
                feed.requireWhole();
            }
        } catch (SandboxInterruptedException e) {
            Interruption.postponed(() -> kill(marker, said));
            throw new SandboxInterruptedException(
                    fault.apply("Interrupted while a command was running; it was killed: " + command)
                            .cause(e));
        } catch (SandboxException e) {
            // Its input broke, and it must not go on with a part of that.
            kill(marker, said);
            throw e;
        }
        Duration took = Duration.ofNanos(System.nanoTime() - begin);
        said.end();
        Ending ending = said.ending().orElseGet(() -> {
            if (call.timedOut() || took.compareTo(timeout) >= 0) {
                kill(marker, said);
                return Ending.timedOut();
            }
            return lost(command, call, marker, said);
        });
        return new ExecResult(command, ending, said.out(), said.err(), took);
    }

    private @Nullable PieceFeed feed(Intake intake, Execution execution) {
        return intake.kind() == Intake.Kind.PIECES && intake.stdin() instanceof Stdin.Streamed streamed
                ? PieceFeed.start(
                        streamed.source(),
                        intake.file(),
                        (file, piece) -> write(file, piece, TO_WRITE),
                        this::removeLater,
                        execution::kill)
                : null;
    }

    /** A command that has begun has its time from then on; until it has, the controller may be slow. */
    private static ExecResult listen(Execution execution, Duration timeout, Said said) {
        Alarm alarm = null;
        try {
            for (Optional<OutputChunk> chunk = execution.next(); chunk.isPresent(); chunk = execution.next()) {
                said.accept(chunk.get());
                if (alarm == null && said.supervisor().isPresent()) {
                    alarm = Alarm.in(timeout.plus(GRACE), execution::kill);
                }
            }
            return execution.await();
        } finally {
            if (alarm != null) {
                alarm.silence();
            }
        }
    }

    /**
     * Returns how a command ended that did not come to say so: somebody inside killed whoever would have. Where the way to it
     * broke, or somebody killed the controller, nobody knows how it would have ended.
     */
    private Ending lost(Command command, ExecResult call, String marker, Said said) {
        boolean broken =
                call.outcome() == Outcome.SIGNALED || controller.route().isBroken(call.exitCode());
        if (said.supervisor().isPresent() && controller.has(id)) {
            kill(marker, said);
            if (!broken) {
                return GuestEndings.ofExitCode(call.exitCode());
            }
        }
        String what = "run a command in '" + id + "' (" + command + ")";
        throw explained(new SandboxTransportException(controller.failed(what, call)));
    }

    /** Kills all that a command has started, since not every controller does. */
    private void kill(String marker, Said said) {
        List<String> argv = Request.kill(
                said.supervisor().orElse("0"), marker, said.command().orElse("0"));
        ExecResult result = controller.call(TO_KILL.plus(GRACE), Stdin.empty(), Controller.exec(id, TO_KILL, argv));
        if (!result.succeeded()) {
            LOG.log(Level.DEBUG, "What a command left in {0} may not be dead: {1}", id, Controller.said(result));
        }
    }
}
