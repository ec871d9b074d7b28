package dev.sandboxed.api;

import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.code.Code;
import dev.sandboxed.api.event.NetworkAttempt;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Terminal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.SandboxSpec;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A live handle on a sandbox. Safe from several threads.
 *
 * <p>All methods but {@link #id}, {@link #spec}, {@link #info}, {@link #state}, {@link #waitFor} and {@link #close} throw
 * <ul>
 *   <li>{@link dev.sandboxed.api.error.SandboxDestroyedException} after it was closed, expired or died,
 *   <li>{@link dev.sandboxed.api.error.SandboxStoppedException} while it is stopped (except {@link #resume}, {@link #usage}
 *       and {@link #snapshot}),
 *   <li>{@link dev.sandboxed.api.error.SandboxTransportException} when the wire to it breaks,
 *   <li>{@link UnsupportedCapabilityException} when the provider does not declare what they need.
 * </ul>
 */
public interface Sandbox extends AutoCloseable {

    /** Returns the id: never empty, unique among all sandboxes. */
    String id();

    /** Returns what it was made from. */
    SandboxSpec spec();

    /** Returns what it runs on and where it is in its life. */
    SandboxInfo info();

    default SandboxState state() {
        return info().state();
    }

    /**
     * Waits until it is in a state. {@code DESTROYED} is reached when nothing is left of it, whoever destroyed it: a caller of
     * {@link #close}, the end of its time to live, or its own death as soon as that is noticed.
     *
     * @return whether it was in that state within the time
     * @throws dev.sandboxed.api.error.SandboxDestroyedException if it is gone, so that it will not be in that state any more
     * @throws dev.sandboxed.api.error.SandboxInterruptedException if the calling thread is interrupted
     */
    boolean waitFor(SandboxState wanted, Duration timeout);

    /**
     * Runs a command and waits for its end. A non-zero exit, a signal and a timeout are results.
     *
     * @throws dev.sandboxed.api.error.SandboxFileNotFoundException if its directory does not exist
     * @throws IllegalArgumentException if its stdin is open, which only a started command can have
     * @throws dev.sandboxed.api.error.SandboxInterruptedException if the calling thread is interrupted; the command is
     *     killed
     */
    ExecResult exec(Command command);

    /** Runs a program with literal arguments and waits for its end. */
    default ExecResult exec(String program, String... arguments) {
        return exec(Command.of(program, arguments));
    }

    /** Runs a script with {@code /bin/sh} and waits for its end. */
    default ExecResult shell(String script) {
        return exec(Command.shell(script));
    }

    /**
     * Runs code that nobody has read, and tells what came of it: its result, the files that it changed, and a verdict. A wrong answer, a
     * crash and a missing interpreter are results. It lies in a file of the workdir while it runs.
     *
     * @throws dev.sandboxed.api.error.SandboxFileException if its file cannot be written
     * @throws dev.sandboxed.api.error.SandboxInterruptedException if the calling thread is interrupted; the code is killed
     */
    default CodeRun run(Code code) {
        return new CodeRunner(this, code).run();
    }

    /** Starts a command and talk to it while it runs; needs {@code STREAMING}. */
    default Execution start(Command command) {
        throw UnsupportedCapabilityException.of(Capability.STREAMING, info().provider());
    }

    /** Starts a command on a pseudo terminal; needs {@code TERMINAL}. */
    default Terminal terminal(Command command, TerminalSize size) {
        throw UnsupportedCapabilityException.of(Capability.TERMINAL, info().provider());
    }

    SandboxFiles files();

    /**
     * Unpacks an archive of the host into a directory, which is made if it is not there: zip, tar or tar.gz, told by its content, with at
     * most 1 GiB in it. A tar is unpacked by the {@code tar} of the sandbox. The files of a zip get the modes of new files.
     *
     * @throws dev.sandboxed.api.error.SandboxFileException if it cannot be read or unpacked, has a name in it that leads out of the directory, or
     *     too much; what was unpacked by then stays
     */
    default void unpack(Path archive, String directory) {
        unpack(archive, directory, DataSize.ofGibibytes(1));
    }

    /** Unpacks an archive as {@link #unpack(Path, String)} does, with at most this much in it. */
    default void unpack(Path archive, String directory, DataSize most) {
        new Unpacking(this, archive, directory, most).run();
    }

    /** Holds everything inside still; needs {@code PAUSE}. Stopping twice is fine. */
    default void stop() {
        throw UnsupportedCapabilityException.of(Capability.PAUSE, info().provider());
    }

    /** Lets everything inside go on where it was; needs {@code PAUSE}. Resuming twice is fine. */
    default void resume() {
        throw UnsupportedCapabilityException.of(Capability.PAUSE, info().provider());
    }

    /** Saves the files as they are now; needs {@code SNAPSHOT}, and to save processes as well {@code SNAPSHOT_MEMORY}. */
    default Snapshot snapshot(SnapshotOptions options) {
        throw UnsupportedCapabilityException.of(Capability.SNAPSHOT, info().provider());
    }

    /**
     * Makes copies of it: sandboxes of the same spec, whose files are those of this moment and whose processes are none; needs
     * {@code SNAPSHOT}. Prepare one, and try several answers beside each other. Whoever makes copies closes them; those that a test makes of
     * its sandbox are closed with that.
     *
     * @return the copies, as many as asked for
     * @throws IllegalArgumentException if fewer than one is asked for
     * @throws dev.sandboxed.api.error.SandboxStartException if one cannot be made; the others are closed then
     * @throws dev.sandboxed.api.error.SandboxInterruptedException if the calling thread is interrupted; none is left then
     */
    default List<Sandbox> fork(int copies) {
        throw UnsupportedCapabilityException.of(Capability.SNAPSHOT, info().provider());
    }

    /** Returns what was used so far; needs {@code USAGE}. */
    default Usage usage() {
        throw UnsupportedCapabilityException.of(Capability.USAGE, info().provider());
    }

    /**
     * Returns the address on the host at which an exposed port of the sandbox is reached; needs {@code PORTS}.
     *
     * @throws IllegalArgumentException if the spec does not expose that port
     */
    default InetSocketAddress endpoint(int port) {
        throw UnsupportedCapabilityException.of(Capability.PORTS, info().provider());
    }

    /**
     * Returns what commands have tried to reach so far, the oldest first; needs {@code NETWORK_LOG}. Attempts at the same name, or
     * at the same port of an address, are one. Beyond a thousand of each sort the latest are left out.
     */
    default List<NetworkAttempt> networkAttempts() {
        throw UnsupportedCapabilityException.of(Capability.NETWORK_LOG, info().provider());
    }

    /**
     * Returns the last of what the provider itself has said of this sandbox, such as the console of its machine and what runs that;
     * empty where it says nothing. What runs inside may be able to write there.
     */
    default String providerLog() {
        return "";
    }

    /** Destroys it: every process inside ends, every file is gone. Closing twice, or from several threads, is fine. */
    @Override
    void close();
}
