package dev.sandboxed.provider.kubernetes.internal;

import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.Usage;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.Terminal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.guest.sandbox.GuestSandbox;
import java.util.function.Consumer;

/** A pod, and the commands and files in it. */
final class KubernetesSandbox extends GuestSandbox {

    private final Runnable removal;

    /**
     * Takes over a pod.
     *
     * @param service what serves it
     * @param removal removes it
     */
    KubernetesSandbox(
            Creation creation, SandboxInfo info, Capabilities capabilities, PodService service, Runnable removal) {
        super(creation, info, capabilities, service);
        this.removal = removal;
    }

    @Override
    protected Terminal open(Command command, TerminalSize size, Consumer<Ending> ended) {
        return new ResizedTerminal(super.open(command, size, ended), commands());
    }

    @Override
    protected Usage measure() {
        return withPeak(ContainerUsage.of(commands()));
    }

    @Override
    protected void release() {
        commands().close();
        removal.run();
    }
}
