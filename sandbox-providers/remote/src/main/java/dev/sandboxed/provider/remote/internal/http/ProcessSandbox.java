package dev.sandboxed.provider.remote.internal.http;

import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.guest.sandbox.GuestSandbox;

/** A sandbox at a service that only starts processes in it. */
final class ProcessSandbox extends GuestSandbox implements Kept {

    private final SandboxEnd end;

    /**
     * Takes over a sandbox, and starts its first process.
     *
     * @param end ends it at the service; called once
     * @throws dev.sandboxed.api.error.SandboxException if that process cannot be started
     */
    ProcessSandbox(Creation creation, SandboxInfo info, Capabilities capabilities, Service service, Runnable end) {
        super(creation, info, capabilities, service);
        this.end = new SandboxEnd(end);
    }

    @Override
    public void vanished(String why) {
        end.vanished();
        destroy(why);
    }

    /** Commands that still run end with the sandbox; whoever waits for them is told now. */
    @Override
    protected void release() {
        try {
            end.run();
        } finally {
            commands().close();
        }
    }
}
