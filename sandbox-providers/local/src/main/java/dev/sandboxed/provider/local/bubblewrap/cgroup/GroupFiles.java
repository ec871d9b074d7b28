package dev.sandboxed.provider.local.bubblewrap.cgroup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Reads and writes the files of control groups, which exist or not but are never made. */
final class GroupFiles {

    private GroupFiles() {}

    static void write(Path file, Object value) throws IOException {
        Files.writeString(file, String.valueOf(value), StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
    }

    static String read(Path file) throws IOException {
        return Files.readString(file).strip();
    }

    /** Read a number; a word such as {@code max} is as much as there can be. */
    static long number(Path file) throws IOException {
        String text = read(file);
        return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : Long.MAX_VALUE;
    }

    /** Read the number after a word at the beginning of a line; zero if no line begins so. */
    static long numberAfter(Path file, String word) throws IOException {
        List<String> lines = Files.readAllLines(file);
        return lines.stream()
                .filter(line -> line.startsWith(word + " "))
                .map(line -> line.substring(word.length() + 1).strip())
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElse(0);
    }
}
