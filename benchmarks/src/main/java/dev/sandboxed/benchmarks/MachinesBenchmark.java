package dev.sandboxed.benchmarks;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.benchmarks.tools.MemoryOfCopies;
import dev.sandboxed.benchmarks.tools.Report;
import dev.sandboxed.benchmarks.tools.Scratch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** What a machine that begins as the copy of a saved one takes beside one that boots; and many of them at once. */
final class MachinesBenchmark {

    private static final double LARGEST_SHARE = 0.1;
    private static final int AT_ONCE = 20;

    private MachinesBenchmark() {}

    /** Runs it with one provider, and the user's settings for it. */
    static boolean run(List<String> arguments) throws Exception {
        String provider = arguments.isEmpty() ? "firecracker" : arguments.get(0);
        Report report = new Report(System.out);
        try (Scratch scratch = new Scratch()) {
            AtomicInteger boots = new AtomicInteger();
            try (SandboxProvider machines = Providers.open(provider, scratch.resolve("copies/" + provider))) {
                machines.create(SandboxSpec.defaults()).close();
                SideBySide.Medians first = new SideBySide(1, 3)
                        .measureStages(
                                () -> boot(provider, scratch.resolve("boot" + boots.incrementAndGet())),
                                () -> Providers.toFirstCommand(() -> machines.create(SandboxSpec.defaults())))
                        .get(0);
                report.add(new Comparison("restored, to a command", "booted, to a command", LARGEST_SHARE, first));
                SideBySide.Medians created = new SideBySide(2, 10)
                        .measure(
                                () -> machines.create(SandboxSpec.defaults()).close(),
                                () -> machines.create(SandboxSpec.defaults()).close());
                report.add(new Comparison("create and close", "create and close", Comparison.UNBOUNDED, created));
                report.add(new Comparison(
                        AT_ONCE + " at once, to a command",
                        "one, to a command",
                        Comparison.UNBOUNDED,
                        new SideBySide.Medians(first.candidate(), atOnce(machines, report))));
            }
        }
        return report.allHold();
    }

    /** Where nothing was saved yet. */
    private static List<Duration> boot(String provider, Path state) throws Exception {
        try (SandboxProvider fresh = Providers.open(provider, state.resolve(provider))) {
            return Providers.toFirstCommand(() -> fresh.create(SandboxSpec.defaults()));
        }
    }

    private static Duration atOnce(SandboxProvider machines, Report report) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
        List<Sandbox> made = new ArrayList<>();
        try {
            long began = System.nanoTime();
            List<Future<Sandbox>> all = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) {
                all.add(threads.submit(() -> {
                    Sandbox sandbox = machines.create(SandboxSpec.defaults());
                    sandbox.exec("true").orThrow();
                    return sandbox;
                }));
            }
            for (Future<Sandbox> one : all) {
                made.add(one.get());
            }
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            report.add(new MemoryOfCopies(made.stream().map(Sandbox::id).toList()));
            return took;
        } finally {
            threads.shutdownNow();
            made.forEach(Sandbox::close);
        }
    }
}
