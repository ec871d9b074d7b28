package dev.sandboxed.testkit.internal.memory;

import java.time.Instant;
import java.util.SortedMap;
import java.util.TreeMap;

/** Something in a directory. Guarded by the {@link MemoryFiles} that it belongs to. */
abstract sealed class Node {

    int mode;
    final Instant modified;

    private Node(int mode, Instant modified) {
        this.mode = mode;
        this.modified = modified;
    }

    /** Returns a copy that shares nothing that can change. */
    abstract Node copy();

    /** A regular file; its bytes are replaced as a whole and never changed. */
    static final class File extends Node {
        final byte[] content;

        File(byte[] content, int mode, Instant modified) {
            super(mode, modified);
            this.content = content;
        }

        @Override
        File copy() {
            return new File(content, mode, modified);
        }
    }

    /** A symbolic link. */
    static final class Link extends Node {
        final String target;

        Link(String target, Instant modified) {
            super(0777, modified);
            this.target = target;
        }

        @Override
        Link copy() {
            return new Link(target, modified);
        }
    }

    /** A directory, its entries by name. */
    static final class Directory extends Node {
        final SortedMap<String, Node> entries = new TreeMap<>();

        Directory(int mode, Instant modified) {
            super(mode, modified);
        }

        @Override
        Directory copy() {
            Directory copy = new Directory(mode, modified);
            entries.forEach((name, node) -> copy.entries.put(name, node.copy()));
            return copy;
        }
    }
}
