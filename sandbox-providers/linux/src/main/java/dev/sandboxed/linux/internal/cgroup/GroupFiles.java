package dev.sandboxed.linux.internal.cgroup;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads and writes the files of control groups, which exist or not but are never made. By streams: a channel would refuse to
 * work for a thread that was interrupted, which is just when something has to be let go.
 */
final class GroupFiles {

    private GroupFiles() {}

    static void write(Path file, Object value) throws IOException {
        try (FileOutputStream out = new FileOutputStream(file.toFile())) {
            out.write(String.valueOf(value).getBytes(StandardCharsets.US_ASCII));
        }
    }

    static String read(Path file) throws IOException {
        try (FileInputStream in = new FileInputStream(file.toFile())) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII).strip();
        }
    }

    /** Reads the lines of a file; none if it cannot be read. */
    static List<String> lines(Path file) {
        try {
            return read(file).lines().toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Reads a number; a word such as {@code max} is as much as there can be. */
    static long number(Path file) throws IOException {
        String text = read(file);
        return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : Long.MAX_VALUE;
    }

    /** Reads the number after a word at the beginning of a line; zero if no line begins so. */
    static long numberAfter(Path file, String word) throws IOException {
        return read(file)
                .lines()
                .filter(line -> line.startsWith(word + " "))
                .map(line -> line.substring(word.length() + 1).strip())
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElse(0);
    }
}
