package dev.sandboxed.linux.internal.proc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The container of a Docker engine that this process seems to run in, by what is mounted here. The id alone proves nothing:
 * containers that share a network share the file that tells it.
 *
 * @param id what the engine calls it
 * @param layer where its own files lie on the engine's host, or the end of that path; no two containers have the same
 */
public record EnclosingContainer(String id, String layer) {

    private static final Pattern OF_ENGINE = Pattern.compile(".*/containers/([0-9a-f]{64})/hostname");
    private static final Pattern LAYER = Pattern.compile("(?:.*,)?upperdir=([^,]+).*");
    private static final int SOURCE = 3;
    private static final int MOUNT_POINT = 4;

    /** Finds it; nothing if this process runs in none, or in one that leaves no such traces. */
    public static Optional<EnclosingContainer> current() {
        return at(Path.of("/"));
    }

    /**
     * Finds it by the file that tells of mounts.
     *
     * @param root where that is, {@code /} for this process
     */
    public static Optional<EnclosingContainer> at(Path root) {
        try {
            byte[] mounts = Files.readAllBytes(root.resolve("proc/self/mountinfo"));
            // Names may be in any encoding.
            return of(new String(mounts, StandardCharsets.ISO_8859_1).lines().toList());
        } catch (IOException notOnLinux) {
            return Optional.empty();
        }
    }

    private static Optional<EnclosingContainer> of(List<String> mounts) {
        Optional<String> id = last(mounts, "/etc/hostname", SOURCE, OF_ENGINE);
        return id.flatMap(known -> last(mounts, "/", -1, LAYER).map(layer -> new EnclosingContainer(known, layer)));
    }

    /** What was mounted last lies above the rest. A negative number counts a field from the end of the line. */
    private static Optional<String> last(List<String> mounts, String point, int field, Pattern pattern) {
        return mounts.stream()
                .map(mount -> mount.split(" "))
                .filter(fields -> fields.length > MOUNT_POINT && fields[MOUNT_POINT].equals(point))
                .map(fields -> fields[field < 0 ? fields.length + field : field])
                .reduce((below, above) -> above)
                .map(pattern::matcher)
                .filter(Matcher::matches)
                .map(match -> match.group(1));
    }
}
