package dev.sandboxed.cli.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spec.SandboxSpec;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RunSettingsTests {

    private final FakeProvider docker = new FakeProvider("docker", Isolation.CONTAINER, Capability.values());

    private SandboxSpec spec() {
        return docker.made.get(0).spec();
    }

    private Duration timeout() {
        return docker.made.get(0).commands.get(0).timeout();
    }

    private CliRunner runner() {
        return new CliRunner(docker)
                .environment("SANDBOX_NETWORK", "none")
                .environment("SANDBOX_MEMORY", "64m")
                .environment("SANDBOX_TIMEOUT", "1s");
    }

    @Test
    void settingsHoldWhereNoOptionIsGiven() {
        assertThat(runner().run("run", "--", "true").code()).isZero();
        assertThat(spec().network()).contains(NetworkPolicy.of(Network.NONE));
        assertThat(spec().limits().memory()).contains(DataSize.ofMebibytes(64));
        assertThat(timeout()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void optionsWinOverSettings() {
        runner().run("run", "--network", "b.example,a.example", "--memory", "1g", "--timeout", "5s", "--", "true");
        assertThat(spec().network()).contains(NetworkPolicy.allowing("a.example", "b.example"));
        assertThat(spec().limits().memory()).contains(DataSize.ofGibibytes(1));
        assertThat(timeout()).isEqualTo(Duration.ofSeconds(5));
    }
}
