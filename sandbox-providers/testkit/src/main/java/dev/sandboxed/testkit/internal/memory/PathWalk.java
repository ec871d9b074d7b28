package dev.sandboxed.testkit.internal.memory;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Walks a path from the root, through links, as a kernel does: a link cannot lead above the root, and too many links are an
 * error.
 */
final class PathWalk {

    private static final int MOST_LINKS = 40;

    private final String path;
    private final Function<String, Fault> faults;
    private final Deque<Node.Directory> above = new ArrayDeque<>();
    private final Deque<String> ahead = new ArrayDeque<>();
    private final Node.Directory root;
    private int links;

    PathWalk(Node.Directory root, String path, Function<String, Fault> faults) {
        this.root = root;
        this.path = path;
        this.faults = faults;
        begin(path);
    }

    /**
     * Where a walk ended.
     *
     * @param directory the directory that holds the entry, if it is not the root
     * @param name its name there
     * @param node what is there, if anything
     */
    record Spot(
            Node.@Nullable Directory directory,
            String name,
            @Nullable Node node) {}

    /** Walk to the end, making missing directories when told a time for them. */
    Spot walk(boolean followLast, @Nullable Clock makeParents) {
        while (!ahead.isEmpty()) {
            String name = ahead.removeFirst();
            Node.Directory here = above.getFirst();
            boolean last = ahead.isEmpty();
            Node node = here.entries.get(name);
            if (name.equals("..")) {
                climb();
            } else if (node instanceof Node.Link link && (followLast || !last)) {
                follow(link);
            } else if (last) {
                return new Spot(here, name, node);
            } else {
                enter(here, name, node, makeParents);
            }
        }
        return new Spot(null, "", above.getFirst());
    }

    private void begin(String absolute) {
        above.clear();
        above.addFirst(root);
        prepend(absolute);
    }

    private void prepend(String text) {
        List<String> parts = new ArrayList<>(List.of(text.split("/")));
        parts.removeIf(part -> part.isEmpty() || part.equals("."));
        Collections.reverse(parts);
        parts.forEach(ahead::addFirst);
    }

    private void climb() {
        if (above.size() > 1) {
            above.removeFirst();
        }
    }

    private void follow(Node.Link link) {
        if (++links > MOST_LINKS) {
            throw new SandboxFileException(
                    path, FileFailure.LINK_LOOP, faults.apply("Path '" + path + "' leads through too many links"));
        }
        if (link.target.startsWith("/")) {
            begin(link.target);
        } else {
            prepend(link.target);
        }
    }

    private void enter(Node.Directory here, String name, @Nullable Node node, @Nullable Clock makeParents) {
        if (node instanceof Node.Directory directory) {
            above.addFirst(directory);
        } else if (node != null) {
            throw new SandboxFileException(
                    path,
                    FileFailure.NOT_DIRECTORY,
                    faults.apply("Path '" + path + "' leads through '" + name + "', which is not a directory"));
        } else if (makeParents != null) {
            Node.Directory made = new Node.Directory(0755, makeParents.instant());
            here.entries.put(name, made);
            above.addFirst(made);
        } else {
            throw missing(path, faults);
        }
    }

    static SandboxFileNotFoundException missing(String path, Function<String, Fault> faults) {
        return new SandboxFileNotFoundException(path, faults.apply("There is no file or directory '" + path + "'"));
    }
}
