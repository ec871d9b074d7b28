package dev.sandboxed.benchmarks;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.benchmarks.peer.Peer;
import dev.sandboxed.benchmarks.tools.ForkedJvm;
import dev.sandboxed.benchmarks.tools.Program;
import dev.sandboxed.benchmarks.tools.Scratch;
import dev.sandboxed.provider.docker.internal.DockerProvider;
import java.util.List;

/**
 * What sandboxes of the Docker provider cost beside containers of Testcontainers, and their files beside {@code docker
 * cp}: the same image on the same engine.
 */
final class DockerBenchmark {

    private DockerBenchmark() {}

    /** Measure in another JVM, since Testcontainers takes some of its settings from nowhere but the environment. */
    static boolean run() throws Exception {
        return new ForkedJvm(DockerComparisons.class, List.of(), Peer.ENVIRONMENT).run(defaultImage()) == 0;
    }

    /** Returns the image of sandboxes that ask for none. */
    static String defaultImage() throws Exception {
        try (Scratch scratch = new Scratch();
                SandboxProvider provider = Providers.open(DockerProvider.NAME, scratch.resolve("state"));
                Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            return Program.run(
                    "docker",
                    "inspect",
                    "--format",
                    "{{.Config.Image}}",
                    sandbox.info().nativeId());
        }
    }
}
