package dev.sandboxed.linux.internal.files;

import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.linux.internal.libc.LibC;
import dev.sandboxed.linux.internal.libc.PosixException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * A file, folder or link that is held: whatever others do to its name, this is still the same. In a folder that somebody
 * else can change, a path that was looked at a moment ago may lead anywhere; so whoever goes down there holds each folder
 * and asks for one name in it at a time.
 *
 * <p>Linux gives the held a path of their own, through which Java can do what it does with any other. Where there is none, as
 * on other systems, nothing is held, and names are all there is.
 */
public final class Held implements AutoCloseable {

    private static final String OWN_PATHS = "/proc/self/fd/";
    private static final int ITS_OWN_NAME = 010000000;
    private static final int BELOW_THE_WORKING_FOLDER = -100;
    private static final int NONE = -1;
    private static final @Nullable Function OPENAT = LibC.optional("openat");
    private static final boolean POSSIBLE = isPossible();

    private final int descriptor;
    private final Path path;

    private Held(int descriptor, Path path) {
        this.descriptor = descriptor;
        this.path = path;
    }

    /**
     * Holds what is at a path, every folder of which nobody else can change. A link at its end is held itself.
     *
     * @throws IOException if nothing is there, or it may not be looked at
     */
    public static Held at(Path path) throws IOException {
        return POSSIBLE ? open(BELOW_THE_WORKING_FOLDER, path) : byName(path);
    }

    /**
     * Holds what has a name in this folder. A link is held itself.
     *
     * @throws NoSuchFileException if nothing has that name
     * @throws NotDirectoryException if this is no folder
     * @throws IOException if it may not be looked at
     */
    public Held child(Path name) throws IOException {
        return POSSIBLE ? open(descriptor, single(name)) : byName(path(name));
    }

    /** Returns the path of what is held, for everything but looking at it: {@link #attributes} does that. */
    public Path path() {
        return path;
    }

    /** Returns the path of what has a name in this folder at the moment it is used. */
    public Path path(Path name) {
        return path.resolve(single(name));
    }

    /** Looks at it. */
    public <A extends BasicFileAttributes> A attributes(Class<A> type) throws IOException {
        return Files.readAttributes(path, type, options());
    }

    /** Looks at one thing about it, such as {@code unix:mode}. */
    public Object attribute(String name) throws IOException {
        return Files.getAttribute(path, name, options());
    }

    @Override
    public void close() {
        if (descriptor != NONE) {
            LibC.close(descriptor);
        }
    }

    /** Its own path leads to what is held and no further, even if that is a link. */
    private static LinkOption[] options() {
        return POSSIBLE ? new LinkOption[0] : new LinkOption[] {LinkOption.NOFOLLOW_LINKS};
    }

    private static Path single(Path name) {
        String text = name.toString();
        if (name.isAbsolute() || name.getNameCount() != 1 || text.isEmpty() || text.equals(".") || text.equals("..")) {
            throw new IllegalArgumentException("'" + name + "' is not a single name");
        }
        return name;
    }

    private static Held byName(Path path) throws IOException {
        Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return new Held(NONE, path);
    }

    private static Held open(int folder, Path name) throws IOException {
        byte[] bytes = ByteNames.of(name).getBytes(StandardCharsets.ISO_8859_1);
        try (Memory text = new Memory(bytes.length + 1L)) {
            text.write(0, bytes, 0, bytes.length);
            text.setByte(bytes.length, (byte) 0);
            int flags = ITS_OWN_NAME | LibC.O_CLOEXEC | linksThemselves();
            int descriptor = openat(folder, text, flags);
            if (descriptor < 0) {
                throw failure(name, Native.getLastError());
            }
            return new Held(descriptor, Path.of(OWN_PATHS + descriptor));
        }
    }

    private static int openat(int folder, Memory name, int flags) {
        return OPENAT == null ? NONE : OPENAT.invokeInt(new Object[] {folder, name, flags});
    }

    private static IOException failure(Path name, int error) {
        return switch (error) {
            case PosixException.ENOENT -> new NoSuchFileException(name.toString());
            case PosixException.EACCES -> new AccessDeniedException(name.toString());
            case PosixException.ENOTDIR -> new NotDirectoryException(name.toString());
            default -> new FileSystemException(name.toString(), null, "it cannot be opened (error " + error + ")");
        };
    }

    /** The one flag whose number depends on the processor. */
    private static int linksThemselves() {
        return switch (HostPlatform.architecture()) {
            case "arm64", "arm", "ppc64le", "ppc64" -> 0100000;
            default -> 0400000;
        };
    }

    /** Tries it with a link that every Linux has: were it followed, something else would be held. */
    private static boolean isPossible() {
        if (OPENAT == null || HostPlatform.current() != HostPlatform.LINUX) {
            return false;
        }
        try (Held link = open(BELOW_THE_WORKING_FOLDER, Path.of("/proc/self"))) {
            return Files.readAttributes(link.path, BasicFileAttributes.class).isSymbolicLink();
        } catch (IOException noSuchFiles) {
            return false;
        }
    }
}
