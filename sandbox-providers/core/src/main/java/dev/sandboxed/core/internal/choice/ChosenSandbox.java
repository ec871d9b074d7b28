package dev.sandboxed.core.internal.choice;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.error.Rejection;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.spi.Events;
import dev.sandboxed.api.spi.ForwardingSandbox;
import java.util.List;

/** A sandbox that knows which providers were passed over for its own, and tells which files are read and written. */
final class ChosenSandbox extends ForwardingSandbox {

    private final List<Rejection> passedOver;
    private final Events events;

    ChosenSandbox(Sandbox made, List<Rejection> passedOver, Events events) {
        super(made);
        this.passedOver = passedOver;
        this.events = events;
    }

    @Override
    public SandboxInfo info() {
        return sandbox().info().after(passedOver);
    }

    @Override
    public SandboxFiles files() {
        return new ToldFiles(sandbox().files(), events);
    }
}
