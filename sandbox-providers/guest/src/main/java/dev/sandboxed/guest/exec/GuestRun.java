package dev.sandboxed.guest.exec;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.process.Alarm;
import dev.sandboxed.process.output.CapturingSink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** One command from the request for it to its end, moved along by one thread. */
final class GuestRun implements Supervisor.Listener {

    /** How much of what was printed last is kept, for the case that the runtime says there why nothing works. */
    private static final int LAST_WORDS = 2048;
    /** The end is told in both, and on a terminal, where they are one, twice. */
    private static final int OUTPUTS = 2;

    private static final Set<String> REFUSALS = Set.of("cwd", "file", "denied", OddVariables.UNSETTABLE);
    private static final int NONE = -1;

    private final Command command;
    private final Supervisor supervisor;
    private final Request request;
    private final Streams streams;
    private final List<Supervisor.End> ends = new ArrayList<>();
    private final Killing killing;
    private final Vigil vigil;
    private final Set<Integer> signals = ConcurrentHashMap.newKeySet();
    private final long began = System.nanoTime();
    private @Nullable Alarm timeout;
    private int turn = NONE;
    private byte[] lastWords = {};

    GuestRun(Request request, Streams streams, Supervisor supervisor, Runnable kill, BooleanSupplier guestIsAlive) {
        this.command = request.command();
        this.request = request;
        this.streams = streams;
        this.supervisor = supervisor;
        this.killing = new Killing(kill, supervisor);
        this.vigil = new Vigil(guestIsAlive, supervisor::close);
    }

    /**
     * Where the bytes of a command come from and go to.
     *
     * @param input what it reads
     * @param out what takes its standard output
     * @param err what takes its standard error
     * @param room where to wait while those take no more
     */
    record Streams(StdinPump input, CapturingSink out, CapturingSink err, Room room) implements AutoCloseable {

        CapturingSink of(Source source) {
            return source == Source.STDOUT ? out : err;
        }

        /** Nothing more comes, and not because the command has ended: whoever reads must be told so. */
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
     * Ask for the command, unless the supervisor cannot be asked any more.
     *
     * @throws IOException if the supervisor is not there any more; nothing was started
     */
    void ask() throws IOException {
        watch();
        supervisor.listener(new Supervisor.Listener() {
            @Override
            public void wrote(Source source, byte[] bytes, int length) {
                // Not the command's: either the runtime says why there is no supervisor, or somebody was left behind.
                remember(bytes, length);
            }
        });
        // One that comes up too late must not run what was given up already.
        if (supervisor.awaitReady()) {
            lastWords = new byte[0];
            supervisor.listener(this);
            supervisor.ask(request.bytes());
            awaitBegin();
        }
    }

    /** Expect the command, which the supervisor knows of already. */
    void expect() throws IOException {
        watch();
        supervisor.listener(this);
        awaitBegin();
    }

    private void watch() {
        timeout = Alarm.in(command.timeout(), killing::inBackground);
        vigil.begin();
    }

    /** Wait until the command has begun, or until it is certain that it never will. */
    private void awaitBegin() throws IOException {
        while (!killing.hasBegun() && pumped()) {}
    }

    /** Tell whether it has begun, or had no time left for that. */
    boolean isUnderWay() {
        return killing.hasBegun() || timedOut();
    }

    private boolean pumped() throws IOException {
        try {
            return supervisor.pump();
        } finally {
            requireNotInterrupted();
        }
    }

    /**
     * Move bytes until the command has ended.
     *
     * @return how it ended, or empty if the outputs ended before it was told
     * @throws IOException if the connection broke, for another reason than that its time was up
     */
    Optional<Ending> toEnd() throws IOException {
        try {
            while (ends.size() < OUTPUTS && pumped()) {}
        } catch (IOException e) {
            if (!timedOut()) {
                throw e;
            }
        } catch (RuntimeException | Error e) {
            // Nobody takes its output any more, so nobody would hear of its end.
            killing.inBackground();
            throw e;
        } finally {
            over();
        }
        return timedOut()
                ? Optional.of(Ending.timedOut())
                : ends.stream().findFirst().map(this::ending);
    }

    /** Have it killed if it has begun, and hear nothing more of it. */
    void giveUp() {
        killing.inBackground();
        over();
        supervisor.close();
    }

    /** Nothing more is expected of it, whatever became of it. */
    void over() {
        vigil.end();
        if (timeout != null) {
            timeout.silence();
        }
        killing.ended();
        killing.awaitSettled();
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
        return told || sent ? Ending.signaled(new Signal(end.code() - 128)) : Ending.exited(end.code());
    }

    /**
     * Give the result.
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

    /** Tell why the supervisor did not even try, if so, in its own word for that. */
    Optional<String> refusal() {
        return ends.stream().findFirst().map(Supervisor.End::how).filter(REFUSALS::contains);
    }

    /** Tell whether the supervisor may be ready for more before long. */
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

    /** Kill the command with all that it started; comes back when it is dead, or after a while. */
    void kill() {
        killing.killAndWait();
    }

    @Override
    public void wrote(Source source, byte[] bytes, int length) {
        remember(bytes, length);
        CapturingSink sink = streams.of(source);
        sink.accept(bytes, length);
        streams.room().awaitWhile(() -> !sink.hasRoom() && !killing.isUnderWay());
    }

    private void remember(byte[] bytes, int length) {
        lastWords = Arrays.copyOfRange(bytes, Math.max(0, length - LAST_WORDS), length);
    }

    @Override
    public void begun(int number) {
        turn = number;
        ends.removeIf(end -> end.turn() != number);
        killing.begun();
        if (request.feeds()) {
            streams.input().start(supervisor.channel().input(), killing::inBackground);
        }
    }

    @Override
    public void ended(Source source, Supervisor.End end) {
        // As long as it has not begun, nobody knows which end is its own.
        if (turn == NONE || turn == end.turn()) {
            ends.add(end);
        }
    }

    /** Goes on to listen until the command is dead: one that has not even begun could not be found yet. */
    private void requireNotInterrupted() {
        if (Thread.interrupted()) {
            killing.inBackground();
            try {
                while (ends.size() < OUTPUTS && supervisor.pump()) {}
            } catch (IOException e) {
                // Nobody listens any more, so it was killed or is beyond our reach.
            }
            over();
            supervisor.close();
            Thread.currentThread().interrupt();
            throw new SandboxInterruptedException(
                    Fault.of("Interrupted while a command was running; it was killed: " + command));
        }
    }
}
