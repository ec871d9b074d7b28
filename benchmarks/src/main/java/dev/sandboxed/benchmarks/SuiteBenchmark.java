package dev.sandboxed.benchmarks;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.benchmarks.peer.Peer;
import dev.sandboxed.benchmarks.suite.SuiteRun;
import dev.sandboxed.benchmarks.tools.ForkedJvm;
import dev.sandboxed.benchmarks.tools.Report;
import dev.sandboxed.benchmarks.tools.Scratch;
import dev.sandboxed.provider.docker.internal.DockerProvider;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * How long a suite of tests takes on each provider beside Testcontainers, from the start of the test plan until everything is
 * destroyed, each time in a new JVM.
 */
final class SuiteBenchmark {

    private static final int ROUNDS = 3;

    private static final List<Candidate> CANDIDATES = List.of(
            new Candidate("subprocess", 0.05),
            new Candidate("bubblewrap", 0.08),
            new Candidate("runc", 0.1),
            new Candidate("gvisor", 0.3),
            new Candidate(DockerProvider.NAME, 0.35));

    private SuiteBenchmark() {}

    /** A provider, the largest share of the peer's time that is good enough, and what was measured. */
    private record Candidate(String provider, double bound, List<SuiteRun> runs) {

        Candidate(String provider, double bound) {
            this(provider, bound, new ArrayList<>());
        }

        SuiteRun median() {
            return runs.stream()
                    .sorted(Comparator.comparing(SuiteRun::whole))
                    .toList()
                    .get(runs.size() / 2);
        }
    }

    static boolean run() throws Exception {
        Report report = new Report(System.out);
        try (Scratch scratch = new Scratch()) {
            String image = DockerBenchmark.defaultImage();
            Candidate peer = new Candidate(SuiteRun.PEER, 1);
            List<Candidate> all = new ArrayList<>(List.of(peer));
            all.addAll(available(scratch.resolve("look")));
            for (int round = 0; round < ROUNDS; round++) {
                for (Candidate each : all) {
                    Path folder = scratch.resolve(each.provider() + round);
                    each.runs().add(measure(each.provider(), image, folder));
                }
            }
            for (Candidate each : all.subList(1, all.size())) {
                SuiteRun ours = each.median();
                SideBySide.Medians medians =
                        new SideBySide.Medians(peer.median().whole(), ours.whole());
                report.add(new Comparison(each.provider(), "Testcontainers", each.bound(), medians));
                System.out.printf(
                        Locale.ROOT,
                        "    first test after %.0f ms; %s%n",
                        ours.first().toNanos() / 1e6,
                        ours.pool());
            }
        }
        return report.allHold();
    }

    private static List<Candidate> available(Path state) throws Exception {
        List<Candidate> available = new ArrayList<>();
        for (Candidate each : CANDIDATES) {
            try (SandboxProvider provider = Providers.open(each.provider(), state.resolve(each.provider()))) {
                if (provider.status() instanceof ProviderStatus.Unavailable not) {
                    System.out.println("  " + each.provider() + " is not measured: " + not.reason());
                } else {
                    available.add(each);
                }
            }
        }
        return available;
    }

    private static SuiteRun measure(String name, String image, Path folder) throws Exception {
        Path result = folder.resolveSibling(folder.getFileName() + ".txt");
        int exit = new ForkedJvm(SuiteRun.class, List.of(), Peer.ENVIRONMENT)
                .run(name, image, folder.toString(), result.toString());
        if (exit != 0) {
            throw new IllegalStateException("The suite on " + name + " ended with " + exit);
        }
        return SuiteRun.read(result);
    }
}
