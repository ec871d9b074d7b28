package dev.sandboxed.benchmarks;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.core.config.Configuration;
import dev.sandboxed.core.config.Surroundings;
import dev.sandboxed.provider.docker.DockerProvider;
import dev.sandboxed.provider.docker.DockerProviderFactory;
import java.nio.file.Path;
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

    private static String defaultImage() throws Exception {
        try (Scratch scratch = new Scratch();
                SandboxProvider provider = open(scratch.resolve("state"));
                Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            return DockerCli.run(
                    "inspect", "--format", "{{.Config.Image}}", sandbox.info().nativeId());
        }
    }

    /** Open the provider with the user's settings and a state of its own. */
    static SandboxProvider open(Path state) {
        Configuration configuration = Configuration.read(Surroundings.ofThisProcess());
        return new DockerProviderFactory()
                .open(ProviderContext.in(state)
                        .withSettings(configuration.settingsOf(DockerProvider.NAME))
                        .withEnvironment(configuration.environment()));
    }
}
