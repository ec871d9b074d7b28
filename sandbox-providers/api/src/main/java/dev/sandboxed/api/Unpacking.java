package dev.sandboxed.api;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.api.internal.files.BoundedStream;
import dev.sandboxed.api.limit.DataSize;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Brings what is in an archive into a sandbox. A zip is read here, name by name; a tar is read by the sandbox itself, where its names and
 * links can do no more harm than anything else that runs there.
 */
final class Unpacking {

    private static final int MOST_ENTRIES = 100_000;

    private final Sandbox sandbox;
    private final Path archive;
    private final String directory;
    private final DataSize most;

    Unpacking(Sandbox sandbox, Path archive, String directory, DataSize most) {
        this.sandbox = sandbox;
        this.archive = archive;
        this.directory = directory;
        this.most = most;
    }

    void run() {
        try (InputStream file = new BufferedInputStream(Files.newInputStream(archive))) {
            byte[] begin = peek(file);
            sandbox.files().mkdirs(directory);
            if (begin[0] == 'P' && begin[1] == 'K') {
                unzip(new ZipInputStream(file));
            } else if (begin[0] == (byte) 0x1f && begin[1] == (byte) 0x8b) {
                untar(new GZIPInputStream(file));
            } else {
                untar(file);
            }
        } catch (IOException | IllegalArgumentException e) {
            // The JDK has no better word for names that are no text, and neither have files for those with NUL in them.
            throw failed(String.valueOf(e.getMessage()), e);
        }
    }

    private static byte[] peek(InputStream file) throws IOException {
        file.mark(2);
        byte[] begin = Arrays.copyOf(file.readNBytes(2), 2);
        file.reset();
        return begin;
    }

    private void unzip(ZipInputStream zip) throws IOException {
        InputStream content = new FilterInputStream(new BoundedStream(zip, most)) {
            @Override
            public void close() {
                // It is the stream of all entries.
            }
        };
        int entries = 0;
        for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
            if (++entries > MOST_ENTRIES) {
                throw failed("there are more than " + MOST_ENTRIES + " files in it", null);
            }
            String target = directory + "/" + safe(entry.getName());
            if (entry.isDirectory()) {
                sandbox.files().mkdirs(target);
                // What is in it counts although nobody wants it: it has to be unpacked to get past it.
                content.transferTo(OutputStream.nullOutputStream());
            } else {
                sandbox.files().write(target, content);
            }
        }
    }

    private String safe(String name) {
        boolean leaves =
                name.startsWith("/") || Arrays.asList(name.split("[/\\\\]")).contains("..");
        if (leaves || name.isEmpty()) {
            throw failed("it has the name '" + name + "' in it, which leads out of " + directory, null);
        }
        return name;
    }

    private void untar(InputStream tar) {
        BoundedStream content = new BoundedStream(tar, most);
        Command command = Command.of("tar", "-x", "-o", "-f", "-", "-C", directory);
        ExecResult result;
        try {
            result = sandbox.exec(command.stdin(Stdin.stream(content)));
        } catch (SandboxException e) {
            throw content.failure()
                    .<SandboxException>map(broken -> failed(String.valueOf(broken.getMessage()), e))
                    .orElse(e);
        }
        if (!result.succeeded()) {
            throw failed(
                    "tar inside " + result.ending() + " and said: "
                            + result.stderr().strip(),
                    null);
        }
    }

    private SandboxFileException failed(String why, @Nullable Throwable cause) {
        return new SandboxFileException(
                directory,
                FileFailure.OTHER,
                Fault.of("The archive " + archive + " cannot be unpacked into " + directory + ": " + why)
                        .provider(sandbox.info().provider())
                        .sandbox(sandbox.id())
                        .remedy("give a zip, tar or tar.gz with at most " + most
                                + " in it; for a tar the sandbox needs the program tar")
                        .cause(cause));
    }
}
