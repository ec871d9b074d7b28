package dev.sandboxed.api.spi;

import dev.sandboxed.api.files.DownloadOptions;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.files.TransferListener;
import dev.sandboxed.api.files.WriteOptions;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Files that pass everything on to others, for those who change or watch a part of it.
 *
 * <p>The convenient methods that end in one of these (for example {@code readText}, which is {@code read}) go through the
 * methods here; {@code deleteAll}, {@code walk}, {@code glob}, {@code writeAll}, {@code upload} and {@code download} are passed on as they are.
 */
public abstract class ForwardingSandboxFiles implements SandboxFiles {

    private final SandboxFiles files;

    protected ForwardingSandboxFiles(SandboxFiles files) {
        this.files = files;
    }

    /** Returns the files that everything is passed on to. */
    protected final SandboxFiles files() {
        return files;
    }

    @Override
    public InputStream read(String path) {
        return files.read(path);
    }

    @Override
    public void write(String path, InputStream content, WriteOptions options) {
        files.write(path, content, options);
    }

    @Override
    public FileEntry stat(String path) {
        return files.stat(path);
    }

    @Override
    public List<FileEntry> list(String directory) {
        return files.list(directory);
    }

    @Override
    public void mkdirs(String directory) {
        files.mkdirs(directory);
    }

    @Override
    public void delete(String path) {
        files.delete(path);
    }

    @Override
    public void move(String from, String to) {
        files.move(from, to);
    }

    @Override
    public void chmod(String path, int mode) {
        files.chmod(path, mode);
    }

    @Override
    public void link(String path, String target) {
        files.link(path, target);
    }

    @Override
    public void writeAll(Map<String, byte[]> contents) {
        files.writeAll(contents);
    }

    @Override
    public void deleteAll(String path) {
        files.deleteAll(path);
    }

    @Override
    public List<FileEntry> walk(String directory, int depth) {
        return files.walk(directory, depth);
    }

    @Override
    public List<FileEntry> glob(String directory, String pattern) {
        return files.glob(directory, pattern);
    }

    @Override
    public void upload(Path source, String target, TransferListener progress) {
        files.upload(source, target, progress);
    }

    @Override
    public void download(String source, Path target, DownloadOptions options) {
        files.download(source, target, options);
    }
}
