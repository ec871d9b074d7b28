package dev.sandboxed.benchmarks;

import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.provider.docker.DockerProvider;

/** What sandboxes of runc cost beside those of an engine that drives it. */
final class RuncBenchmark {

    private RuncBenchmark() {}

    static boolean run() throws Exception {
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
}
