package dev.sandboxed.provider.microvm.internal.drive;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.provision.Architecture;
import dev.sandboxed.folder.rootfs.Rootfs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/** What machines boot and see, made once for all machines of a user. */
public final class GuestFilesystem {

    private static final String LISTENER = "listener";
    private static final int ANY_BLOCK = 4096;

    private final ProviderContext context;
    private final MadeOnce made;
    /** By the root file system: to look through a large one takes longer than all the rest of a creation. */
    private final Map<Path, Path> images = new ConcurrentHashMap<>();

    public GuestFilesystem(ProviderContext context) {
        this.context = context;
        this.made = new MadeOnce(context.stateDirectory().toAbsolutePath().resolveSibling("machines"));
    }

    /** Returns the folder of what was made. */
    public MadeOnce made() {
        return made;
    }

    /**
     * Returns what a kernel begins with.
     *
     * @throws dev.sandboxed.api.error.ProviderUnavailableException if there is no compiler for the listener
     * @throws dev.sandboxed.api.error.SandboxStartException if it cannot be made
     */
    public Path initramfs(GuestKernel kernel) throws IOException {
        Path listener = listener();
        String origin = listener + "\n" + kernel.fingerprint();
        return made.get("initramfs", origin, place -> Initramfs.write(place, listener, kernel));
    }

    /**
     * Returns the same kernel as an ELF file, if it is one for x86_64; else it as it is.
     *
     * @throws dev.sandboxed.api.error.SandboxStartException if it cannot be unpacked
     */
    public GuestKernel unpacked(GuestKernel kernel) throws IOException {
        return ElfKernel.of(kernel, made);
    }

    private Path listener() throws IOException {
        String named = context.settings().get(LISTENER);
        return named == null ? ListenerProgram.get(context, made) : Path.of(named);
    }

    /** Returns how often the processor of this host counts in a millisecond; empty where no kernel needs to know. */
    public OptionalLong hostClock() throws IOException {
        return ListenerProgram.hostClock(listener());
    }

    /**
     * Returns the root file system of specs that name no image.
     *
     * @throws dev.sandboxed.api.error.ProviderUnavailableException if it cannot be made here
     */
    public Rootfs defaultRoot(Architecture architecture) throws IOException {
        return DefaultRoot.get(context, architecture, made);
    }

    /**
     * Finds out whether all programs are there that make what machines boot.
     *
     * @throws dev.sandboxed.api.error.ProviderUnavailableException if one is missing
     */
    public void requirePrograms() {
        Drives.find(context);
        if (!context.settings().containsKey(LISTENER)) {
            ListenerProgram.compiler(context);
        }
    }

    /** Returns the drive that shows a root file system, which does not change as long as this process lives. */
    public Path image(Rootfs rootfs) throws IOException {
        Path known = images.get(rootfs.root());
        if (known != null && Files.exists(known)) {
            return known;
        }
        Path image = made(rootfs);
        images.put(rootfs.root(), image);
        return image;
    }

    private Path made(Rootfs rootfs) throws IOException {
        Drives drives = Drives.find(context);
        FolderSize size = FolderSize.of(rootfs.root(), ANY_BLOCK);
        return made.get(
                "image", rootfs.root() + "\n" + size.fingerprint(), place -> drives.image(rootfs.root(), place));
    }

    /** Makes the drive that a machine writes to. */
    public void changes(DataSize size, Path place) {
        Drives.find(context).changes(size, place);
    }
}
