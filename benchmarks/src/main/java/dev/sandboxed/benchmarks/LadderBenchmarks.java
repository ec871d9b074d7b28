package dev.sandboxed.benchmarks;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SandboxSpecBuilder;
import dev.sandboxed.api.spec.SeedFile;
import dev.sandboxed.benchmarks.tools.Program;
import dev.sandboxed.benchmarks.tools.Report;
import dev.sandboxed.benchmarks.tools.Scratch;
import dev.sandboxed.provider.docker.internal.DockerProvider;
import java.util.List;

/** What the rungs without a daemon cost beside the bare programs behind them, and runc beside an engine that drives it. */
final class LadderBenchmarks {

    private static final List<String> BUBBLEWRAP = List.of(
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
    private static final String RAW_BUBBLEWRAP = "bwrap ... true";

    /** As many as a small project has. */
    private static final int FILES = 100;

    private LadderBenchmarks() {}

    static boolean bubblewrap() throws Exception {
        Report report = new Report(System.out);
        try (Scratch scratch = new Scratch();
                SandboxProvider provider = Providers.open("bubblewrap", scratch.resolve("state"))) {
            SideBySide.Work raw = () -> Program.run(BUBBLEWRAP);
            SideBySide.Medians creation = new SideBySide(20, 100)
                    .measureStages(
                            () -> List.of(raw.timed()),
                            () -> Providers.toFirstCommand(() -> provider.create(SandboxSpec.defaults())))
                    .get(0);
            report.add(new Comparison("create to first command", RAW_BUBBLEWRAP, 3, creation));
            try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
                SideBySide.Medians exec = new SideBySide(20, 200)
                        .measure(raw, () -> sandbox.exec("true").orThrow());
                report.add(new Comparison("exec", RAW_BUBBLEWRAP, 2, exec));
            }
        }
        return report.allHold();
    }

    static boolean runc() throws Exception {
        Report report = new Report(System.out);
        try (Scratch scratch = new Scratch();
                SandboxProvider docker = Providers.open(DockerProvider.NAME, scratch.resolve("docker"));
                SandboxProvider runc = Providers.open("runc", scratch.resolve("runc"))) {
            SideBySide.Medians creation = new SideBySide(4, 25)
                    .measureStages(
                            () -> Providers.toFirstCommand(() -> docker.create(SandboxSpec.defaults())),
                            () -> Providers.toFirstCommand(() -> runc.create(SandboxSpec.defaults())))
                    .get(0);
            report.add(new Comparison("create to first command", "the Docker provider's", 0.3, creation));
        }
        return report.allHold();
    }

    static boolean gvisor() throws Exception {
        Report report = new Report(System.out);
        try (Scratch scratch = new Scratch();
                SandboxProvider provider = Providers.open("gvisor", scratch.resolve("state"))) {
            RawGvisor raw = new RawGvisor(scratch.resolve("raw"));
            SideBySide.Work once = raw::runOnce;
            report.add(new Comparison(
                    "create to first command",
                    "runsc do true",
                    1.3,
                    new SideBySide(3, 20)
                            .measureStages(() -> List.of(once.timed()), creation(provider, SandboxSpec.defaults()))
                            .get(0)));
            try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
                compareExec(report, raw, sandbox);
            }
            compareRestore(report, "restore to first command", provider, SandboxSpec.defaults());
            compareRestore(report, "restore of " + FILES + " files", provider, withFiles());
        }
        return report.allHold();
    }

    private static SideBySide.Course creation(SandboxProvider provider, SandboxSpec spec) {
        return () -> Providers.toFirstCommand(() -> provider.create(spec));
    }

    private static SandboxSpec withFiles() {
        SandboxSpecBuilder spec = SandboxSpec.builder();
        for (int file = 0; file < FILES; file++) {
            spec.seed(SeedFile.text("project/" + file + ".txt", "x".repeat(1024)));
        }
        return spec.build();
    }

    /** Compares with a creation that makes the same files. */
    private static void compareRestore(Report report, String name, SandboxProvider provider, SandboxSpec spec)
            throws Exception {
        Snapshot snapshot;
        try (Sandbox sandbox = provider.create(spec)) {
            snapshot = sandbox.snapshot(SnapshotOptions.ALL);
        }
        report.add(new Comparison(
                name,
                "create with the same files",
                1,
                new SideBySide(3, 40)
                        .measureStages(
                                creation(provider, spec),
                                () -> Providers.toFirstCommand(
                                        () -> provider.snapshots().restore(snapshot, SandboxSpec.defaults())))
                        .get(0)));
        provider.snapshots().delete(snapshot);
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
