package dev.sandboxed.serve.internal.http;

import dev.sandboxed.api.files.DownloadOptions;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.FileType;
import dev.sandboxed.api.files.HostTree;
import dev.sandboxed.api.internal.files.FileModes;
import dev.sandboxed.folder.internal.store.FolderRemoval;
import dev.sandboxed.guest.internal.tar.FetchedTree;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A tree of files between a client and a sandbox, in a folder that only this server uses, and that is gone when it is closed. */
final class StagedTree implements Closeable {

    /** What the top is called, in this folder and in the archives that are unpacked. */
    static final String TOP = "/tree";

    private static final int OWNER_MAY_ALL = 0700;
    private static final int OWNER_MAY_READ = 0400;

    private final Path folder;

    private StagedTree(Path folder) {
        this.folder = folder;
    }

    /** Begins with nothing. */
    static StagedTree begin() throws IOException {
        return new StagedTree(Files.createTempDirectory("sandboxed-tree-").toRealPath());
    }

    /** Returns where its top is, or will be. */
    Path top() {
        return folder.resolve(TOP.substring(1));
    }

    /**
     * Unpacks what a client has sent, whose top is {@link #TOP}. Links may lead anywhere, as they will inside the sandbox; so they come when all else is in
     * its place, and nothing is ever written through one.
     *
     * @throws dev.sandboxed.api.error.SandboxFileException if a name leads out of the tree, comes twice or is of no directory
     * @throws IOException if it cannot be written
     */
    void unpack(FetchedTree tree, DownloadOptions options) throws IOException {
        Map<FileEntry, FileEntry> sent = new HashMap<>();
        List<FileEntry> below = new ArrayList<>();
        for (FileEntry entry : tree.below()) {
            FileEntry writable = writable(entry);
            sent.put(writable, entry);
            below.add(writable);
        }
        FileEntry top = writable(tree.top());
        sent.put(top, tree.top());
        new HostTree(top(), options).write(top, below, file -> content(tree, sent.getOrDefault(file, file)));
        for (FileEntry entry : tree.below()) {
            if (entry.isLink()) {
                Path link = place(entry);
                Files.delete(link);
                Files.createSymbolicLink(link, Path.of(entry.linkTarget().orElseThrow()));
            }
        }
        List<FileEntry> deepestFirst = new ArrayList<>(tree.below());
        Collections.reverse(deepestFirst);
        deepestFirst.add(tree.top());
        for (FileEntry entry : deepestFirst) {
            if (entry.isDirectory()) {
                Files.setPosixFilePermissions(place(entry), FileModes.toPermissions(entry.mode()));
            }
        }
    }

    /** A link is an empty file at first, and a directory one that can be filled. */
    private static FileEntry writable(FileEntry entry) {
        return new FileEntry(
                entry.path(),
                entry.isLink() ? FileType.FILE : entry.type(),
                entry.size(),
                entry.isDirectory() ? entry.mode() | OWNER_MAY_ALL : entry.mode(),
                entry.modified(),
                Optional.empty());
    }

    private static InputStream content(FetchedTree tree, FileEntry entry) throws IOException {
        return entry.isLink() ? InputStream.nullInputStream() : tree.open(entry);
    }

    private Path place(FileEntry entry) {
        return folder.resolve(entry.path().substring(1));
    }

    /** Lists what is there, and makes sure that it can be read; modes are told as they were. */
    List<HostTree.Item> items() throws IOException {
        List<HostTree.Item> items = HostTree.list(top(), "");
        for (HostTree.Item item : items) {
            FileEntry entry = item.entry();
            if (entry.isFile() && (entry.mode() & OWNER_MAY_READ) == 0) {
                Files.setPosixFilePermissions(item.file(), FileModes.toPermissions(entry.mode() | OWNER_MAY_READ));
            }
        }
        return items;
    }

    @Override
    public void close() throws IOException {
        FolderRemoval.remove(folder);
    }
}
