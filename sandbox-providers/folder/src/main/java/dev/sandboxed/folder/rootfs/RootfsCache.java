package dev.sandboxed.folder.rootfs;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.folder.internal.store.Checksum;
import dev.sandboxed.folder.internal.store.Drafts;
import dev.sandboxed.folder.internal.store.FolderLock;
import dev.sandboxed.folder.internal.store.FolderRemoval;
import dev.sandboxed.folder.internal.store.FolderTrust;
import dev.sandboxed.folder.internal.store.JsonFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * Root file systems that were unpacked, in one folder for all providers and processes of a user. Each has the checksum of
 * what it was made from as its name, and appears all at once. An image is fetched once for each name; {@link #forget} makes
 * it be fetched again.
 */
public final class RootfsCache {

    private static final long MOST_BYTES = 32L << 30;
    private static final long MOST_ENTRIES = 4_000_000;
    private static final int PART_OF_THE_HEAP = 4;
    private static final String REMEDY = "give a folder with a root file system, a tar of one, or the name of an image";

    private final Path folder;
    private final Map<String, String> environment;

    /**
     * Keeps root file systems in a folder, which is made when it is needed.
     *
     * @param environment the user's, for those who fetch images
     */
    public RootfsCache(Path folder, Map<String, String> environment) {
        this.folder = folder.toAbsolutePath();
        this.environment = Map.copyOf(environment);
    }

    /** Opens the one that a provider shares with all others of its user: it lies beside their state. */
    public static RootfsCache beside(ProviderContext context) {
        return new RootfsCache(
                context.stateDirectory().toAbsolutePath().resolveSibling("rootfs"), context.environment());
    }

    /** What is remembered of an unpacked root file system, written when it is whole. */
    private record Unpacked(String source, Map<String, String> env) {}

    /** What an image's name stood for when it was fetched. */
    private record Fetched(String reference, String checksum) {}

    /**
     * Returns the root file system for the image of a spec, unpacking it if nobody has yet.
     *
     * @throws SandboxStartException if it is not there, cannot be fetched, is damaged or hostile
     * @throws SandboxInterruptedException if the thread is interrupted
     */
    public Rootfs get(String image) {
        RootfsSource source = RootfsSource.parse(image);
        try {
            if (source instanceof RootfsSource.Folder given) {
                return new Rootfs(given.path().toRealPath(), Map.of());
            }
            if (source instanceof RootfsSource.Archive archive) {
                return unpacked(archive.path(), checksum(archive.path()), image);
            }
            return fetched(image);
        } catch (IOException e) {
            throw new SandboxStartException(Fault.of("The image '" + image + "' cannot be used: " + said(e).strip())
                    .remedy(REMEDY)
                    .cause(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SandboxInterruptedException(Fault.of("Interrupted while the image '" + image + "' was fetched")
                    .cause(e));
        }
    }

    /** Fetches an image again the next time it is asked for. It may be unknown. */
    public void forget(String image) throws IOException {
        Files.deleteIfExists(noteOf(image));
    }

    private Rootfs fetched(String image) throws IOException, InterruptedException {
        Path note = noteOf(image);
        @Nullable Rootfs known = known(note);
        if (known != null) {
            return known;
        }
        return lock(note.getFileName() + ".lock").alone(() -> {
            @Nullable Rootfs meanwhile = known(note);
            return meanwhile != null ? meanwhile : fetch(image, note);
        });
    }

    private Rootfs fetch(String image, Path note) throws IOException, InterruptedException {
        Path draft = draft();
        try {
            Path archive = draft.resolve("image.tar");
            source(image).save(image, environment, archive);
            String checksum = checksum(archive);
            Rootfs rootfs = unpacked(archive, checksum, image);
            JsonFile.write(note, new Fetched(image, checksum));
            return rootfs;
        } finally {
            FolderRemoval.remove(draft);
        }
    }

    private @Nullable Rootfs known(Path note) throws IOException {
        try {
            return find(JsonFile.read(note, Fetched.class).checksum());
        } catch (NoSuchFileException neverFetched) {
            return null;
        }
    }

    private ImageSource source(String image) {
        return ServiceLoader.load(ImageSource.class, ImageSource.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new SandboxStartException(Fault.of(
                                "Nothing here can fetch images, and '" + image + "' is neither a folder nor an archive")
                        .remedy("add dev.sandboxed:sandbox-images to the class path, or give an absolute path")));
    }

    private Rootfs unpacked(Path archive, String checksum, String image) throws IOException, InterruptedException {
        @Nullable Rootfs known = find(checksum);
        if (known != null) {
            return known;
        }
        return lock(checksum + ".lock").alone(() -> {
            @Nullable Rootfs meanwhile = find(checksum);
            return meanwhile != null ? meanwhile : unpack(archive, checksum, image);
        });
    }

    private Rootfs unpack(Path archive, String checksum, String image) throws IOException {
        Path draft = draft();
        try {
            UnpackBudget budget = new UnpackBudget(
                    MOST_BYTES, MOST_ENTRIES, Runtime.getRuntime().maxMemory() / PART_OF_THE_HEAP);
            Path tar = draft.resolve("archive.tar");
            try (InputStream content = ImageArchive.plain(Files.newInputStream(archive));
                    OutputStream copy = Files.newOutputStream(tar)) {
                budget.copy(content, copy);
            }
            Path spool = Files.createDirectory(draft.resolve("spool"));
            LayerUnpacker unpacker = new LayerUnpacker(spool, budget);
            Map<String, String> env = new ImageArchive(tar).unpack(unpacker);
            unpacker.finish(draft.resolve("root"));
            Files.delete(tar);
            FolderRemoval.remove(spool);
            JsonFile.write(draft.resolve("rootfs.json"), new Unpacked(image, env));
            Path place = folder.resolve(checksum);
            Files.move(draft, place, StandardCopyOption.ATOMIC_MOVE);
            return new Rootfs(place.resolve("root"), env);
        } finally {
            FolderRemoval.remove(draft);
        }
    }

    private @Nullable Rootfs find(String checksum) throws IOException {
        Path place = folder.resolve(checksum);
        if (!Files.isDirectory(place)) {
            return null;
        }
        FolderTrust.require(folder);
        return new Rootfs(
                place.resolve("root"),
                JsonFile.read(place.resolve("rootfs.json"), Unpacked.class).env());
    }

    /** Whoever makes something removes what others could not finish. */
    private Path draft() throws IOException {
        prepare();
        Drafts drafts = new Drafts(folder);
        drafts.sweep();
        return drafts.nextFolder();
    }

    private FolderLock lock(String name) throws IOException {
        prepare();
        return new FolderLock(folder.resolve(name));
    }

    private void prepare() throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        FolderTrust.require(folder);
    }

    private Path noteOf(String image) {
        return folder.resolve(Checksum.of(image) + ".json");
    }

    private static String checksum(Path file) throws IOException {
        return "sha256-" + Checksum.of(file);
    }

    private static String said(IOException e) {
        String message = e.getMessage();
        return message == null || e.getClass() != IOException.class ? e.toString() : message;
    }
}
