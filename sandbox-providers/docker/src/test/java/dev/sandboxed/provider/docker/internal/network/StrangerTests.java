package dev.sandboxed.provider.docker.internal.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.api.spi.Events;
import dev.sandboxed.api.spi.SandboxIds;
import dev.sandboxed.network.internal.NetworkRoom;
import dev.sandboxed.network.internal.NetworkTools;
import dev.sandboxed.process.HostTool;
import dev.sandboxed.provider.docker.internal.container.Container;
import dev.sandboxed.provider.docker.internal.engine.Engine;
import dev.sandboxed.provider.docker.internal.engine.ScriptedEngine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An engine of another kernel tells numbers of processes that are somebody else's here. */
@Timeout(60)
class StrangerTests {

    private static final String CONTAINER = "0a".repeat(32);

    @TempDir
    Path state;

    private final ScriptedEngine scripted = ScriptedEngine.docker("28.5.0", "1.24", "1.51");
    private Engine engine;
    private Process stranger;

    @BeforeEach
    void startAStranger() throws IOException {
        assumeTrue(NetworkTools.find(context()).isPresent(), "it takes root and programs to make a room");
        engine = Engine.of(context().withSettings(Map.of("host", scripted.address())));
        stranger = new ProcessBuilder("unshare", "--net", "sh", "-c", "echo; cat").start();
        assertThat(stranger.getInputStream().read()).isEqualTo('\n');
    }

    @AfterEach
    void end() throws InterruptedException {
        if (stranger != null) {
            stranger.destroyForcibly().waitFor();
            engine.close();
        }
        scripted.close();
    }

    private ProviderContext context() {
        return ProviderContext.in(state);
    }

    private void assertRefused(long pid) throws IOException {
        scripted.json(
                "/containers/" + CONTAINER + "/json",
                "{\"Id\":\"" + CONTAINER + "\",\"State\":{\"Running\":true,\"Pid\":" + pid + "}}");
        String id = SandboxIds.next("docker");
        SandboxSpec spec = SandboxSpec.builder().network(Network.FULL).build();
        Deadline deadline = Deadline.in(Duration.ofSeconds(30));
        Creation creation = new Creation(id, spec, deadline, new Events("docker", id, event -> {}));
        try (NetworkRoom room =
                NetworkTools.beginFor(creation, context(), "docker").orElseThrow()) {
            Container container = new Container(engine, CONTAINER, id);

            assertThatThrownBy(() -> container.moveInto(room, deadline))
                    .isInstanceOfSatisfying(SandboxStartException.class, e -> {
                        assertThat(e.what()).contains(CONTAINER).contains(String.valueOf(pid));
                        assertThat(e.remedy().orElseThrow()).contains("option 'network'");
                    });
            assertThat(links(room.namespace()))
                    .as("it is still where it was made")
                    .contains("eth0");
        }
    }

    @Test
    void aStrangerGetsNoNetworkOfASandbox() throws IOException {
        assertRefused(stranger.pid());

        Path theirs = Path.of("/proc", String.valueOf(stranger.pid()), "ns/net");
        assertThat(links(theirs)).doesNotContain("eth0");
    }

    /** The JVM would list some of its own among them, wherever the thread is. */
    private static String links(Path namespace) {
        Command look = Command.of("nsenter", "--net=" + namespace, "ip", "-brief", "link");
        return HostTool.run(look, Duration.ofSeconds(20)).orThrow().stdout();
    }

    @Test
    void neitherDoesThisJvmNorOneThatIsNotThere() throws IOException {
        assertRefused(ProcessHandle.current().pid());
        assertRefused(Integer.MAX_VALUE);
        assertRefused(0);
    }
}
