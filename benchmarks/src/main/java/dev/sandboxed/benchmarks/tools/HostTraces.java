package dev.sandboxed.benchmarks.tools;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Looks on this host for processes, mounts and control groups of sandboxes, in a way of its own: what is tried is not asked.
 *
 * @param names ids of sandboxes, and of their containers
 */
public record HostTraces(Set<String> names) {

    private static final Path PROCESSES = Path.of("/proc");
    private static final Path GROUPS = Path.of("/sys/fs/cgroup");

    private static final String DEAD = "\nState:\tZ";

    /** An id of a sandbox or of a container. */
    private static final Pattern NAME = Pattern.compile("[a-z]+-[0-9a-f]{16}(?![0-9a-f])|[0-9a-f]{64}");

    public HostTraces {
        names = Set.copyOf(names);
    }

    /** Lists all that carries one of the names, one line each. */
    public List<String> find() {
        List<String> found = new ArrayList<>();
        if (!names.isEmpty()) {
            processes()
                    .filter(process -> isNamedIn(file(process, "cmdline"))
                            || isNamedIn(file(process, "environ"))
                            || isNamedIn(file(process, "cgroup")))
                    .forEach(process -> found.add(described(process)));
            file("self", "mountinfo")
                    .lines()
                    .filter(this::isNamedIn)
                    .map(line -> "mount " + line)
                    .forEach(found::add);
            groups().filter(group -> isNamedIn(String.valueOf(group.getFileName())))
                    .forEach(group -> found.add("control group " + group));
        }
        return found;
    }

    /** Lists the processes that have something in their environment. */
    public static List<String> processesWith(String variable) {
        return processes()
                .filter(process -> file(process, "environ").contains(variable))
                .map(HostTraces::described)
                .toList();
    }

    /** Returns whether something is an id of a sandbox or of a container. */
    public static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    /** Returns the id that a text begins with, such as the name of a file. */
    public static Optional<String> nameAtTheStartOf(String text) {
        return NAME.matcher(text)
                .results()
                .filter(match -> match.start() == 0)
                .map(MatchResult::group)
                .findFirst();
    }

    /** Returns what the system tells of a process; nothing if it has ended. */
    public static String file(String process, String name) {
        try {
            return Files.readString(PROCESSES.resolve(process).resolve(name), StandardCharsets.ISO_8859_1)
                    .replace('\0', ' ');
        } catch (IOException ended) {
            return "";
        }
    }

    private boolean isNamedIn(String text) {
        return NAME.matcher(text).results().map(MatchResult::group).anyMatch(names::contains);
    }

    /** A dead process keeps its control group until its parent buries it; of an orphan that is the first process of the host. */
    private static Stream<String> processes() {
        return ProcessHandle.allProcesses()
                .map(process -> Long.toString(process.pid()))
                .filter(process -> !file(process, "status").contains(DEAD));
    }

    private static String described(String process) {
        return "process " + process + " " + file(process, "cmdline");
    }

    /** Groups come and go while they are looked at, so this is no {@link Files#walk(Path, FileVisitOption...)}. */
    private static Stream<Path> groups() {
        return below(GROUPS);
    }

    private static Stream<Path> below(Path folder) {
        List<Path> children;
        try (Stream<Path> entries = Files.list(folder)) {
            children = entries.filter(Files::isDirectory).toList();
        } catch (IOException | UncheckedIOException gone) {
            return Stream.of();
        }
        return children.stream().flatMap(child -> Stream.concat(Stream.of(child), below(child)));
    }
}
