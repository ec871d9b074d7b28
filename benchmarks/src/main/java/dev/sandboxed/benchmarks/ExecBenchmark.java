package dev.sandboxed.benchmarks;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.benchmarks.tools.Report;
import dev.sandboxed.benchmarks.tools.Scratch;
import dev.sandboxed.provider.local.internal.subprocess.SubprocessProvider;

/** What {@code exec} of the subprocess provider costs beside a bare start-and-wait of the same program. */
final class ExecBenchmark {

    private static final String PROGRAM = "/bin/true";
    private static final double BOUND = 2.0;

    private ExecBenchmark() {}

    static boolean run() throws Exception {
        SideBySide sideBySide = new SideBySide(200, 1000);
        Report report = new Report(System.out);
        try (Scratch scratch = new Scratch();
                SandboxProvider provider = new SubprocessProvider(ProviderContext.in(scratch.resolve("state")));
                Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            SideBySide.Medians medians = sideBySide.measure(
                    () -> requireZero(new ProcessBuilder(PROGRAM).start().waitFor()),
                    () -> requireSuccess(sandbox.exec(Command.of(PROGRAM))));
            report.add(new Comparison("subprocess exec " + PROGRAM, "ProcessBuilder start and wait", BOUND, medians));
        }
        return report.allHold();
    }

    private static void requireZero(int exitCode) {
        if (exitCode != 0) {
            throw new IllegalStateException(PROGRAM + " exited with " + exitCode);
        }
    }

    private static void requireSuccess(ExecResult result) {
        result.orThrow();
    }
}
