package dev.sandboxed.api.code;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * An input with the output that is expected for it.
 *
 * @param name what it is called
 * @param input what code reads from its standard input
 * @param expected what it is to print
 */
public record AgentCase(String name, String input, String expected) {

    private static final String INPUT = ".in";
    private static final String OUTPUT = ".out";

    /**
     * Reads the cases of a folder, sorted by name: each {@code NAME.in} with its {@code NAME.out}, as UTF-8. Other files are left alone.
     *
     * @throws IllegalArgumentException if there is no such folder, it has no case, or one of a pair is missing
     * @throws UncheckedIOException if a file cannot be read
     */
    public static List<AgentCase> in(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException("There is no folder of cases at " + folder.toAbsolutePath()
                    + "; make it, with pairs of files such as sort.in and sort.out");
        }
        List<AgentCase> cases = new ArrayList<>();
        for (Path input : sorted(folder, INPUT)) {
            Path output = other(input, INPUT, OUTPUT);
            cases.add(new AgentCase(stem(input, INPUT), text(input), text(output)));
        }
        sorted(folder, OUTPUT).forEach(output -> other(output, OUTPUT, INPUT));
        if (cases.isEmpty()) {
            throw new IllegalArgumentException("The folder " + folder.toAbsolutePath()
                    + " has no case in it; a case is a pair of files such as sort.in and sort.out");
        }
        return List.copyOf(cases);
    }

    private static List<Path> sorted(Path folder, String end) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().endsWith(end))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("The cases in " + folder.toAbsolutePath() + " cannot be listed", e);
        }
    }

    private static Path other(Path file, String end, String otherEnd) {
        Path other = file.resolveSibling(stem(file, end) + otherEnd);
        if (!Files.isRegularFile(other)) {
            throw new IllegalArgumentException("The case " + file.toAbsolutePath() + " is only half there: "
                    + other.getFileName() + " is missing beside it; add it, even if it is empty");
        }
        return other;
    }

    private static String stem(Path file, String end) {
        String name = file.getFileName().toString();
        return name.substring(0, name.length() - end.length());
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "The file " + file.toAbsolutePath() + " of a case cannot be read as UTF-8", e);
        }
    }

    /** Returns the name. */
    @Override
    public String toString() {
        return name;
    }
}
