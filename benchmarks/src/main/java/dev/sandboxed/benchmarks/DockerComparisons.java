package dev.sandboxed.benchmarks;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.benchmarks.peer.Peer;
import dev.sandboxed.benchmarks.peer.Subject;
import dev.sandboxed.benchmarks.tools.Report;
import dev.sandboxed.benchmarks.tools.Scratch;
import dev.sandboxed.provider.docker.internal.DockerProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** The comparisons of the Docker benchmark, one after the other: a program of its own, given the image. */
final class DockerComparisons {

    private final SandboxProvider provider;
    private final String image;
    private final Report report;

    private DockerComparisons(SandboxProvider provider, String image, Report report) {
        this.provider = provider;
        this.image = image;
        this.report = report;
    }

    public static void main(String[] arguments) throws Exception {
        Report report = new Report(System.out);
        try (Scratch scratch = new Scratch();
                SandboxProvider provider = Providers.open(DockerProvider.NAME, scratch.resolve("state"))) {
            DockerComparisons comparisons = new DockerComparisons(provider, arguments[0], report);
            comparisons.compareLives();
            comparisons.compareWhatIsUp(scratch);
            report.add(LargeFile.throughSmallHeap());
        }
        System.exit(report.allHold() ? 0 : 1);
    }

    private void compareLives() throws Exception {
        List<SideBySide.Medians> medians = new SideBySide(4, 25)
                .measureStages(
                        () -> life(() -> Peer.start(image)),
                        () -> life(() -> new Ours(provider.create(SandboxSpec.defaults()))));
        report.add(new Comparison("create to first command", "Testcontainers start and exec", 1, medians.get(0)));
        report.add(new Comparison("exec, brand-new", "Testcontainers execInContainer", 0.9, medians.get(1)));
        report.add(new Comparison("close", "Testcontainers stop", Comparison.UNBOUNDED, medians.get(2)));
    }

    /** Creation with the first command, that command alone, and the end. */
    private static List<Duration> life(Callable<Subject> creation) throws Exception {
        List<Duration> stages = new ArrayList<>();
        long begin = System.nanoTime();
        long end;
        try (Subject subject = creation.call()) {
            long created = System.nanoTime();
            subject.exec("true");
            end = System.nanoTime();
            stages.add(Duration.ofNanos(end - begin));
            stages.add(Duration.ofNanos(end - created));
        }
        stages.add(Duration.ofNanos(System.nanoTime() - end));
        return stages;
    }

    private void compareWhatIsUp(Scratch scratch) throws Exception {
        try (Peer peer = Peer.start(image);
                Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            // Time that passes for both, and is used by neither.
            peer.exec("sleep", "1");
            Subject ours = new Ours(sandbox);
            SideBySide.Medians exec = new SideBySide(10, 100).measure(() -> peer.exec("true"), () -> ours.exec("true"));
            report.add(new Comparison("exec, up for a second", "Testcontainers execInContainer", 0.25, exec));
            new TreeCourses(scratch, peer, sandbox)
                    .compare(new SideBySide(2, 15))
                    .forEach(report::add);
        }
    }
}
