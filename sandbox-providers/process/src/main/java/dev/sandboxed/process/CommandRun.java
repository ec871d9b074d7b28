package dev.sandboxed.process;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.linux.internal.libc.PosixException;
import dev.sandboxed.process.internal.output.ByteFeed;
import dev.sandboxed.process.internal.output.CapturingSink;
import dev.sandboxed.process.internal.posix.Child;
import dev.sandboxed.process.internal.posix.ChildIo;
import dev.sandboxed.process.internal.posix.Wakeup;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One command from its start to its end, moved along by one thread. */
final class CommandRun {

    /** How soon an interruption is noticed. */
    private static final Duration TICK = Duration.ofMillis(50);
    /** How long output may still come after the end, while some process holds the pipe open. */
    private static final Duration LATE_OUTPUT = Duration.ofMillis(50);
    /** How long a program may still be open for writing. */
    private static final Duration WRITTEN_SOON = Duration.ofMillis(500);
    /** How long a killed process may take to be gone. */
    private static final Duration DEATH = Duration.ofSeconds(2);

    private final Launch launch;
    private final String marker;
    private final Child child;
    private final long began;
    private long sampled;
    private final CapturingSink out;
    private final CapturingSink err;

    private CommandRun(Launch launch, String marker, Child child, CapturingSink out, CapturingSink err, long began) {
        this.launch = launch;
        this.marker = marker;
        this.child = child;
        this.out = out;
        this.err = err;
        this.began = began;
        this.sampled = began;
        launch.scope().began(child, marker);
    }

    /** Starts the program; it must be moved to its end by {@link #toEnd}. */
    static CommandRun start(Launch launch, String program, CapturingSink out, CapturingSink err) throws PosixException {
        long now = System.nanoTime();
        String marker = launch.scope().nextMarker();
        Map<String, String> env = new HashMap<>(launch.env());
        env.put(ProcessScope.VARIABLE, marker);
        Child child = startWhenWritten(launch, program, env, now);
        return new CommandRun(launch, marker, child, out, err, now);
    }

    /**
     * A file that was just written cannot be executed while a process that another thread is starting still holds a copy of
     * the descriptor it was written through. That is over in a moment.
     */
    private static Child startWhenWritten(Launch launch, String program, Map<String, String> env, long began)
            throws PosixException {
        while (true) {
            try {
                return Child.start(launch.argv(), program, env, launch.cwd());
            } catch (PosixException e) {
                boolean patient = System.nanoTime() - began < WRITTEN_SOON.toNanos();
                if (e.error() != PosixException.ETXTBSY || !patient) {
                    throw e;
                }
                LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
            }
        }
    }

    Command command() {
        return launch.command();
    }

    Child child() {
        return child;
    }

    /** Kills the command with all that it started; safe from any thread. */
    void kill() {
        launch.scope().killCommand(child, marker);
    }

    /** Moves bytes until the command has ended. Afterwards it is dead, waited for, and no descriptor is open. */
    ExecResult toEnd(ByteFeed feed, @Nullable Wakeup wakeup) {
        Ending ending;
        try (child;
                ChildIo io = new ChildIo(child, feed, out, err, wakeup)) {
            io.begin();
            ending = untilEndOrTimeout(io).orElseGet(this::killForTimeout);
            io.drain(LATE_OUTPUT);
        } finally {
            if (child.poll().isEmpty()) {
                killForTimeout();
            }
            launch.scope().ended(child);
        }
        return new ExecResult(
                launch.command(), ending, out.captured(), err.captured(), Duration.ofNanos(System.nanoTime() - began));
    }

    private Optional<Ending> untilEndOrTimeout(ChildIo io) {
        Optional<Ending> ending = child.poll();
        for (Duration left = left(); ending.isEmpty() && left.compareTo(Duration.ZERO) > 0; left = left()) {
            if (Thread.interrupted()) {
                throw interrupted(launch.command());
            }
            io.round(left.compareTo(TICK) < 0 ? left : TICK);
            ending = child.poll();
            if (ending.isEmpty() && System.nanoTime() - sampled > TICK.toNanos()) {
                sampled = System.nanoTime();
                launch.scope().sample(child);
            }
        }
        return ending;
    }

    private Ending killForTimeout() {
        kill();
        child.await(DEATH);
        return Ending.timedOut();
    }

    private Duration left() {
        return launch.command().timeout().minusNanos(System.nanoTime() - began);
    }

    private static SandboxInterruptedException interrupted(Command command) {
        Thread.currentThread().interrupt();
        return new SandboxInterruptedException(
                Fault.of("Interrupted while a command was running; it was killed: " + command));
    }
}
