package dev.sandboxed.api.files;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Files of one directory, in memory; unless it is told otherwise, their time is the same always, as if somebody had set it back. */
public final class MapFiles implements SandboxFiles {

    private static final String ROOT = "/workspace/";
    private static final Instant USUAL = Instant.ofEpochSecond(1_700_000_000);

    private final Map<String, byte[]> contents = new TreeMap<>();
    private final Map<String, Integer> modes = new TreeMap<>();
    private final Map<String, Instant> times = new TreeMap<>();

    public MapFiles with(String path, String text) {
        write(path, text);
        return this;
    }

    /** Writes a file that is newer than all others. */
    public MapFiles withNewer(String path, String text) {
        times.put(path, USUAL.plusSeconds(1));
        return with(path, text);
    }

    /** Returns what is there, as text. */
    public Map<String, String> texts() {
        Map<String, String> texts = new TreeMap<>();
        contents.forEach((path, bytes) -> texts.put(path, new String(bytes, StandardCharsets.UTF_8)));
        return texts;
    }

    private byte[] found(String path) {
        byte[] content = contents.get(name(path));
        if (content == null) {
            throw new SandboxFileNotFoundException(path, Fault.of("There is no " + path));
        }
        return content;
    }

    private static String name(String path) {
        return path.startsWith(ROOT) ? path.substring(ROOT.length()) : path;
    }

    @Override
    public InputStream read(String path) {
        return new ByteArrayInputStream(found(path));
    }

    @Override
    public void write(String path, InputStream content, WriteOptions options) {
        try {
            contents.put(name(path), content.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public FileEntry stat(String path) {
        int size = found(path).length;
        int mode = modes.getOrDefault(name(path), 0644);
        Instant time = times.getOrDefault(name(path), USUAL);
        return new FileEntry(ROOT + name(path), FileType.FILE, size, mode, time, Optional.empty());
    }

    @Override
    public List<FileEntry> list(String directory) {
        return contents.keySet().stream().map(this::stat).toList();
    }

    @Override
    public void mkdirs(String directory) {
        throw new UnsupportedOperationException(directory);
    }

    @Override
    public void delete(String path) {
        found(path);
        contents.remove(name(path));
    }

    @Override
    public void move(String from, String to) {
        throw new UnsupportedOperationException(from + " " + to);
    }

    @Override
    public void chmod(String path, int mode) {
        found(path);
        modes.put(name(path), mode);
    }

    @Override
    public void link(String path, String target) {
        throw new UnsupportedOperationException(path + " " + target);
    }
}
