package dev.sandboxed.guest.sandbox;

import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.Usage;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Terminal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spi.AbstractSandbox;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.guest.exec.GuestCommands;
import dev.sandboxed.guest.files.GuestAccess;
import dev.sandboxed.guest.files.GuestArchives;
import dev.sandboxed.guest.files.GuestFiles;
import dev.sandboxed.guest.internal.files.CommandArchives;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;

/** A sandbox whose commands and files are those of a guest. For provider authors: what is left is how a guest ends. */
public abstract class GuestSandbox extends AbstractSandbox {

    private final GuestCommands commands;
    private final GuestFiles files;
    private final AtomicLong peakMemory = new AtomicLong();

    /** Makes what serves the guest of one sandbox. */
    @FunctionalInterface
    public interface Service {

        /**
         * Creates what runs its commands.
         *
         * @param fault begins the description of what went wrong in the sandbox
         * @param gone to be told why, when the guest turns out to be gone
         */
        GuestCommands commands(Function<String, Fault> fault, Consumer<String> gone);

        /** Creates what moves its files in large numbers: tar inside, unless there is a better way. */
        default GuestArchives archives(GuestCommands commands) {
            return new CommandArchives(commands::run, command -> commands.start(command, result -> {}));
        }
    }

    protected GuestSandbox(Creation creation, SandboxInfo info, Capabilities capabilities, Service service) {
        super(creation, info, capabilities);
        this.commands = service.commands(this::fault, this::destroy);
        this.files = new GuestFiles(new GuestAccess(
                info.provider(),
                info.id(),
                creation.spec().workdir(),
                service.archives(commands),
                commands::run,
                this::requireRunning));
    }

    /** Returns what runs its commands, for those who start and end the guest. */
    public final GuestCommands commands() {
        return commands;
    }

    @Override
    protected final ExecResult run(Command command) {
        return commands.run(command);
    }

    @Override
    protected final Execution launch(Command command, Consumer<ExecResult> ended) {
        return commands.start(command, ended);
    }

    @Override
    protected Terminal open(Command command, TerminalSize size, Consumer<Ending> ended) {
        return commands.open(command, size, ended);
    }

    @Override
    public final SandboxFiles files() {
        return files;
    }

    /** Completes what was measured, where nobody tells a peak: it is the most that was seen here. */
    protected final Usage withPeak(Usage now) {
        long peak = peakMemory.accumulateAndGet(now.peakMemory().bytes(), Math::max);
        return new Usage(now.cpuTime(), now.memory(), DataSize.ofBytes(peak), now.processes(), now.disk());
    }
}
