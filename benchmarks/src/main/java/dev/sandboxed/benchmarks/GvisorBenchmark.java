package dev.sandboxed.benchmarks;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.SandboxSpec;
import java.util.List;

/** What sandboxes of gVisor cost beside a bare {@code runsc}. */
final class GvisorBenchmark {

    private GvisorBenchmark() {}

    static boolean run() throws Exception {
        Report report = new Report(System.out);
        try (Scratch scratch = new Scratch();
                SandboxProvider provider = Providers.open("gvisor", scratch.resolve("state"))) {
            RawGvisor raw = new RawGvisor(scratch.resolve("raw"));
            SideBySide.Course creation = () -> Providers.toFirstCommand(() -> provider.create(SandboxSpec.defaults()));
            SideBySide.Work once = raw::runOnce;
            report.add(new Comparison(
                    "create to first command",
                    "runsc do true",
                    1.3,
                    new SideBySide(3, 20)
                            .measureStages(() -> List.of(once.timed()), creation)
                            .get(0)));
            try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
                compareExec(report, raw, sandbox);
                Snapshot snapshot = sandbox.snapshot(SnapshotOptions.ALL);
                report.add(new Comparison(
                        "restore to first command",
                        "create to first command",
                        1,
                        new SideBySide(3, 20)
                                .measureStages(
                                        creation,
                                        () -> Providers.toFirstCommand(
                                                () -> provider.snapshots().restore(snapshot, SandboxSpec.defaults())))
                                .get(0)));
                provider.snapshots().delete(snapshot);
            }
        }
        return report.allHold();
    }

    private static void compareExec(Report report, RawGvisor raw, Sandbox sandbox) throws Exception {
        raw.start();
        try {
            // Time that passes for both, and is used by neither.
            sandbox.exec("sleep", "1").orThrow();
            SideBySide.Medians exec = new SideBySide(10, 100)
                    .measure(raw::exec, () -> sandbox.exec("true").orThrow());
            report.add(new Comparison("exec, up for a second", "runsc exec true", 0.4, exec));
        } finally {
            raw.stop();
        }
    }
}
