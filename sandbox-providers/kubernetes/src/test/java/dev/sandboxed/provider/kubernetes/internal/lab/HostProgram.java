package dev.sandboxed.provider.kubernetes.internal.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A program of this host that is a part of the cluster, or runs in one of its containers.
 *
 * @param process its process
 */
public record HostProgram(ProcessHandle process) {

    /** Finds one by the name of its file. */
    public static Optional<HostProgram> named(String name) {
        return find(info ->
                info.command().filter(file -> Path.of(file).endsWith(name)).isPresent());
    }

    /** Finds one by its last argument. */
    public static Optional<HostProgram> with(String argument) {
        return find(info -> info.arguments()
                .filter(all -> all.length > 0 && all[all.length - 1].equals(argument))
                .isPresent());
    }

    private static Optional<HostProgram> find(Predicate<ProcessHandle.Info> wanted) {
        return ProcessHandle.allProcesses()
                .filter(process -> wanted.test(process.info()))
                .findFirst()
                .map(HostProgram::new);
    }

    /** Returns the process that its container began with, the first in its world of processes. */
    public HostProgram firstOfItsContainer() {
        Object world = world(process);
        return ProcessHandle.allProcesses()
                .filter(other -> world.equals(world(other)) && isFirst(other))
                .findFirst()
                .map(HostProgram::new)
                .orElseThrow();
    }

    private static Object world(ProcessHandle process) {
        try {
            return Files.readSymbolicLink(Path.of("/proc", String.valueOf(process.pid()), "ns", "pid"));
        } catch (IOException gone) {
            return "";
        }
    }

    private static boolean isFirst(ProcessHandle process) {
        try (Stream<String> lines = Files.lines(Path.of("/proc", String.valueOf(process.pid()), "status"))) {
            return lines.anyMatch(line -> line.startsWith("NSpid:") && line.endsWith("\t1"));
        } catch (IOException | UncheckedIOException gone) {
            return false;
        }
    }

    public void signal(String name) {
        try {
            assertThat(new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                            .inheritIO()
                            .start()
                            .waitFor())
                    .isZero();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
