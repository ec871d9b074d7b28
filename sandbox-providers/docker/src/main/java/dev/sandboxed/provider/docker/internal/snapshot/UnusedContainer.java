package dev.sandboxed.provider.docker.internal.snapshot;

import com.github.dockerjava.api.command.CreateContainerCmd;
import dev.sandboxed.provider.docker.internal.container.Container;
import dev.sandboxed.provider.docker.internal.engine.Engine;
import java.util.Map;

/**
 * A container that never runs, only to look at the files of its image.
 *
 * @param files its files
 */
record UnusedContainer(ContainerFiles files) implements AutoCloseable {

    /** Never run, but an image without a command makes no container without one. */
    private static final String COMMAND = "/bin/sh";

    /** Makes one with the labels of a sandbox: should this process be killed, it is removed together with that. */
    static UnusedContainer of(Engine engine, String image, String sandbox, Map<String, String> labels) {
        try (CreateContainerCmd request = engine.client().createContainerCmd(image)) {
            String id =
                    request.withEntrypoint(COMMAND).withLabels(labels).exec().getId();
            return new UnusedContainer(new ContainerFiles(engine, new Container(engine, id, sandbox)));
        }
    }

    @Override
    public void close() {
        files.container().remove();
    }
}
