package dev.sandboxed.gradle.functional.engine;

import java.nio.file.Path;
import java.util.List;

/** Runs builds. */
public interface Gradle extends AutoCloseable {

    /**
     * Runs one.
     *
     * @param project its folder
     * @param arguments as on the command line
     */
    Outcome run(Path project, List<String> arguments);

    /** Returns whether it reads build scripts in Kotlin. */
    boolean knowsKotlin();

    @Override
    void close();

    /**
     * How a build ended.
     *
     * @param succeeded whether it did
     * @param output what it printed
     */
    record Outcome(boolean succeeded, String output) {}
}
