package dev.sandboxed.provider.microvm.internal.ctl;

import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.spi.AbstractSandbox;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.guest.files.GuestAccess;
import dev.sandboxed.guest.files.GuestFiles;

/** A machine of a controller. */
final class CtlSandbox extends AbstractSandbox {

    private final CtlCommands commands;
    private final GuestFiles files;
    private final Runnable end;

    /**
     * Takes over a machine that is there.
     *
     * @param end removes it; called once
     */
    CtlSandbox(Creation creation, SandboxInfo info, Capabilities capabilities, CtlMachine machine, Runnable end) {
        super(creation, info, capabilities);
        this.commands = new CtlCommands(machine, creation.spec(), this::fault, this::destroy);
        this.end = end;
        this.files = new GuestFiles(new GuestAccess(
                info.provider(),
                info.id(),
                creation.spec().workdir(),
                new CtlArchives(machine, commands),
                commands::run,
                this::requireRunning));
    }

    @Override
    protected ExecResult run(Command command) {
        return commands.run(command);
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
