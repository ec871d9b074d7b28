package folderprovider;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.spec.GuestPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Turns paths of a sandbox into paths of the host below its root. Links are followed one by one, and never out of it.
 *
 * <p>Commands see the host's paths. So that they and the files of the sandbox agree on where an absolute link leads, it
 * is kept on the host with the root before it.
 *
 * @param root a real path
 * @param workdir where relative paths begin, inside
 */
record InsidePaths(Path root, String workdir) {

    private static final int MOST_LINKS = 40;

    /** Give the place of a path; a link at its end is followed. */
    Path follow(String path) {
        return walk(path, true);
    }

    /** Give the place of a path; a link at its end is meant itself. */
    Path locate(String path) {
        return walk(path, false);
    }

    /** Name a place as it is called inside. */
    String inside(Path place) {
        return "/" + root.relativize(place);
    }

    /** Turn the text of a link, as it is given inside, into what is kept on the host. */
    Path linkOutside(String target) {
        return target.startsWith("/") ? root.resolve(target.replaceFirst("^/+", "")) : Path.of(target);
    }

    /** Turn the text of a link on the host into what it says inside. */
    String linkInside(Path target) {
        return target.startsWith(root) ? inside(target) : target.toString();
    }

    private Path walk(String given, boolean followLast) {
        Deque<Path> ahead = new ArrayDeque<>();
        putBefore(ahead, Path.of(GuestPath.resolve(workdir, given)));
        Path at = root;
        int links = 0;
        while (!ahead.isEmpty()) {
            Path next = at.resolve(ahead.removeFirst()).normalize();
            if (!next.startsWith(root)) {
                throw refused(given, "leaves the sandbox through a link with '..'");
            }
            boolean passesLink = Files.isSymbolicLink(next) && (followLast || !ahead.isEmpty());
            if (!passesLink) {
                at = next;
                continue;
            }
            Path target = target(given, next);
            if (++links > MOST_LINKS) {
                throw refused(given, "goes through more than " + MOST_LINKS + " links");
            }
            if (target.isAbsolute()) {
                if (!target.startsWith(root)) {
                    throw refused(given, "leaves the sandbox through a link to '" + target + "'");
                }
                at = root;
                target = root.relativize(target);
            }
            putBefore(ahead, target);
        }
        return at;
    }

    private static void putBefore(Deque<Path> ahead, Path path) {
        for (int i = path.getNameCount() - 1; i >= 0; i--) {
            ahead.addFirst(path.getName(i));
        }
    }

    private static Path target(String given, Path link) {
        try {
            return Files.readSymbolicLink(link);
        } catch (IOException e) {
            throw refused(given, "goes through a link that cannot be read: " + e);
        }
    }

    private static SandboxFileException refused(String path, String why) {
        return new SandboxFileException(
                path,
                Fault.of("Path '" + path + "' " + why).remedy("use a path that stays inside, or delete the link"));
    }
}
