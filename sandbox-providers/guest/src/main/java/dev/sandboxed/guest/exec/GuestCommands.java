package dev.sandboxed.guest.exec;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.CommandStartException;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.api.exec.Terminal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.api.spec.GuestPath;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.guest.internal.words.CommandFaults;
import dev.sandboxed.guest.internal.words.OddVariables;
import dev.sandboxed.process.internal.output.CapturingSink;
import dev.sandboxed.process.internal.output.ChunkQueue;
import dev.sandboxed.process.internal.output.LiveSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Runs commands in one guest. Everything that a command can do wrong is a result; what the guest or the way to it does
 * wrong is an exception.
 */
public final class GuestCommands implements AutoCloseable {

    private final GuestRuntime runtime;
    private final GuestRuntime live;
    private final Home home;
    private final CommandFaults faults;
    private final Supervisor first;
    private final Supervisors supervisors;
    private final AtomicLong count = new AtomicLong();
    private final String marker = SupervisorScript.word().substring(0, 8);

    /**
     * Where commands run.
     *
     * @param workdir where they start
     * @param env what is added to the environment that the guest itself gives them
     * @param secret which of these may show nowhere
     * @param fault begins the description of what went wrong there
     */
    public record Home(String workdir, Map<String, String> env, Set<String> secret, Function<String, Fault> fault) {

        public Home {
            env = Map.copyOf(env);
            secret = Set.copyOf(secret);
        }

        /**
         * Returns the one that a spec asks for. Secrets come with each command, so that they are kept nowhere else, and so
         * do variables that the guest itself cannot give to commands, since a shell stands in between.
         */
        public static Home of(SandboxSpec spec, Function<String, Fault> fault) {
            Map<String, String> env = new LinkedHashMap<>(spec.env());
            env.keySet().removeIf(name -> !OddVariables.isOdd(name));
            spec.secrets().forEach((name, secret) -> env.put(name, secret.reveal()));
            return new Home(spec.workdir(), env, spec.secrets().keySet(), fault);
        }
    }

    /**
     * Creates what serves a guest.
     *
     * @param first the streams of the first supervisor, started with {@link SupervisorScript#first} or
     *     {@link SupervisorScript#serving}
     * @param word what it marks its words with
     */
    public GuestCommands(GuestRuntime runtime, Home home, GuestChannel first, String word) {
        this.faults = new CommandFaults(home.fault(), home.secret());
        this.runtime = runtime;
        this.live = new RunningGuestRuntime(runtime, faults);
        this.home = home;
        this.first = new Supervisor(first, word);
        this.supervisors = new Supervisors(live, this.first);
    }

    /**
     * Waits until the guest can run commands. Call it once, before anything else.
     *
     * @return what the kernel inside says of itself, the text of {@code /proc/version}
     * @throws IOException if the connection breaks
     * @throws SandboxStartException if the guest came to nothing
     */
    public String awaitReady() throws IOException {
        Optional<String> kernel = first.hello();
        if (kernel.isEmpty()) {
            Ending ending = runtime.explain(first.channel(), "");
            throw new SandboxStartException(home.fault()
                    .apply("The first process of the guest " + ending)
                    .remedy("use an image in which /bin/sh works"));
        }
        return kernel.get();
    }

    /** Keeps one more supervisor in reserve: where processes are limited, there may be no room for it later. */
    public void reserveSupervisor() {
        supervisors.keepWaiting(2);
    }

    /**
     * Runs a command until it ends or its time is up.
     *
     * @throws dev.sandboxed.api.error.SandboxInterruptedException if the thread is interrupted; all of it is dead by then
     * @throws dev.sandboxed.api.error.SandboxFileNotFoundException if its directory does not exist
     * @throws dev.sandboxed.api.error.SandboxFileException if its directory is none, or may not be entered
     * @throws dev.sandboxed.api.exec.CommandStartException if it cannot be started: there is no such user, for example
     * @throws dev.sandboxed.api.error.SandboxTransportException if the connection breaks, or the source of its input
     * @throws IllegalArgumentException if its arguments are larger than any kernel takes
     */
    public ExecResult run(Command command) {
        return finish(begin(command, (source, sink) -> sink));
    }

    /** Starts a command to talk to while it runs; fails as {@link #run} does. */
    public Execution start(Command command, Consumer<ExecResult> ended) {
        ChunkQueue queue = new ChunkQueue(Source.values().length, () -> {});
        GuestRun run = begin(command, (source, sink) -> new LiveSink(source, sink, queue));
        return new GuestExecution(run, queue, this::finish, this::signal, ended);
    }

