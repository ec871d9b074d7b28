package dev.sandboxed.benchmarks;

import dev.sandboxed.benchmarks.tools.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code runsc} as somebody would use it from a terminal, with the host's files to look at. */
final class RawGvisor {

    private static final String CONFIG = """
            {
              "ociVersion": "1.0.0",
              "process": {
                "user": {"uid": 0, "gid": 0},
                "args": ["sleep", "86400"],
                "env": ["PATH=/usr/sbin:/usr/bin:/sbin:/bin"],
                "cwd": "/"
              },
              "root": {"path": "/", "readonly": true},
              "mounts": [{"destination": "/proc", "type": "proc", "source": "proc"}],
              "linux": {"namespaces": [{"type": "pid"}, {"type": "mount"}, {"type": "ipc"}, {"type": "uts"}]}
            }
            """;

    private final Path folder;
    private final List<String> runsc;

    RawGvisor(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
        this.runsc = List.of(
                "runsc", "--root", folder.resolve("containers").toString(), "--platform=ptrace", "--network=none");
    }

    private void call(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(runsc);
        command.addAll(List.of(arguments));
        Program.run(command);
    }

    /** Creates a sandbox for one command. */
    void runOnce() throws IOException, InterruptedException {
        call("do", "true");
    }

    /** Starts a container that waits for commands. Whatever it prints goes nowhere: a pipe would stay open. */
    void start() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("config.json"), CONFIG);
        List<String> command = new ArrayList<>(runsc);
        command.addAll(List.of("run", "-detach", "-bundle", folder.toString(), "raw"));
        int exitCode = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        if (exitCode != 0) {
            throw new IllegalStateException(String.join(" ", command) + " exited with " + exitCode);
        }
    }

    void exec() throws IOException, InterruptedException {
        call("exec", "raw", "true");
    }

    void stop() throws IOException, InterruptedException {
        call("delete", "-force", "raw");
    }
}
