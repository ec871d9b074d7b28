package dev.sandboxed.gradle.functional;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A folder of {@code samples}.
 *
 * @param folder where it lies in the repository
 */
record Sample(Path folder) {

    private static final Pattern REPOSITORY = Pattern.compile("url = '([^']+)'");

    static Sample of(String name) {
        return new Sample(
                Path.of("../../samples").resolve(name).toAbsolutePath().normalize());
    }

    String text(String path) {
        try {
            return Files.readString(folder.resolve(path));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + folder.resolve(path), e);
        }
    }

    /** Returns all files, without those that a build has written, as paths relative to the folder. */
    List<String> files() {
        try (Stream<Path> tree = Files.walk(folder)) {
            return tree.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .filter(path -> !path.matches("(build|target|\\.gradle)/.*"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot list " + folder, e);
        }
    }

    /** Makes a build of it. The plugin comes from where the build had it from, so that it is the one that was just compiled. */
    Build copyTo(Build build) {
        String plugin = only(build.text("settings.gradle"), REPOSITORY);
        for (String path : files()) {
            String text = text(path);
            build.file(
                    path,
                    path.startsWith("settings.gradle")
                            ? text.replaceFirst(
                                    "repositories \\{", "repositories { maven { url = uri(\"" + plugin + "\") }\n")
                            : text);
        }
        return build;
    }

    /** Fails if the page does not link each class of tests. */
    void requireReadmeToNameEveryTest() {
        assertThat(files())
                .filteredOn(path -> path.endsWith("Tests.java"))
                .isNotEmpty()
                .allSatisfy(path -> assertThat(text("README.md")).contains("(" + path + ")"));
    }

    /** Returns the group of the only match. */
    static String only(String text, Pattern pattern) {
        List<MatchResult> found = pattern.matcher(text).results().toList();
        assertThat(found).as("what matches %s in:%n%s", pattern, text).hasSize(1);
        return found.get(0).group(1);
    }
}
