package dev.sandboxed.api.code;

import dev.sandboxed.api.exec.Command;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A programming language, by the programs that run a file of it.
 *
 * @param name what people call it
 * @param programs the names of its interpreters, the best first; the first that is found inside is taken
 * @param options what stands between the interpreter and the file
 * @param extension the end of the names of its files, without a dot; may be empty
 * @param image an image that has an interpreter, to be named where there is none inside; empty if none is known
 */
public record Language(
        String name, List<String> programs, List<String> options, String extension, Optional<String> image) {

    /** Python 3. */
    public static final Language PYTHON =
            new Language("Python", List.of("python3", "python"), List.of("-B"), "py", Optional.of("python:3-slim"));

    /** A script for {@code /bin/sh}. */
    public static final Language SHELL = new Language("shell", List.of("sh"), List.of(), "sh", Optional.of("busybox"));

    /** JavaScript for Node.js. */
    public static final Language JAVASCRIPT =
            new Language("JavaScript", List.of("node", "nodejs"), List.of(), "js", Optional.of("node:22-slim"));

    /** One file of Java with a main method, compiled inside by the launcher of the JDK that is there. */
    public static final Language JAVA = new Language(
            "Java",
            List.of("java"),
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData"),
            "java",
            Optional.of("eclipse-temurin:17"));

    /**
     * Checks the parts.
     *
     * @throws IllegalArgumentException if there is no program, or one has no name
     */
    public Language {
        if (programs.isEmpty() || programs.stream().anyMatch(String::isBlank)) {
            throw new IllegalArgumentException("The language '" + name + "' needs the name of at least one interpreter,"
                    + " but has " + programs + "; give for example List.of(\"ruby\")");
        }
        if (extension.contains("/") || extension.contains("\0")) {
            throw new IllegalArgumentException("The end of a file's name must not have '/' or NUL in it, but was '"
                    + extension + "'; give for example \"rb\"");
        }
        programs = List.copyOf(programs);
        options = List.copyOf(options);
    }

    /**
     * Returns the language that a program interprets, about which nothing else is known.
     *
     * @throws IllegalArgumentException if the name is blank
     */
    public static Language of(String interpreter) {
        return new Language(interpreter, List.of(interpreter), List.of(), "", Optional.empty());
    }

    /** Returns the command that looks for an interpreter; it prints the path of the first that is there, and fails where none is. */
    public Command lookup() {
        String names = programs.stream().map(Command::quote).collect(Collectors.joining(" "));
        return Command.shell("for program in " + names + "; do command -v \"$program\" && exit 0; done; exit 127");
    }

    /** Returns the command that runs a file. */
    public Command running(String interpreter, String file, List<String> arguments) {
        List<String> argv = new ArrayList<>(List.of(interpreter));
        argv.addAll(options);
        argv.add(file.startsWith("-") ? "./" + file : file);
        argv.addAll(arguments);
        return Command.of(argv);
    }

    /** Returns the name of a file of this language. */
    public String fileName(String stem) {
        return extension.isEmpty() ? stem : stem + "." + extension;
    }
}
