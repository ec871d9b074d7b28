package dev.sandboxed.guest.exec;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.guest.exec.CommandLifecycle.State;
import dev.sandboxed.guest.internal.words.OddVariables;
import dev.sandboxed.process.internal.output.CapturingSink;
import dev.sandboxed.process.internal.thread.Alarm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** One attempt to run a command, from the request for it to its end, moved along by one thread. */
final class GuestRun implements Supervisor.Listener {

    /** How much of what was printed last is kept, for the case that the runtime says there why nothing works. */
    private static final int LAST_WORDS = 2048;
    /** The end is told in both, and on a terminal, where they are one, twice. */
    private static final int OUTPUTS = 2;

    /** Others inside can say so as well, as often as they like. */
    private static final int MOST_ENDS = 64;

    private static final Set<String> REFUSALS = Set.of("cwd", "file", "denied", OddVariables.UNSETTABLE);
    private static final int NONE = -1;

    private final Command command;
    private final Supervisor supervisor;
    private final Request request;
    private final Streams streams;
    private final List<Supervisor.End> ends = new ArrayList<>();
    private final CommandLifecycle lifecycle = new CommandLifecycle();
    private final CommandKiller killer;
    private final LivenessCheck liveness;
    private final GuestRuntime runtime;
    private final Set<Integer> signals = ConcurrentHashMap.newKeySet();
    private final long began = System.nanoTime();
    private @Nullable Alarm timeout;
    private int turn = NONE;
    private byte[] lastWords = {};

    GuestRun(Request request, Streams streams, Supervisor supervisor, Runnable kill, GuestRuntime runtime) {
        this.command = request.command();
        this.request = request;
        this.streams = streams;
        this.supervisor = supervisor;
        this.killer = new CommandKiller(lifecycle, runtime.grace(), kill, supervisor::close);
        this.runtime = runtime;
        this.liveness = new LivenessCheck(lifecycle, runtime::isAlive, supervisor::close);
    }

    /**
     * Where the bytes of a command come from and go to.
     *
     * @param input what it reads
     * @param out what takes its standard output
     * @param err what takes its standard error
     */
    record Streams(CommandInput input, CapturingSink out, CapturingSink err) implements AutoCloseable {

        CapturingSink of(Source source) {
            return source == Source.STDOUT ? out : err;
        }

        /** Ends both outputs for another reason than the end of the command, which whoever reads is told. */
        void fail(Throwable why) {
            try {
                out.fail(why);
            } finally {
                err.fail(why);
            }
        }

        @Override
        public void close() {
            input.close();
            try {
                out.end();
            } finally {
                err.end();
            }
        }
    }

    /**
     * Asks for the command, unless the supervisor cannot be asked any more, and waits for its start.
     *
     * @throws IOException if the supervisor is not there any more; nothing was started
     */
    void ask() throws IOException {
        watch();
        supervisor.listener(this);
        // One that comes up too late must not run what was given up already.
        if (supervisor.awaitReady()) {
            lastWords = new byte[0];
            lifecycle.moveTo(State.ASKED);
            supervisor.ask(request.bytes());
            awaitStart();
        }
    }

    /** Waits for the start of a command that the supervisor was told of when it was started itself. */
    void expect() throws IOException {
        watch();
        supervisor.listener(this);
        lifecycle.moveTo(State.ASKED);
        awaitStart();
    }

    private void watch() {
        timeout = lifecycle.schedule(command.timeout(), killer::start);
        liveness.start();
    }

    private void awaitStart() throws IOException {
        while (!lifecycle.hasBegun() && pump()) {}
    }

    /** Returns whether it has begun, or had no time left for that. */
    boolean isUnderWay() {
        return lifecycle.hasBegun() || timedOut();
    }

    private boolean pump() throws IOException {
        try {
            return supervisor.pump();
        } finally {
            requireNotInterrupted();
        }
    }

    /**
     * Moves its output until it has ended.
     *
     * @return how it ended, or empty if the outputs ended before the supervisor said so
     * @throws IOException if the connection broke, for another reason than that its time was up
     */
    Optional<Ending> awaitEnd() throws IOException {
        try {
            while (ends.size() < OUTPUTS && pump()) {}
        } catch (IOException e) {
            if (!timedOut()) {
                throw e;
            }
        } catch (RuntimeException | Error e) {
            // Nobody takes its output any more, so nobody would hear of its end.
            killer.start();
            throw e;
        } finally {
            finish();
        }
        return timedOut()
                ? Optional.of(Ending.timedOut())
                : ends.stream().findFirst().map(this::ending);
    }