    /** Starts a command on a terminal; fails as {@link #run} does. */
    public Terminal open(Command given, TerminalSize size, Consumer<Ending> ended) {
        Command command = given.stdin(Stdin.open());
        String word = SupervisorScript.word();
        Request request = Request.of(command, OddVariables.NONE, cwd(command), nextMarker());
        OddVariables variables = OddVariables.in(environment(command), home.secret());
        Map<String, String> env = new LinkedHashMap<>(variables.settable());
        env.putAll(SupervisorScript.environment());
        env.put("SANDBOXED_COMMAND", request.marker());
        GuestProcess process = new GuestProcess(
                SupervisorScript.showing(word, cwd(command), size, variables.shell(), command.argv()),
                env,
                command.user().orElse(null),
                size);
        ChunkQueue queue = new ChunkQueue(Source.values().length, () -> {});
        CapturingSink out = new LiveSink(Source.STDOUT, CapturingSink.to(Optional.empty(), 0), queue);
        CapturingSink err = new LiveSink(Source.STDERR, CapturingSink.to(Optional.empty(), 0), queue);
        Supervisor supervisor = new Supervisor(startNow(command, process), word);
        GuestRun run = new GuestRun(
                request,
                new GuestRun.Streams(CommandInput.of(command.stdin()), out, err),
                supervisor,
                () -> kill(supervisor, request.marker(), command),
                runtime);
        try {
            run.expect();
        } catch (IOException e) {
            run.finish();
            supervisor.close();
            throw faults.broken(command, e);
        } catch (UncheckedIOException e) {
            throw flooded(run, command, e);
        } catch (RuntimeException | Error e) {
            run.abandon();
            throw e;
        }
        GuestExecution execution =
                new GuestExecution(run, queue, this::finish, this::signal, result -> ended.accept(result.ending()));
        if (!run.isUnderWay()) {
            // It never began, and why that is comes with its end.
            throw notStarted(run, execution.await().ending());
        }
        return new GuestTerminal(execution, supervisor.channel(), home.fault());
    }

    private GuestChannel startNow(Command command, GuestProcess process) {
        try {
            return live.start(process);
        } catch (IOException e) {
            throw faults.broken(command, e);
        }
    }

    /**
     * Begins a command. A supervisor that waited may have died meanwhile; as long as the command has not begun, another is
     * asked.
     */
    private GuestRun begin(Command command, BiFunction<Source, CapturingSink, CapturingSink> via) {
        OddVariables variables = OddVariables.in(environment(command), home.secret());
        Request request = Request.of(command, variables, cwd(command), nextMarker());
        GuestRun.Streams streams = streams(command, via);
        try {
            boolean fresh = command.user().isPresent();
            GuestRun run = attempt(request, streams, fresh);
            while (!run.isUnderWay() && !fresh) {
                fresh = !supervisors.anyWaiting();
                run = attempt(request, streams, fresh);
            }
            if (!run.isUnderWay()) {
                throw notStarted(run, live.explain(run.supervisor().channel(), run.lastWords()));
            }
            return run;
        } catch (RuntimeException | Error e) {
            streams.close();
            throw e;
        }
    }

    private CommandStartException notStarted(GuestRun run, Ending ending) {
        return faults.unknownUser(run.command(), run.lastWords())
                .orElseGet(() -> faults.notStarted(run.command(), ending, run.lastWords()));
    }

    /** Opens what a command reads and writes; if one cannot be opened, the others do not stay so. */
    private static GuestRun.Streams streams(Command command, BiFunction<Source, CapturingSink, CapturingSink> via) {
        CommandInput input = CommandInput.of(command.stdin());
        List<CapturingSink> opened = new ArrayList<>();
        try {
            for (Source source : Source.values()) {
                opened.add(via.apply(source, CapturingSink.of(command, source)));
            }
            return new GuestRun.Streams(input, opened.get(0), opened.get(1));
        } catch (RuntimeException e) {
            input.close();
            opened.forEach(CapturingSink::end);
            throw e;
        }
    }

    private GuestRun attempt(Request request, GuestRun.Streams streams, boolean fresh) {
        Command command = request.command();
        Supervisor supervisor = supervisor(command, fresh, request.feeds());
        GuestRun run =
                new GuestRun(request, streams, supervisor, () -> kill(supervisor, request.marker(), command), runtime);
        try {
            run.ask();
        } catch (IOException e) {
            if (fresh && !run.timedOut()) {
                run.finish();
                live.explain(supervisor.channel(), run.lastWords());
                throw faults.broken(command, e);
            }
        } catch (UncheckedIOException e) {
            throw flooded(run, command, e);
        } catch (RuntimeException | Error e) {
            run.abandon();
            throw e;
        }
        if (!run.isUnderWay()) {
            run.finish();
            supervisor.close();
        }
        return run;
    }

