package dev.sandboxed.provider.microvm.internal.drive;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.process.HostPrograms;
import dev.sandboxed.process.HostTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes disks of virtual machines: files with a file system in them. The listener knows them by their labels. */
final class Drives {

    static final List<String> PROGRAMS = List.of("mkfs.ext4", "mke2fs");
    static final String REMEDY = "apt-get install e2fsprogs";

    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final long KIBIBYTE = 1024;
    private static final long BLOCK = 4096;
    /** What a file takes beside its content: its node, and its name. */
    private static final long OF_ONE = 512;
    /** What a file system takes for itself, for each of its parts. */
    private static final long SPARE = 8 * KIBIBYTE * KIBIBYTE;

    private final Path program;

    private Drives(Path program) {
        this.program = program;
    }

    /** Looks for the program that makes file systems; throws {@link ProviderUnavailableException} if there is none. */
    static Drives find(ProviderContext context) {
        return new Drives(HostPrograms.locate(null, PROGRAMS, context)
                .orElseThrow(() -> new ProviderUnavailableException(
                        Fault.of("There is no program that makes file systems: none of " + PROGRAMS)
                                .remedy(REMEDY))));
    }

    /** Makes the drive that shows a folder, which nobody will write to. */
    void image(Path folder, Path place) throws IOException {
        FolderSize size = FolderSize.of(folder, BLOCK);
        long bytes = size.bytes() + size.bytes() / 8 + size.files() * OF_ONE + SPARE;
        make("image", place, bytes, folder, List.of("-N", String.valueOf(size.files() + KIBIBYTE)));
    }

    /** Makes an empty drive of a size. */
    void changes(DataSize size, Path place) {
        // A file system needs some of its room for itself, and that is not the user's.
        long bytes = size.bytes() + size.bytes() / 32 + KIBIBYTE * KIBIBYTE;
        make("changes", place, bytes, null, List.of());
    }

    private void make(String label, Path place, long bytes, @Nullable Path content, List<String> more) {
        List<String> argv = new ArrayList<>(List.of(
                program.toString(),
                "-q",
                "-F",
                "-t",
                "ext4",
                "-L",
                label,
                "-b",
                String.valueOf(BLOCK),
                "-m",
                "0",
                "-O",
                "^has_journal,^resize_inode",
                "-E",
                "lazy_itable_init=1,nodiscard,root_owner=0:0"));
        argv.addAll(more);
        if (content != null) {
            argv.addAll(List.of("-d", content.toString()));
        }
        argv.addAll(List.of(place.toString(), bytes / KIBIBYTE + "k"));
        ExecResult result = HostTool.run(Command.of(argv), LONGEST);
        if (!result.succeeded()) {
            throw new SandboxStartException(
                    Fault.of("'" + program + "' cannot make the drive '" + label + "': " + result.describe())
                            .remedy("free space in the state folder, " + place.getParent()));
        }
        if (!Files.isRegularFile(place)) {
            throw new SandboxStartException(Fault.of("'" + program + "' has made no drive at " + place));
        }
    }
}
