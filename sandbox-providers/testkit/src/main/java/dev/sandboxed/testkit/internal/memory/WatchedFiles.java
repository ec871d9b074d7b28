package dev.sandboxed.testkit.internal.memory;

import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.files.WriteOptions;
import java.io.InputStream;
import java.util.List;

/** Files whose every use is admitted first: refused, or put on record. */
public final class WatchedFiles implements SandboxFiles {

    private final SandboxFiles files;
    private final Admission admission;

    public WatchedFiles(SandboxFiles files, Admission admission) {
        this.files = files;
        this.admission = admission;
    }

    /** Refuses or records a call. */
    @FunctionalInterface
    public interface Admission {
        void admit(String operation, String path);
    }

    @Override
    public InputStream read(String path) {
        admission.admit("read", path);
        return files.read(path);
    }

    @Override
    public void write(String path, InputStream content, WriteOptions options) {
        admission.admit("write", path);
        files.write(path, content, options);
    }

    @Override
    public FileEntry stat(String path) {
        admission.admit("stat", path);
        return files.stat(path);
    }

    @Override
    public List<FileEntry> list(String directory) {
        admission.admit("list", directory);
        return files.list(directory);
    }

    @Override
    public void mkdirs(String directory) {
        admission.admit("mkdirs", directory);
        files.mkdirs(directory);
    }

    @Override
    public void delete(String path) {
        admission.admit("delete", path);
        files.delete(path);
    }

    @Override
    public void deleteAll(String path) {
        admission.admit("deleteAll", path);
        files.deleteAll(path);
    }

    @Override
    public void move(String from, String to) {
        admission.admit("move", from);
        files.move(from, to);
    }

    @Override
    public void chmod(String path, int mode) {
        admission.admit("chmod", path);
        files.chmod(path, mode);
    }

    @Override
    public void link(String path, String target) {
        admission.admit("link", path);
        files.link(path, target);
    }
}
