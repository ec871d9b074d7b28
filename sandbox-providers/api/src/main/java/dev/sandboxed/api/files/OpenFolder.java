package dev.sandboxed.api.files;

import dev.sandboxed.api.internal.files.FileModes;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A folder of the host that is held open. What is done in it goes by single names, none of which is ever followed as a link,
 * and happens in this very folder even when somebody has put another one or a link in its place.
 *
 * <p>Where Java cannot hold folders open, as on macOS, it is known by its path: still no single name is followed, but a folder
 * that is replaced at the wrong moment is not noticed.
 */
final class OpenFolder implements Closeable {

    private static final Set<StandardOpenOption> CREATE =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

    private final Path path;
    private final DirectoryStream<Path> stream;
    private final @Nullable SecureDirectoryStream<Path> secure;

    private OpenFolder(Path path, DirectoryStream<Path> stream) {
        this.path = path;
        this.stream = stream;
        this.secure = stream instanceof SecureDirectoryStream<Path> held ? held : null;
    }

    /** Opens a folder of our own choice; links on the way to it are followed. */
    @SuppressWarnings("StreamResourceLeak") // It is closed with what is returned.
    static OpenFolder at(Path path) throws IOException {
        return new OpenFolder(path, Files.newDirectoryStream(path));
    }

    /**
     * Opens a folder in this one.
     *
     * @throws IOException if there is none, or it is a link
     */
    OpenFolder child(Path name) throws IOException {
        Path below = path.resolve(name);
        if (secure != null) {
            return new OpenFolder(below, secure.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS));
        }
        if (!Files.isDirectory(below, LinkOption.NOFOLLOW_LINKS)) {
            throw new NotDirectoryException(below.toString());
        }
        return at(below);
    }

    /** Lists the names in it, which can be done once. */
    List<Path> names() throws IOException {
        List<Path> names = new ArrayList<>();
        stream.forEach(entry -> names.add(entry.getFileName()));
        return names;
    }

    /** Looks at an entry; null if there is none. */
    @Nullable
    BasicFileAttributes look(Path name) throws IOException {
        try {
            return secure == null
                    ? Files.readAttributes(path.resolve(name), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    : secure.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                            .readAttributes();
        } catch (NoSuchFileException absent) {
            return null;
        }
    }

    /** Creates a file that only its owner can read so far. */
    SeekableByteChannel create(Path name) throws IOException {
        var mode = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        return secure == null
                ? Files.newByteChannel(path.resolve(name), CREATE, mode)
                : secure.newByteChannel(name, CREATE, mode);
    }

    /** Moves an entry of another folder here; a file or a link that is there is replaced. */
    void take(OpenFolder from, Path name, Path as) throws IOException {
        if (secure != null && from.secure != null) {
            from.secure.move(name, secure, as);
        } else {
            Files.move(from.path.resolve(name), path.resolve(as), StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /** Sets the permission bits of a file or a folder in this one. */
    void setMode(Path name, int mode) throws IOException {
        PosixFileAttributeView view = secure == null
                ? Files.getFileAttributeView(
                        path.resolve(name), PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                : secure.getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        view.setPermissions(FileModes.toPermissions(mode));
    }

    /** Removes an entry with all that is in it. */
    void remove(Path name) throws IOException {
        BasicFileAttributes found = look(name);
        if (found == null) {
            return;
        }
        if (!found.isDirectory()) {
            delete(name, false);
            return;
        }
        try (OpenFolder folder = child(name)) {
            for (Path each : folder.names()) {
                folder.remove(each);
            }
        }
        delete(name, true);
    }

    private void delete(Path name, boolean folder) throws IOException {
        if (secure == null) {
            Files.delete(path.resolve(name));
        } else if (folder) {
            secure.deleteDirectory(name);
        } else {
            secure.deleteFile(name);
        }
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
