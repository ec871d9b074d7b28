package dev.sandboxed.api.files;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.SandboxFileException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Copies trees between host and sandbox, file by file, with nothing but the primitives of {@link SandboxFiles}. */
final class TreeTransfer {

    private static final int MOST_LINKS = 40;

    private final SandboxFiles files;

    TreeTransfer(SandboxFiles files) {
        this.files = files;
    }

    void upload(Path given, String target, TransferListener listener) {
        TransferProgress progress = new TransferProgress(listener);
        Deque<FileEntry> directories = new ArrayDeque<>();
        try {
            for (HostTree.Item item : HostTree.list(given.toRealPath(), target)) {
                FileEntry entry = item.entry();
                if (entry.isDirectory()) {
                    files.mkdirs(entry.path());
                    directories.push(entry);
                } else {
                    uploadOne(item.file(), entry);
                    progress.arrived(entry.path(), entry.size());
                }
            }
        } catch (IOException e) {
            throw failed("Cannot upload '" + given + "' to '" + target + "'", target, e);
        }
        directories.forEach(directory -> files.chmod(directory.path(), directory.mode()));
    }

    private void uploadOne(Path file, FileEntry entry) throws IOException {
        if (entry.isLink()) {
            files.link(entry.path(), entry.linkTarget().orElseThrow());
            return;
        }
        try (InputStream content = Files.newInputStream(file)) {
            files.write(entry.path(), content, WriteOptions.DEFAULT.withMode(entry.mode()));
        }
    }

    void download(String source, Path target, DownloadOptions options) {
        FileEntry top = followed(source);
        List<FileEntry> below = top.isDirectory() ? files.walk(top.path()) : List.of();
        try {
            new HostTree(target, options).write(top, below, file -> files.read(file.path()));
        } catch (IOException e) {
            throw failed("Cannot download '" + source + "' to '" + target + "'", source, e);
        }
    }

    /** Looks at what a path leads to; whatever lies below it is not followed. */
    private FileEntry followed(String path) {
        FileEntry entry = files.stat(path);
        for (int links = 0; entry.isLink() && links < MOST_LINKS; links++) {
            String parent = entry.path().substring(0, Math.max(1, entry.path().lastIndexOf('/')));
            String target = entry.linkTarget().orElseThrow();
            entry = files.stat(target.startsWith("/") ? target : parent + "/" + target);
        }
        return entry;
    }

    private static SandboxFileException failed(String what, String path, IOException cause) {
        return new SandboxFileException(
                path,
                FileFailure.ofEitherEnd(cause),
                Fault.of(what + ": " + cause)
                        .remedy("check that both ends exist and may be read or written")
                        .cause(cause));
    }
}
