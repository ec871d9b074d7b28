package dev.sandboxed.provider.docker.internal.container;

import com.github.dockerjava.api.exception.NotFoundException;
import dev.sandboxed.guest.files.GuestArchives;
import dev.sandboxed.provider.docker.internal.engine.EngineFaults;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.Locale;

/**
 * Archives of a container, made and unpacked by the engine.
 *
 * @param container the container
 * @param sandbox id of the sandbox
 */
public record ContainerArchives(Container container, String sandbox) implements GuestArchives {

    @Override
    public InputStream fetch(String path) throws IOException {
        try {
            return container.archive(path);
        } catch (RuntimeException e) {
            throw translated("Cannot read '" + path + "'", path, e);
        }
    }

    @Override
    public void store(String directory, InputStream tar) throws IOException {
        try {
            container.unpack(directory, tar);
        } catch (RuntimeException e) {
            throw translated("Cannot write to '" + directory + "'", directory, e);
        }
    }

    /** Only a missing file is the caller's affair, and what the engine says about files; all else is a broken sandbox. */
    private IOException translated(String what, String path, RuntimeException e) {
        String said = EngineFaults.said(e).toLowerCase(Locale.ROOT);
        if (e instanceof NotFoundException && !said.contains("no such container")) {
            NoSuchFileException missing = new NoSuchFileException(path);
            missing.initCause(e);
            return missing;
        }
        if (said.contains("read-only") || said.contains("no space left") || said.contains("not a directory")) {
            return new IOException(EngineFaults.said(e), e);
        }
        throw EngineFaults.of(what, sandbox, e);
    }
}
