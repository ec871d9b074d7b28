package dev.sandboxed.api.spec;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.SandboxFileException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Set;

/** Paths inside a sandbox: always written with {@code /}, whatever the host. */
public final class GuestPath {

    private GuestPath() {}

    /**
     * Resolves a path against the workdir and take out {@code .} and {@code ..}.
     *
     * @param workdir an absolute path
     * @param path absolute, or relative to the workdir
     * @return an absolute path without {@code .}, {@code ..} or doubled slashes
     * @throws IllegalArgumentException if the path is empty or contains NUL
     * @throws SandboxFileException if it climbs above the root, or is relative and climbs out of the workdir
     */
    public static String resolve(String workdir, String path) {
        require("A path inside a sandbox", path);
        if (path.startsWith("/")) {
            return "/" + normalize(path, "the sandbox");
        }
        String below = normalize(path, "the workdir " + workdir);
        String base = workdir.endsWith("/") ? workdir.substring(0, workdir.length() - 1) : workdir;
        return below.isEmpty() ? (base.isEmpty() ? "/" : base) : base + "/" + below;
    }

    /** Refuses a path that is empty or contains NUL, naming what it was meant for. */
    public static String require(String what, String path) {
        if (path.isEmpty() || path.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(what + " must not be "
                    + (path.isEmpty() ? "empty" : "one with NUL in it: '" + path.replace("\0", "\\0") + "'"));
        }
        return path;
    }

    /** Refuses a path that is not absolute and free of {@code ..}, naming what it was meant for. */
    public static String requireAbsolute(String what, String path) {
        require(what, path);
        boolean plain = path.startsWith("/")
                && (path.length() == 1
                        || Arrays.stream(path.substring(1).split("/", -1)).noneMatch(Set.of("", ".", "..")::contains));
        if (!plain) {
            throw new IllegalArgumentException(
                    what + " must be an absolute path without '.', '..' or a slash at its end," + " but was '" + path
                            + "'; write for example /workspace");
        }
        return path;
    }

    private static String normalize(String given, String boundary) {
        Deque<String> kept = new ArrayDeque<>();
        for (String part : given.split("/", -1)) {
            if (part.isEmpty() || part.equals(".")) {
                continue;
            }
            if (!part.equals("..")) {
                kept.addLast(part);
            } else if (kept.pollLast() == null) {
                throw new SandboxFileException(
                        given,
                        FileFailure.ESCAPE,
                        Fault.of("Path '" + given + "' leaves " + boundary)
                                .remedy("write a path without '..' that stays inside, or an absolute one"));
            }
        }
        return String.join("/", kept);
    }
}
