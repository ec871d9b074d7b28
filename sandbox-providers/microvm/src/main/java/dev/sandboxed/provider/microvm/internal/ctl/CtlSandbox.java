package dev.sandboxed.provider.microvm.internal.ctl;

import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Outcome;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.limit.Resource;
import dev.sandboxed.api.spi.AbstractSandbox;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.guest.files.GuestAccess;
import dev.sandboxed.guest.files.GuestFiles;
import java.util.function.Consumer;
import java.util.function.Function;

/** A machine of a controller. */
final class CtlSandbox extends AbstractSandbox {

    private final CtlCommands commands;
    private final GuestFiles files;
    private final Runnable end;

    /** Makes what runs its commands. */
    @FunctionalInterface
    interface Service {

        /**
         * Creates it.
         *
         * @param fault begins the description of what went wrong in the sandbox
         * @param gone to be told why, when the machine turns out to be gone
         */
        CtlCommands commands(Function<String, Fault> fault, Consumer<String> gone);
    }

    /**
     * Takes over a machine that is there.
     *
     * @param end removes it; called once
     */
    CtlSandbox(
            Creation creation,
            SandboxInfo info,
            Capabilities capabilities,
            Controller controller,
            Service service,
            Runnable end) {
        super(creation, info, capabilities);
        this.commands = service.commands(this::fault, this::destroy);
        this.end = end;
        this.files = new GuestFiles(new GuestAccess(
                info.provider(),
                info.id(),
                creation.spec().workdir(),
                new CtlArchives(controller, info.id(), commands),
                commands::run,
                this::requireRunning));
    }

    @Override
    protected ExecResult run(Command command) {
        ExecResult result = commands.run(command);
        if (result.outcome() == Outcome.OUT_OF_MEMORY) {
            events().tell(at -> new SandboxEvent.LimitHit(at, Resource.MEMORY));
        }
        return result;
    }

    @Override
    public SandboxFiles files() {
        return files;
    }

    @Override
    protected void release() {
        end.run();
    }
}
