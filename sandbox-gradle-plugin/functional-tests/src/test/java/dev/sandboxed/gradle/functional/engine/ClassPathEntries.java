package dev.sandboxed.gradle.functional.engine;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the tests themselves run with. */
final class ClassPathEntries {

    private ClassPathEntries() {}

    /** Returns the jars whose names begin so. */
    static List<Path> startingWith(String... beginnings) {
        return Arrays.stream(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
                        .split(File.pathSeparator))
                .map(Path::of)
                .filter(entry -> Stream.of(beginnings)
                        .anyMatch(beginning -> entry.getFileName().toString().startsWith(beginning)))
                .toList();
    }

    /** Returns where a class comes from. */
    static Path of(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("Cannot tell where " + type + " comes from", e);
        }
    }

    static String joined(List<Path> entries) {
        return entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
}
