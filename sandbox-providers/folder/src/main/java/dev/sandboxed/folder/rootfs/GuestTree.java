package dev.sandboxed.folder.rootfs;

import dev.sandboxed.folder.store.FolderRemoval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;

/**
 * Finds the places of entries below a root, as a process would find them for which that is {@code /}: links are followed
 * one by one, absolute ones begin at the root, and {@code ..} does not climb above it.
 */
final class GuestTree {

    private static final int MOST_LINKS = 40;

    private final Path root;

    GuestTree(Path root) {
        this.root = root;
    }

    /**
     * Give the place of an entry, whose parent folders are made if they are missing. A link at the end is not followed.
     *
     * @throws IOException if the name is empty or climbs with {@code ..}, or a file or too many links are in the way
     */
    Path place(String name) throws IOException {
        Deque<String> ahead = new ArrayDeque<>();
        push(ahead, name);
        if (ahead.contains("..")) {
            throw new IOException("its entry '" + name + "' climbs out with '..'");
        }
        if (ahead.isEmpty()) {
            return root;
        }
        String last = ahead.removeLast();
        return folder(name, ahead).resolve(last);
    }

    private Path folder(String name, Deque<String> ahead) throws IOException {
        Path at = root;
        int links = 0;
        while (!ahead.isEmpty()) {
            String next = ahead.removeFirst();
            if (next.equals("..")) {
                at = at.equals(root) ? root : Objects.requireNonNull(at.getParent());
                continue;
            }
            Path inside = at.resolve(next);
            if (Files.isSymbolicLink(inside)) {
                if (++links > MOST_LINKS) {
                    throw new IOException("its entry '" + name + "' lies behind more than " + MOST_LINKS + " links");
                }
                String target = Files.readSymbolicLink(inside).toString();
                at = target.startsWith("/") ? root : at;
                push(ahead, target);
                continue;
            }
            if (!Files.isDirectory(inside, LinkOption.NOFOLLOW_LINKS)) {
                if (Files.exists(inside, LinkOption.NOFOLLOW_LINKS)) {
                    throw new IOException("its entry '" + name + "' lies below a file");
                }
                Files.createDirectory(inside);
            }
            at = inside;
        }
        return at;
    }

    /** Put the parts of a path before what is ahead. */
    private static void push(Deque<String> ahead, String path) {
        String[] parts = path.split("/");
        for (int i = parts.length - 1; i >= 0; i--) {
            if (!parts[i].isEmpty() && !parts[i].equals(".")) {
                ahead.addFirst(parts[i]);
            }
        }
    }

    /** Remove what is in the way of something new, whatever it is. */
    static void clear(Path place) throws IOException {
        FolderRemoval.remove(place);
    }
}
