package dev.sandboxed.provider.docker.internal;

import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.guest.exec.GuestCommands;
import dev.sandboxed.guest.files.GuestArchives;
import dev.sandboxed.guest.sandbox.GuestSandbox;
import dev.sandboxed.network.internal.NetworkRoom;
import dev.sandboxed.provider.docker.internal.container.AvailableArchives;
import dev.sandboxed.provider.docker.internal.container.Container;
import dev.sandboxed.provider.docker.internal.container.ContainerArchives;
import dev.sandboxed.provider.docker.internal.container.ContainerRuntime;
import dev.sandboxed.provider.docker.internal.stream.ContainerChannel;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What serves a container.
 *
 * @param first the streams of its first process, which need not run yet
 * @param word what that marks its words with
 * @param room what its network is; none where the engine makes that, or there is none
 * @param saving how many snapshots of it are being made
 */
record DockerService(
        SandboxSpec spec,
        SandboxInfo info,
        Container container,
        ContainerChannel first,
        String word,
        @Nullable NetworkRoom room,
        AtomicInteger saving)
        implements GuestSandbox.Service {

    @Override
    public GuestCommands commands(Function<String, Fault> fault, Consumer<String> gone) {
        ContainerRuntime runtime = new ContainerRuntime(container, spec, fault, gone, () -> saving.get() > 0);
        return new GuestCommands(runtime, GuestCommands.Home.of(spec, fault), first, word);
    }

    /**
     * Where the container has a kernel of its own, that does not notice what the engine does to its files; and where it has
     * a read-only root, the engine does not see what is mounted over it.
     */
    @Override
    public GuestArchives archives(GuestCommands commands) {
        GuestArchives inside = GuestSandbox.Service.super.archives(commands);
        boolean ownKernel = info.isolation().atLeast(Isolation.USERSPACE_KERNEL);
        return ownKernel || spec.readOnlyRoot()
                ? inside
                : new AvailableArchives(
                        inside,
                        new ContainerArchives(container, info.id()),
                        () -> commands.run(Command.shell("command -v tar")).succeeded());
    }
}
