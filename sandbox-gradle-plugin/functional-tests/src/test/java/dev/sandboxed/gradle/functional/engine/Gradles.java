package dev.sandboxed.gradle.functional.engine;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/** Chooses what runs builds. */
public final class Gradles {

    private Gradles() {}

    /**
     * Returns the Gradle of this machine, which {@code GRADLE_HOME} names or the path has, or else the engine from a repository.
     *
     * @param folder an empty one, for its files
     */
    public static Gradle startIn(Path folder) {
        return installation()
                .<Gradle>map(found -> ToolingGradle.of(found, folder))
                .orElseGet(() -> EngineGradle.startIn(folder));
    }

    private static Optional<Path> installation() {
        Stream<Path> named = Stream.ofNullable(System.getenv("GRADLE_HOME")).map(Path::of);
        Stream<Path> onPath = Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .map(folder -> Path.of(folder, "gradle"))
                .filter(Files::isExecutable)
                .map(Gradles::home);
        return Stream.concat(named, onPath)
                .filter(home -> Files.isDirectory(home.resolve("lib")))
                .findFirst();
    }

    private static Path home(Path program) {
        try {
            return program.toRealPath().getParent().getParent();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot follow " + program, e);
        }
    }
}
