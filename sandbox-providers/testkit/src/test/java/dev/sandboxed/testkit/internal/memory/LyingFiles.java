package dev.sandboxed.testkit.internal.memory;

import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.FileType;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.files.WriteOptions;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a hostile sandbox would answer: a listing with a name of its choice. */
record LyingFiles(SandboxFiles real, String name) implements SandboxFiles {

    @Override
    public List<FileEntry> list(String directory) {
        List<FileEntry> entries = new ArrayList<>(real.list(directory));
        entries.add(new FileEntry(name, FileType.FILE, 1, 0644, Instant.EPOCH, Optional.empty()));
        return entries;
    }

    @Override
    public InputStream read(String path) {
        return new ByteArrayInputStream(new byte[1]);
    }

    @Override
    public FileEntry stat(String path) {
        return real.stat(path);
    }

    @Override
    public void write(String path, InputStream content, WriteOptions options) {
        real.write(path, content, options);
    }

    @Override
    public void mkdirs(String directory) {
        real.mkdirs(directory);
    }

    @Override
    public void delete(String path) {
        real.delete(path);
    }

    @Override
    public void move(String from, String to) {
        real.move(from, to);
    }

    @Override
    public void chmod(String path, int mode) {
        real.chmod(path, mode);
    }

    @Override
    public void link(String path, String target) {
        real.link(path, target);
    }
}
