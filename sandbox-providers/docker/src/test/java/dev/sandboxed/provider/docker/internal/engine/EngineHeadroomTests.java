package dev.sandboxed.provider.docker.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Headroom;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.provider.docker.internal.DockerProvider;
import dev.sandboxed.provider.docker.internal.EngineRequired;
import dev.sandboxed.provider.docker.internal.NeedsDocker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The engine of the tests runs on this host. */
class EngineHeadroomTests {

    @TempDir
    Path scratch;

    @Test
    @NeedsDocker
    void whatTheHostHasToSpareIsToldWhereASandboxRuns() throws IOException {
        try (DockerProvider provider = new DockerProvider(EngineRequired.hostContext(scratch));
                Sandbox sandbox = provider.create(SandboxSpec.defaults());
                Engine engine = Engine.of(EngineRequired.hostContext(scratch))) {
            Path data = new EngineHost(engine).folder().orElseThrow();
            Headroom headroom = provider.headroom().orElseThrow();

            assertThat(sandbox.shell("true").succeeded()).isTrue();
            assertThat(data).hasToString(engine.info().storage().folder());
            assertThat(headroom.memory().bytes())
                    .isPositive()
                    .isLessThan(engine.info().machine().memory().bytes());
            assertThat(headroom.cpus())
                    .isBetween(0.0, (double) engine.info().machine().cpus());
            assertThat(headroom.disk().bytes())
                    .isPositive()
                    .isLessThan(Files.getFileStore(data).getTotalSpace());
            assertThat(headroom.sandboxes()).isPositive();
        }
    }

    /** As for users who may not look into the folder of the engine: it is there, and they see nothing in it. */
    @Test
    @NeedsDocker
    void aRunningSandboxIsProofEnough() throws IOException {
        try (DockerProvider provider = new DockerProvider(EngineRequired.hostContext(scratch));
                Engine engine = Engine.of(EngineRequired.hostContext(scratch))) {
            Path processes = Files.createSymbolicLink(scratch.resolve("proc"), Path.of("/proc"));
            Path closed = Files.createDirectories(
                    scratch.resolve(engine.info().storage().folder().substring(1)));
            try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
                assertThat(new EngineHost(engine, scratch).folder())
                        .as("with sandbox %s", sandbox.id())
                        .contains(closed);
            } finally {
                Files.delete(processes);
            }
        }
    }

    @Test
    void nothingIsToldOfAnEngineThatSaysItIsJustLikeThisHost() throws IOException {
        try (ScriptedEngine scripted = ScriptedEngine.docker("28.5.0", "1.24", "1.51")) {
            scripted.json("/info", """
                    {"OSType":"linux","Name":"%s","KernelVersion":"%s","NCPU":%d,"DockerRootDir":"%s"}""".formatted(
                    Files.readString(Path.of("/proc/sys/kernel/hostname")).strip(),
                    Files.readString(Path.of("/proc/sys/kernel/osrelease")).strip(),
                    Runtime.getRuntime().availableProcessors(),
                    scratch));
            scripted.json("/networks/bridge", "{\"Id\":\"" + "5d".repeat(32) + "\"}");
            scripted.json("/containers/json", "[]");
            ProviderContext context = ProviderContext.in(scratch).withSettings(Map.of("host", scripted.address()));
            try (DockerProvider provider = new DockerProvider(context)) {
                assertThat(provider.headroom()).isEmpty();
            }
        }
    }

    @Test
    void nothingIsToldWithoutAnEngine() {
        ProviderContext context =
                ProviderContext.in(scratch).withSettings(Map.of("host", "unix://" + scratch.resolve("none.sock")));
        try (DockerProvider provider = new DockerProvider(context)) {
            assertThat(provider.headroom()).isEmpty();
        }
    }
}
