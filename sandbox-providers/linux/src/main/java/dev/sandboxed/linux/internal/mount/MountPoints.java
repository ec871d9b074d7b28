package dev.sandboxed.linux.internal.mount;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The file systems that are mounted for this process. */
public final class MountPoints {

    private static final Path MOUNTS = Path.of("/proc/self/mountinfo");
    private static final int MOUNT_POINT = 4;

    private MountPoints() {}

    /** Returns one that lies below one of some folders; throws {@link IOException} if mounts cannot be listed. */
    public static Optional<String> anyBelow(List<Path> folders) throws IOException {
        try (Stream<String> mounts = Files.lines(MOUNTS)) {
            return mounts.map(mount -> mount.split(" ")[MOUNT_POINT])
                    .filter(point -> folders.stream().anyMatch(folder -> point.startsWith(folder + "/")))
                    .findFirst();
        }
    }
}
