package dev.sandboxed.process;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.spi.SandboxIds;
import dev.sandboxed.linux.internal.proc.ProcessTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/** Runs commands for the tests, in one scope, with a small environment. */
final class Host {

    static final Map<String, String> ENV = Map.of("PATH", "/usr/bin:/bin", "LANG", "C.UTF-8");

    final ProcessScope scope = new ProcessScope(SandboxIds.next("test"));
    private final Path cwd;

    Host(Path cwd) {
        this.cwd = cwd;
    }

    ExecResult run(Command command) {
        return ProcessRunner.run(launch(command));
    }

    Execution start(Command command) {
        return ProcessRunner.start(launch(command), result -> {});
    }

    Launch launch(Command command) {
        return new Launch(command, command.argv(), ENV, cwd, scope);
    }

    static boolean isAlive(long pid) {
        return ProcessTable.read().stream().anyMatch(entry -> entry.pid() == pid);
    }

    static long openDescriptors() {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.count();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
