package dev.sandboxed.provider.docker.internal.snapshot;

import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import dev.sandboxed.provider.docker.internal.container.Container;

/** Keeps everything in a container from moving while it is looked at, and leaves it as it was. */
final class Stillness implements AutoCloseable {

    private final Container container;
    private final boolean ours;

    private Stillness(Container container, boolean ours) {
        this.container = container;
        this.ours = ours;
    }

    static Stillness in(Container container) {
        ContainerState state = container.inspect().getState();
        boolean still = Boolean.TRUE.equals(state.getPaused()) || !Boolean.TRUE.equals(state.getRunning());
        if (!still) {
            container.pause();
        }
        return new Stillness(container, !still);
    }

    Container container() {
        return container;
    }

    @Override
    public void close() {
        if (ours) {
            container.unpause();
        }
    }
}
