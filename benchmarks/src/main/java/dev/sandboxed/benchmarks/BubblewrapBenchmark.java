package dev.sandboxed.benchmarks;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.spec.SandboxSpec;
import java.util.List;

/** What sandboxes of bubblewrap cost beside a bare {@code bwrap} that makes namespaces for one command. */
final class BubblewrapBenchmark {

    private static final List<String> RAW = List.of(
            "bwrap",
            "--ro-bind",
            "/",
            "/",
            "--tmpfs",
            "/tmp",
            "--dev",
            "/dev",
            "--proc",
            "/proc",
            "--unshare-all",
            "--die-with-parent",
            "true");
    private static final String BASELINE = "bwrap ... true";

    private BubblewrapBenchmark() {}

    static boolean run() throws Exception {
        Report report = new Report(System.out);
        try (Scratch scratch = new Scratch();
                SandboxProvider provider = Providers.open("bubblewrap", scratch.resolve("state"))) {
            SideBySide.Work raw = () -> Program.run(RAW);
            SideBySide.Medians creation = new SideBySide(20, 100)
                    .measureStages(
                            () -> List.of(raw.timed()),
                            () -> Providers.toFirstCommand(() -> provider.create(SandboxSpec.defaults())))
                    .get(0);
            report.add(new Comparison("create to first command", BASELINE, 3, creation));
            try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
                SideBySide.Medians exec = new SideBySide(20, 200)
                        .measure(raw, () -> sandbox.exec("true").orThrow());
                report.add(new Comparison("exec", BASELINE, 2, exec));
            }
        }
        return report.allHold();
    }
}