    /** Kills it if it has begun, and hears nothing more of it. */
    void abandon() {
        killer.start();
        finish();
        supervisor.close();
    }

    /** Expects nothing more of it, and waits until all of it is dead if it had to die. */
    void finish() {
        lifecycle.finish(ends.size() < OUTPUTS ? State.LOST : State.ENDED);
        killer.awaitDone();
    }

    boolean timedOut() {
        return timeout != null && timeout.hasRung();
    }

    private Ending ending(Supervisor.End end) {
        boolean killed = end.code() == 128 + Signal.KILL.number();
        if (killed && end.outOfMemory()) {
            return Ending.outOfMemory();
        }
        if (end.code() < 0) {
            return Ending.signaled(Signal.KILL);
        }
        // No shell tells of these two, so they are believed only where we have sent one.
        boolean sent = signals.contains(end.code() - 128);
        // A shell may have something else to say than who died.
        boolean told = end.how().equals("signal") && end.code() > 128 && end.code() <= 128 + 64;
        if (told || sent) {
            return Ending.signaled(new Signal(end.code() - 128));
        }
        return end.code() != 0 && runtime.isDiskFull() ? Ending.outOfDisk(end.code()) : Ending.exited(end.code());
    }

    /**
     * Returns the result.
     *
     * @throws dev.sandboxed.api.error.SandboxTransportException if the source of its input broke
     */
    ExecResult result(Ending ending) {
        streams.input().requireWhole();
        return new ExecResult(
                command,
                ending,
                streams.out().captured(),
                streams.err().captured(),
                Duration.ofNanos(System.nanoTime() - began));
    }

    /** Returns why the supervisor did not even try, if so, in its own word for that. */
    Optional<String> refusal() {
        return ends.stream().findFirst().map(Supervisor.End::how).filter(REFUSALS::contains);
    }

    /** Returns whether the supervisor may be ready for another command before long. */
    boolean leavesSupervisor() {
        return !request.feeds() && ends.size() == OUTPUTS;
    }

    String marker() {
        return request.marker();
    }

    Command command() {
        return command;
    }

    Streams streams() {
        return streams;
    }

    String lastWords() {
        return new String(lastWords, StandardCharsets.UTF_8);
    }

    Supervisor supervisor() {
        return supervisor;
    }

    void signalled(Signal signal) {
        signals.add(signal.number());
    }

    /** Kills the command with all that it started; returns when it is dead, or after a while. */
    void kill() {
        killer.killAndWait();
    }

    @Override
    public void wrote(Source source, byte[] bytes, int length) {
        lastWords = Arrays.copyOfRange(bytes, Math.max(0, length - LAST_WORDS), length);
        if (isExpected()) {
            CapturingSink sink = streams.of(source);
            sink.accept(bytes, length);
            // That it has begun is said on one output and may be heard after what it wrote to the other; until then
            // nobody reads.
            if (lifecycle.hasBegun()) {
                sink.awaitRoom(lifecycle::isKillRequested);
            }
        }
    }

    /** Before, either the runtime says why there is no supervisor, or somebody was left behind. */
    private boolean isExpected() {
        State state = lifecycle.state();
        return state != State.WAITING && !state.isOver();
    }

    @Override
    public void begun(int number) {
        if (!lifecycle.begin()) {
            // Said by somebody else than the supervisor.
            return;
        }
        turn = number;
        ends.removeIf(end -> end.turn() != number);
        if (request.feeds()) {
            streams.input().start(supervisor.channel().input(), killer::start);
        }
    }

    @Override
    public void ended(Source source, Supervisor.End end) {
        // As long as it has not begun, nobody knows which end is its own.
        if (isExpected() && (turn == NONE || turn == end.turn()) && ends.size() < MOST_ENDS) {
            ends.add(end);
        }
    }

    /** Goes on to listen until the command is dead: one that has not even begun could not be found yet. */
    private void requireNotInterrupted() {
        if (Thread.interrupted()) {
            killer.start();
            try {
                while (ends.size() < OUTPUTS && supervisor.pump()) {}
            } catch (IOException e) {
                // Nobody listens any more, so it was killed or is beyond our reach.
            }
            finish();
            supervisor.close();
            Thread.currentThread().interrupt();
            throw new SandboxInterruptedException(
                    Fault.of("Interrupted while a command was running; it was killed: " + command));
        }
    }
}
