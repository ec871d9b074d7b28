package dev.sandboxed.provider.docker.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.Mount;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.SandboxSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sandboxes without a network have a loopback that works, by name, whoever makes it: the engine or the runtime alone. */
class OwnLoopbackTests extends EngineTest {

    private static final String INTERFACES = "ls /sys/class/net";

    private boolean hasNetworkOfEngine(Sandbox sandbox) {
        return !inspect(sandbox).getNetworkSettings().getSandboxId().isEmpty();
    }

    private static void assertThatLocalhostAnswers(Sandbox sandbox) {
        sandbox.shell("nc -ll -p 8080 -e echo hello > /dev/null 2>&1 &").orThrow();

        await().untilAsserted(() -> assertThat(
                        sandbox.shell("nc -w 2 localhost 8080 < /dev/null").stdout())
                .isEqualTo("hello\n"));
        assertThat(sandbox.shell(INTERFACES).orThrow().stdout()).isEqualTo("lo\n");
    }

    @ParameterizedTest
    @CsvSource({
        "root, false, false",
        "0:1000, false, false",
        "sandbox, false, true",
        "root, true, true",
        "sandbox, true, true"
    })
    void theEngineIsNeededForItOnlyWhereTheUserCannotWriteItsName(String user, boolean readOnly, boolean ofEngine) {
        SandboxSpec spec =
                SandboxSpec.builder().user(user).readOnlyRoot(readOnly).build();
        try (Sandbox sandbox = provider.create(spec)) {
            assertThatLocalhostAnswers(sandbox);
            assertThat(hasNetworkOfEngine(sandbox)).isEqualTo(ofEngine);
        }
    }

    @Test
    void theNameIsThereForOtherUsersToo() {
        try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            assertThat(sandbox.exec(Command.of("cat", "/etc/hosts").user("sandbox"))
                            .orThrow()
                            .stdout())
                    .contains("127.0.0.1\tlocalhost\n");
        }
    }

    @Test
    void anImageWithAnUserOfItsOwnIsServedByTheEngine() {
        String image;
        try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            image = client().commitCmd(sandbox.info().nativeId())
                    .withUser("sandbox")
                    .exec();
        }
        try (Sandbox sandbox =
                provider.create(SandboxSpec.builder().image(image).build())) {
            assertThatLocalhostAnswers(sandbox);
            assertThat(hasNetworkOfEngine(sandbox)).isTrue();
        } finally {
            client().removeImageCmd(image).withForce(true).exec();
        }
    }

    @Test
    void aFileOfTheHostIsNotWrittenTo() throws IOException {
        assumeTrue(provider.capabilities().has(Capability.MOUNTS), "the engine is on this host");
        Path hosts = Files.createFile(state.resolve("hosts"));
        SandboxSpec mounting =
                SandboxSpec.builder().mount(Mount.writable(hosts, "/etc/hosts")).build();
        try (Sandbox sandbox = provider.create(mounting)) {
            assertThat(sandbox.files().readText("/etc/hosts")).isEmpty();
        }
        assertThat(hosts).isEmptyFile();
    }

    @Test
    void aSnapshotOfASandboxWithoutANetworkCanBeRestoredWithOne() {
        assumeTrue(provider.capabilities().has(Capability.NETWORK_FULL), "the default runtime has a network");
        Snapshot snapshot;
        try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            snapshot = sandbox.snapshot(SnapshotOptions.ALL);
        }
        try (Sandbox restored = provider.snapshots()
                .restore(snapshot, SandboxSpec.builder().network(Network.FULL).build())) {
            assertThat(restored.shell(INTERFACES).orThrow().stdout()).contains("eth0");
        } finally {
            provider.snapshots().delete(snapshot);
        }
    }
}
