package dev.sandboxed.provider.microvm.internal;

import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.Usage;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.folder.store.SandboxStore;
import dev.sandboxed.guest.sandbox.GuestSandbox;
import dev.sandboxed.guest.sandbox.SharedPause;
import java.io.IOException;

/** A virtual machine, and the commands and files in it. */
final class MicrovmSandbox extends GuestSandbox {

    private final MicrovmService service;
    private final SharedPause pause;
    private final SandboxStore store;

    /**
     * Takes over a machine.
     *
     * @param service what serves it
     * @param store what removes its folder
     */
    MicrovmSandbox(
            Creation creation,
            SandboxInfo info,
            Capabilities capabilities,
            MicrovmService service,
            SandboxStore store) {
        super(creation, info, capabilities, service);
        this.service = service;
        this.pause = new SharedPause(service);
        this.store = store;
    }

    @Override
    protected void hold() {
        try {
            pause.begin(false);
        } catch (IOException e) {
            throw new SandboxTransportException(
                    fault("The sandbox cannot be held still: " + e).cause(e));
        }
    }

    @Override
    protected void letGo() {
        try {
            pause.end(false);
        } catch (IOException e) {
            throw new SandboxTransportException(
                    fault("The sandbox cannot be let go: " + e).cause(e));
        }
    }

    @Override
    protected Usage measure() {
        try {
            return withPeak(service.listener().usage().usage());
        } catch (IOException e) {
            throw new SandboxTransportException(
                    fault("The machine does not tell what it uses: " + e).cause(e));
        }
    }

    @Override
    protected void release() {
        commands().close();
        service.machine().close();
        try {
            store.remove(id());
        } catch (IOException e) {
            throw new SandboxTransportException(fault("Something of the sandbox could not be removed: " + e)
                    .remedy("./sandboxed reap, or delete " + info().nativeId() + " by hand")
                    .cause(e));
        }
    }
}
