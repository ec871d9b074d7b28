package dev.sandboxed.folder.files;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.spec.GuestPath;
import dev.sandboxed.linux.internal.files.LinkWalk;
import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Maps paths of a sandbox to paths of the host below the sandbox's root, and back.
 *
 * <p>Links are followed one by one and never out of the root. A link of the sandbox to an absolute path of its own is
 * stored on the host with the root before it, so that commands, which see the host's paths, can follow it too.
 *
 * @param root the sandbox's root, a real path
 * @param workdir what relative paths of the sandbox start from
 */
public record RootedPaths(Path root, String workdir) {

    /** Returns where a path leads when a link at its end is followed. */
    public Path follow(String path) {
        return walk(path, true);
    }

    /** Returns where a path leads when a link at its end is meant itself. */
    public Path locate(String path) {
        return walk(path, false);
    }

    /** Returns the path inside the sandbox of something below the root. */
    public String inside(Path host) {
        return "/" + root.relativize(host);
    }

    /** Translates the text of a link from the sandbox to the host. */
    public Path linkToHost(String target) {
        Path path = parse(target, target);
        return path.isAbsolute() ? below(root, path) : path;
    }

    /** Translates the text of a link from the host to the sandbox; one that leads out is shown as it is. */
    public String linkToSandbox(Path target) {
        return target.isAbsolute() && target.startsWith(root) ? inside(target) : target.toString();
    }

    private Path walk(String given, boolean followLast) {
        try {
            Path path = parse(given, GuestPath.resolve(workdir, given));
            return root.resolve(LinkWalk.follow(path, followLast, new Links(given)));
        } catch (FileSystemLoopException e) {
            throw refused(
                    given,
                    FileFailure.LINK_LOOP,
                    "goes through more than " + LinkWalk.MOST_LINKS + " links",
                    "remove the loop of links");
        } catch (IOException e) {
            throw refused(
                    given, FileFailure.of(e), "goes through a link that cannot be read: " + e, "look at it with stat");
        }
    }

    /** The links below the root, as a path meets them. */
    private final class Links implements LinkWalk.Tree {

        private final String given;

        Links(String given) {
            this.given = given;
        }

        @Override
        public Optional<Path> link(Path place) throws IOException {
            Path host = root.resolve(place);
            if (!Files.isSymbolicLink(host)) {
                return Optional.empty();
            }
            Path target = Files.readSymbolicLink(host);
            if (target.isAbsolute() && !target.startsWith(root)) {
                throw refused(
                        given,
                        FileFailure.ESCAPE,
                        "leaves the sandbox through a link to '" + target + "'",
                        "use a path that stays inside, or delete the link");
            }
            return Optional.of(target.isAbsolute() ? Path.of(inside(target)) : target);
        }

        @Override
        public void leaves() {
            throw refused(
                    given,
                    FileFailure.ESCAPE,
                    "leaves the sandbox through a link with '..'",
                    "use a path that stays inside");
        }
    }

    private static Path below(Path root, Path absolute) {
        Path top = absolute.getRoot();
        return root.resolve(top == null ? absolute : top.relativize(absolute));
    }

    private static Path parse(String given, String path) {
        try {
            return Path.of(path);
        } catch (InvalidPathException e) {
            throw refused(
                    given,
                    FileFailure.BAD_NAME,
                    "cannot be written in the JVM's encoding for file names (" + e.getReason() + ")",
                    "start the JVM in a UTF-8 locale, for example with LC_ALL=C.UTF-8");
        }
    }

    private static SandboxFileException refused(String path, FileFailure reason, String why, String remedy) {
        return new SandboxFileException(
                path, reason, Fault.of("Path '" + path + "' " + why).remedy(remedy));
    }
}
