package dev.sandboxed.serve.internal.e2b.files;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.files.FileEntry;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Paths as the daemon understands them: empty or {@code ~} for the home, which is the workdir of the sandbox, relative ones below it.
 */
public final class GuestPaths {

    private static final int MOST_LINKS = 40;

    private final Sandbox sandbox;
    private final String home;

    public GuestPaths(Sandbox sandbox) {
        this.sandbox = sandbox;
        this.home = sandbox.spec().workdir();
    }

    /**
     * Makes a path absolute, and takes out {@code .} and {@code ..}.
     *
     * @throws IllegalArgumentException if it names the home of another user
     */
    public String resolve(String path) {
        if (path.startsWith("~") && path.length() > 1 && !path.startsWith("~/")) {
            throw new IllegalArgumentException("cannot expand user-specific home dir in '" + path + "'");
        }
        if (path.startsWith("/")) {
            return clean(path);
        }
        return clean(home + "/" + (path.startsWith("~") ? path.substring(1) : path));
    }

    /** Looks at what a path leads to, through links. */
    FileEntry followed(String path) {
        FileEntry entry = sandbox.files().stat(path);
        for (int links = 0; entry.isLink(); links++) {
            if (links == MOST_LINKS) {
                throw new SandboxFileException(
                        path, FileFailure.LINK_LOOP, Fault.of("too many levels of symbolic links: '" + path + "'"));
            }
            entry = sandbox.files().stat(target(entry));
        }
        return entry;
    }

    /** Returns where a link leads, absolute. */
    static String target(FileEntry link) {
        String written = link.linkTarget().orElseThrow();
        return written.startsWith("/")
                ? clean(written)
                : clean(link.path().substring(0, link.path().lastIndexOf('/') + 1) + written);
    }

    /** As the kernel does, what is above the root is the root. */
    private static String clean(String path) {
        Deque<String> kept = new ArrayDeque<>();
        for (String part : path.split("/")) {
            if (part.equals("..")) {
                kept.pollLast();
            } else if (!part.isEmpty() && !part.equals(".")) {
                kept.addLast(part);
            }
        }
        return "/" + String.join("/", kept);
    }
}
