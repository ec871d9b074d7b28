package dev.sandboxed.testkit.internal.memory;

import dev.sandboxed.api.internal.files.Glob;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** The files of a snapshot: those that its options let in, counted and checksummed. */
public final class SavedTree {

    private final List<Glob> include;
    private final List<Glob> exclude;
    private final Node.Directory root;
    private final MessageDigest digest = sha256();
    private final String checksum;
    private long size;
    private long fileCount;

    /** Takes over a tree that nobody else changes any more. */
    SavedTree(Node.Directory tree, SnapshotOptions options) {
        this.include = options.include().stream().map(Glob::of).toList();
        this.exclude = options.exclude().stream().map(Glob::of).toList();
        this.root = tree;
        thin(tree, "");
        this.checksum = "sha256:" + HexFormat.of().formatHex(digest.digest());
    }

    Node.Directory files() {
        return root.copy();
    }

    public long size() {
        return size;
    }

    public long fileCount() {
        return fileCount;
    }

    public String checksum() {
        return checksum;
    }

    /** Removes what is not let in, and counts what is. */
    private void thin(Node.Directory directory, String prefix) {
        directory.entries.entrySet().removeIf(entry -> !letsIn(prefix + entry.getKey(), entry.getValue()));
    }

    private boolean letsIn(String path, Node node) {
        if (matches(exclude, path)) {
            return false;
        }
        boolean wanted = include.isEmpty() || matches(include, path);
        if (node instanceof Node.Directory directory) {
            thin(directory, path + "/");
            return wanted || !directory.entries.isEmpty();
        }
        if (wanted) {
            count(path, node);
        }
        return wanted;
    }

    private void count(String path, Node node) {
        digest.update((path + '\0' + node.mode + '\0').getBytes(StandardCharsets.UTF_8));
        if (node instanceof Node.File file) {
            digest.update(file.content);
            size += file.content.length;
            fileCount++;
        } else if (node instanceof Node.Link link) {
            digest.update(link.target.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static boolean matches(List<Glob> patterns, String path) {
        return patterns.stream().anyMatch(pattern -> pattern.matches(path));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256, but this one says: " + e.getMessage(), e);
        }
    }
}