    /** Whoever was left behind inside may write to where a command is to begin, and nobody is held back before it has. */
    private SandboxTransportException flooded(GuestRun run, Command command, UncheckedIOException why) {
        run.abandon();
        return faults.broken(command, Objects.requireNonNull(why.getCause()));
    }

    private Supervisor supervisor(Command command, boolean fresh, boolean forGood) {
        try {
            return fresh ? supervisors.start(command.user().orElse(null)) : supervisors.take(forGood);
        } catch (IOException e) {
            throw faults.broken(command, e);
        }
    }

    private ExecResult finish(GuestRun run) {
        try {
            return resultOf(run);
        } catch (RuntimeException | Error e) {
            run.streams().fail(e);
            throw e;
        } finally {
            run.streams().close();
        }
    }

    private ExecResult resultOf(GuestRun run) {
        boolean reusable = false;
        try {
            Optional<Ending> told = run.awaitEnd();
            reusable = run.command().user().isEmpty() && run.leavesSupervisor();
            run.refusal().ifPresent(how -> {
                throw faults.refused(how, run.command(), cwd(run.command()));
            });
            return run.result(told.orElseGet(() -> explainLoss(run)));
        } catch (IOException e) {
            live.explain(run.supervisor().channel(), run.lastWords());
            SandboxTransportException broken = faults.broken(run.command(), e);
            killUnheard(run, broken);
            throw broken;
        } finally {
            if (reusable) {
                supervisors.giveBack(run.supervisor());
            } else {
                run.supervisor().close();
            }
        }
    }

    /** Whoever kills its supervisor must not get away with it. */
    private Ending explainLoss(GuestRun run) {
        Ending ending = live.explain(run.supervisor().channel(), run.lastWords());
        kill(run.supervisor(), run.marker(), run.command());
        return ending;
    }

    /** Nobody hears of its end any more, and some guests leave running what nobody listens to. */
    private void killUnheard(GuestRun run, SandboxTransportException why) {
        try {
            kill(run.supervisor(), run.marker(), run.command());
        } catch (SandboxException e) {
            why.addSuppressed(e);
        }
    }

    private void kill(Supervisor whose, String mark, Command command) {
        try {
            if (runtime.kill(whose.pid(), mark, whose.command())) {
                return;
            }
        } catch (IOException e) {
            throw faults.broken(command, e);
        }
        request("kill " + whose.pid() + " " + mark + " " + whose.command(), command);
    }

    private void signal(GuestRun run, Signal signal) {
        run.signalled(signal);
        signal(run.supervisor(), signal, run.command());
    }

    private void signal(Supervisor whose, Signal signal, Command command) {
        request("signal " + whose.pid() + " " + whose.command() + " " + signal.number(), command);
    }

    /** Asks a supervisor of the command's user, whose processes nobody else may touch. */
    private void request(String request, Command command) {
        boolean fresh = command.user().isPresent();
        while (!isServed(request, command, fresh) && !fresh) {
            fresh = !supervisors.anyWaiting();
        }
    }

    private boolean isServed(String request, Command command, boolean fresh) {
        Supervisor supervisor = supervisor(command, fresh, false);
        boolean served = false;
        try {
            served = supervisor.serve(request);
        } catch (IOException e) {
            if (fresh) {
                throw faults.broken(command, e);
            }
        } finally {
            if (served && command.user().isEmpty()) {
                supervisors.giveBack(supervisor);
            } else {
                supervisor.close();
            }
        }
        return served;
    }

    private Map<String, String> environment(Command command) {
        Map<String, String> env = new LinkedHashMap<>(home.env());
        env.putAll(command.env());
        return env;
    }

    private String cwd(Command command) {
        return command.cwd().map(dir -> GuestPath.resolve(home.workdir(), dir)).orElse(home.workdir());
    }

    /** Returns what the variable {@code SANDBOXED_COMMAND} begins with in all that its commands start. */
    public String mark() {
        return marker + "-";
    }

    private String nextMarker() {
        return mark() + Long.toString(count.incrementAndGet(), Character.MAX_RADIX) + ".";
    }

    @Override
    public void close() {
        supervisors.close();
    }
}
