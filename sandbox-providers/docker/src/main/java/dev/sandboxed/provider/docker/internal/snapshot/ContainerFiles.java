package dev.sandboxed.provider.docker.internal.snapshot;

import dev.sandboxed.provider.docker.internal.container.Container;
import dev.sandboxed.provider.docker.internal.engine.Engine;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/**
 * The files of a container as the engine gives them, whether it runs, is paused, or never ran. The engine sends one archive
 * of a container at a time: whoever asks for a second one before the end of the first waits for ever.
 *
 * @param engine the engine
 * @param container the container
 */
record ContainerFiles(Engine engine, Container container) {

    /** Opens all files, but neither volumes nor what is mounted of the host: in their places is what lies below. */
    TarArchiveInputStream all() {
        return tar(engine.client().exportContainerCmd(container.id()).exec());
    }

    /**
     * Opens a path, relative to the root, with all below it, volumes and mounts of the host included.
     *
     * @throws com.github.dockerjava.api.exception.NotFoundException if there is no such path
     */
    TarArchiveInputStream at(String path) {
        return tar(container.archive("/" + path));
    }

    private static TarArchiveInputStream tar(InputStream content) {
        return new TarArchiveInputStream(content, StandardCharsets.UTF_8.name());
    }
}
