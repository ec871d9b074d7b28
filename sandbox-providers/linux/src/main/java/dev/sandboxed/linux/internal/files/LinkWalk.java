package dev.sandboxed.linux.internal.files;

import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Follows the links of a path one by one, as the kernel does for a process that has a folder as its root: absolute links begin
 * at the root again. Where links lead is asked of a {@link Tree}, so that it need not be one folder.
 */
public final class LinkWalk {

    /** As many as the kernel follows. */
    public static final int MOST_LINKS = 40;

    private static final Path ROOT = Path.of("");
    private static final Path HERE = Path.of(".");
    private static final Path UP = Path.of("..");

    private LinkWalk() {}

    /** What is below a root. Places in it are relative to the root and free of links. */
    @FunctionalInterface
    public interface Tree {

        /** Returns what the symbolic link at a place says; empty if something else is there, or nothing. */
        Optional<Path> link(Path place) throws IOException;

        /** Called when a path leads above the root; without an exception it stays at the root. */
        default void leaves() throws IOException {}
    }

    /**
     * Returns where a path leads, whether something is there or not.
     *
     * @param path begins at the root, absolute or not
     * @param followLast whether a link at the end of it is followed
     * @return a place in the tree; the empty path for the root
     * @throws FileSystemLoopException if it goes through too many links
     */
    public static Path follow(Path path, boolean followLast, Tree tree) throws IOException {
        Deque<Path> ahead = new ArrayDeque<>();
        push(ahead, path);
        Path at = ROOT;
        int links = 0;
        while (!ahead.isEmpty()) {
            Path name = ahead.removeFirst();
            if (name.equals(UP)) {
                if (at.equals(ROOT)) {
                    tree.leaves();
                }
                at = Optional.ofNullable(at.getParent()).orElse(ROOT);
                continue;
            }
            Path next = at.resolve(name);
            Optional<Path> target = followLast || !ahead.isEmpty() ? tree.link(next) : Optional.empty();
            if (target.isEmpty()) {
                at = next;
                continue;
            }
            if (++links > MOST_LINKS) {
                throw new FileSystemLoopException(path.toString());
            }
            at = target.get().isAbsolute() ? ROOT : at;
            push(ahead, target.get());
        }
        return at;
    }

    private static void push(Deque<Path> ahead, Path path) {
        for (int i = path.getNameCount() - 1; i >= 0; i--) {
            Path name = path.getName(i);
            if (!name.equals(ROOT) && !name.equals(HERE)) {
                ahead.addFirst(name);
            }
        }
    }
}
