package dev.sandboxed.benchmarks;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.provider.local.subprocess.SubprocessProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What {@code exec} of the subprocess provider costs beside a bare start-and-wait of the same program. */
final class ExecBenchmark {

    private static final String PROGRAM = "/bin/true";
    private static final double BOUND = 2.0;

    private ExecBenchmark() {}

    static List<Comparison> run() throws Exception {
        Path state = Files.createTempDirectory("sandboxed-benchmark");
        SideBySide sideBySide = new SideBySide(200, 1000);
        try (SandboxProvider provider = new SubprocessProvider(ProviderContext.in(state));
                Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            SideBySide.Medians medians = sideBySide.measure(
                    () -> requireZero(new ProcessBuilder(PROGRAM).start().waitFor()),
                    () -> requireSuccess(sandbox.exec(Command.of(PROGRAM))));
            return List.of(
                    new Comparison("subprocess exec " + PROGRAM, "ProcessBuilder start and wait", BOUND, medians));
        } finally {
            deleteEmptyFolders(state);
        }
    }

    private static void requireZero(int exitCode) {
        if (exitCode != 0) {
            throw new IllegalStateException(PROGRAM + " exited with " + exitCode);
        }
    }

    private static void requireSuccess(ExecResult result) {
        result.orThrow();
    }

    /** The provider has removed everything in them. */
    private static void deleteEmptyFolders(Path state) throws java.io.IOException {
        for (String folder : List.of("sandboxes", "records", "snapshots", "")) {
            Files.deleteIfExists(state.resolve(folder));
        }
    }
}
