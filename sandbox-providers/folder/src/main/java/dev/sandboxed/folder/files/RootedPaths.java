package dev.sandboxed.folder.files;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.spec.GuestPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Maps paths of a sandbox to paths of the host below the sandbox's root, and back.
 *
 * <p>Links are followed one by one and never out of the root. A link of the sandbox to an absolute path of its own is
 * stored on the host with the root before it, so that commands, which see the host's paths, can follow it too.
 */
public final class RootedPaths {

    private static final int MOST_LINKS = 40;

    private final Path root;
    private final String workdir;

    /** Map into a root, which must be a real path. */
    public RootedPaths(Path root, String workdir) {
        this.root = root;
        this.workdir = workdir;
    }

    public Path root() {
        return root;
    }

    /** Where a path leads when a link at its end is followed. */
    public Path follow(String path) {
        return walk(path, true);
    }

    /** Where a path leads when a link at its end is meant itself. */
    public Path locate(String path) {
        return walk(path, false);
    }

    /** Give the path inside the sandbox of something below the root. */
    public String inside(Path host) {
        return "/" + root.relativize(host);
    }

    /** Translate the text of a link from the sandbox to the host. */
    public Path linkToHost(String target) {
        Path path = parse(target, target);
        return path.isAbsolute() ? below(root, path) : path;
    }

    /** Translate the text of a link from the host to the sandbox; one that leads out is shown as it is. */
    public String linkToSandbox(Path target) {
        return target.isAbsolute() && target.startsWith(root) ? inside(target) : target.toString();
    }

    private Path walk(String given, boolean followLast) {
        Deque<String> ahead = new ArrayDeque<>();
        push(ahead, parse(given, GuestPath.resolve(workdir, given)));
        Path at = root;
        int links = 0;
        while (!ahead.isEmpty()) {
            String name = ahead.removeFirst();
            if (name.equals("..")) {
                at = parent(given, at);
                continue;
            }
            Path next = at.resolve(name);
            boolean through = Files.isSymbolicLink(next) && (followLast || !ahead.isEmpty());
            if (!through) {
                at = next;
                continue;
            }
            if (++links > MOST_LINKS) {
                throw refused(given, "goes through more than " + MOST_LINKS + " links", "remove the loop of links");
            }
            Path target = read(given, next);
            if (target.isAbsolute()) {
                if (!target.startsWith(root)) {
                    throw refused(
                            given,
                            "leaves the sandbox through a link to '" + target + "'",
                            "use a path that stays inside, or delete the link");
                }
                at = root;
                target = root.relativize(target);
            }
            push(ahead, target);
        }
        return at;
    }

    private Path parent(String given, Path at) {
        Path parent = at.getParent();
        if (at.equals(root) || parent == null) {
            throw refused(given, "leaves the sandbox through a link with '..'", "use a path that stays inside");
        }
        return parent;
    }

    private static Path below(Path root, Path absolute) {
        Path top = absolute.getRoot();
        return root.resolve(top == null ? absolute : top.relativize(absolute));
    }

    private static void push(Deque<String> ahead, Path path) {
        for (int i = path.getNameCount() - 1; i >= 0; i--) {
            String name = path.getName(i).toString();
            if (!name.isEmpty() && !name.equals(".")) {
                ahead.addFirst(name);
            }
        }
    }

    private static Path read(String given, Path link) {
        try {
            return Files.readSymbolicLink(link);
        } catch (IOException e) {
            throw refused(given, "goes through a link that cannot be read: " + e, "look at it with stat");
        }
    }

    private static Path parse(String given, String path) {
        try {
            return Path.of(path);
        } catch (InvalidPathException e) {
            throw refused(
                    given,
                    "cannot be written in the JVM's encoding for file names (" + e.getReason() + ")",
                    "start the JVM in a UTF-8 locale, for example with LC_ALL=C.UTF-8");
        }
    }

    private static SandboxFileException refused(String path, String why, String remedy) {
        return new SandboxFileException(
                path, Fault.of("Path '" + path + "' " + why).remedy(remedy));
    }
}
