package folderprovider;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Output;
import dev.sandboxed.api.exec.OutputCollector;
import dev.sandboxed.api.exec.Stdin;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Moves the bytes of a command: its input in, its outputs to memory or to files of the host. */
final class Streams {

    private static final int CHUNK = 64 * 1024;

    private Streams() {}

    /**
     * Try the files of the host that a command names, so that it does not start in vain; outputs are emptied.
     *
     * @throws SandboxFileException if one cannot be used
     */
    static void tryFiles(Command command) {
        Path tried = Path.of("");
        try {
            if (command.stdin() instanceof Stdin.HostFile source) {
                tried = source.file();
                Files.newInputStream(tried).close();
            }
            List<Path> outputs = Stream.of(command.stdoutFile(), command.stderrFile())
                    .flatMap(Optional::stream)
                    .toList();
            for (Path output : outputs) {
                tried = output;
                Files.newOutputStream(output).close();
            }
        } catch (IOException e) {
            throw new SandboxFileException(
                    tried.toString(),
                    Fault.of("Cannot use '" + tried + "' for the input or output of a command: " + e)
                            .remedy("give a file of the host that can be opened")
                            .cause(e));
        }
    }

    /** Write the request for the supervisor, then the input of the command, and tell the end. */
    static Void feed(byte[] request, Stdin input, OutputStream to) throws IOException {
        try {
            if (offer(to, request, request.length)) {
                feed(input, to);
            }
        } finally {
            closeBroken(to);
        }
        return null;
    }

    private static void feed(Stdin input, OutputStream to) throws IOException {
        if (input instanceof Stdin.Bytes bytes) {
            copy(new ByteArrayInputStream(bytes.content()), to);
        } else if (input instanceof Stdin.HostFile source) {
            try (InputStream content = Files.newInputStream(source.file())) {
                copy(content, to);
            }
        } else if (input instanceof Stdin.Streamed streamed) {
            copy(streamed.source(), to);
        }
    }

    /** An input that breaks is a failure; a command that does not read it to its end is none. */
    private static void copy(InputStream from, OutputStream to) throws IOException {
        byte[] chunk = new byte[CHUNK];
        int size = from.read(chunk);
        while (size >= 0 && offer(to, chunk, size)) {
            size = from.read(chunk);
        }
    }

    private static boolean offer(OutputStream to, byte[] bytes, int size) {
        try {
            to.write(bytes, 0, size);
            to.flush();
            return true;
        } catch (IOException nobodyReadsAnyMore) {
            return false;
        }
    }

    private static void closeBroken(OutputStream to) {
        try {
            to.close();
        } catch (IOException nobodyReadsAnyMore) {
            // The command has ended or closed its input, so that there is nobody to tell the end to.
        }
    }

    /** Take an output to its end: into a file where one is given, else the first bytes into memory. */
    static Output drain(InputStream from, Optional<Path> file, long limit) throws IOException {
        if (file.isPresent()) {
            try (from;
                    OutputStream to = Files.newOutputStream(file.get())) {
                return Output.inFile(file.get(), from.transferTo(to));
            }
        }
        OutputCollector kept = new OutputCollector(limit);
        byte[] chunk = new byte[CHUNK];
        for (int size = from.read(chunk); size >= 0; size = from.read(chunk)) {
            kept.append(chunk, 0, size);
        }
        return kept.toOutput();
    }
}
