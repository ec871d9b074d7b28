package dev.sandboxed.process.internal.posix;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.linux.internal.libc.LibC;
import dev.sandboxed.linux.internal.libc.PosixException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A child process: the leader of its own session, whose exact end we alone wait for.
 *
 * <p>Until it has been waited for, its process id belongs to it and to nobody else, so signals cannot hit a stranger.
 */
public final class Child implements AutoCloseable {

    private static final int USAGE_SIZE = 144;

    private final int pid;
    private final StandardPipes pipes;
    private int exitDescriptor;
    private @Nullable Ending ending;
    private ResourceUsage usage = ResourceUsage.NONE;

    private Child(int pid, StandardPipes pipes) {
        this.pid = pid;
        this.pipes = pipes;
        this.exitDescriptor = SpawnCalls.pidfdOpen(pid);
    }

    /**
     * Starts a program.
     *
     * @param argv the arguments, the program's name first
     * @param program the file to execute
     * @param env its whole environment
     * @param cwd where it starts; must exist
     * @throws PosixException if it cannot be started; nothing is left behind
     */
    public static Child start(List<String> argv, String program, Map<String, String> env, Path cwd)
            throws PosixException {
        StandardPipes pipes = StandardPipes.open();
        try {
            int pid = Spawn.start(argv, program, env, cwd, pipes);
            pipes.closeChildEnds();
            return new Child(pid, pipes);
        } catch (PosixException | RuntimeException e) {
            pipes.close();
            throw e;
        }
    }

    public int pid() {
        return pid;
    }

    int stdin() {
        return pipes.in().writeEnd();
    }

    int stdout() {
        return pipes.out().readEnd();
    }

    int stderr() {
        return pipes.err().readEnd();
    }

    /** Returns a descriptor that becomes readable at the end, or a negative number where there is none. */
    synchronized int exitDescriptor() {
        return exitDescriptor;
    }

    /** Returns the child its end of file. */
    void closeStdin() {
        pipes.in().closeWriteEnd();
    }

    /** Looks whether it has ended, without waiting. */
    public synchronized Optional<Ending> poll() {
        if (ending == null) {
            try (Memory memory = new Memory(8 + USAGE_SIZE)) {
                memory.clear();
                int reaped;
                do {
                    reaped = SpawnCalls.wait4(pid, memory, SpawnCalls.WNOHANG, memory.share(8));
                } while (reaped < 0 && Native.getLastError() == LibC.EINTR);
                if (reaped == pid) {
                    ending = decode(memory.getInt(0));
                    usage = ResourceUsage.read(memory, 8);
                } else if (reaped < 0) {
                    throw new IllegalStateException("Somebody else waited for our process " + pid
                            + "; the JVM must not ignore SIGCHLD or wait for any child");
                }
            }
        }
        return Optional.ofNullable(ending);
    }

    /** Returns what it used, with the children it waited for; known once it has ended. */
    public synchronized ResourceUsage usage() {
        return usage;
    }

    /** Sends a signal to the process itself, if it has not ended. */
    public synchronized void signal(Signal signal) {
        if (ending == null) {
            LibC.kill(pid, HostPlatform.current().signalNumber(signal.number()));
        }
    }

    /** Kills every process in its process group, if it has not ended. */
    public synchronized void killGroup() {
        if (ending == null) {
            LibC.kill(-pid, Signal.KILL.number());
            LibC.kill(pid, Signal.KILL.number());
        }
    }

    /** Waits for the end for at most this long. */
    public Optional<Ending> await(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        try (Poller poller = new Poller()) {
            Optional<Ending> now = poll();
            while (now.isEmpty() && System.nanoTime() < end) {
                poller.clear();
                poller.add(exitDescriptor(), Poller.Interest.READ);
                poller.poll(Duration.ofMillis(exitDescriptor() < 0 ? 2 : 50));
                now = poll();
            }
            return now;
        }
    }

    private static Ending decode(int status) {
        int signal = status & 0x7f;
        return signal == 0 ? Ending.exited(status >> 8 & 0xff) : Ending.signaled(new Signal(signal));
    }

    /** Closes our ends of the pipes; whoever still writes to them gets an error, not us. */
    @Override
    public synchronized void close() {
        pipes.close();
        if (exitDescriptor >= 0) {
            LibC.close(exitDescriptor);
            exitDescriptor = -1;
        }
    }
}
