package dev.sandboxed.provider.local.internal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What everybody on the host can read of every process. */
public final class CommandLines {

    private CommandLines() {}

    /** Returns the command lines in which a text stands. */
    public static List<String> with(String text) {
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            return processes
                    .map(process -> process.resolve("cmdline"))
                    .filter(Files::exists)
                    .map(CommandLines::read)
                    .filter(line -> line.contains(text))
                    .toList();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException ended) {
            return "";
        }
    }
}
