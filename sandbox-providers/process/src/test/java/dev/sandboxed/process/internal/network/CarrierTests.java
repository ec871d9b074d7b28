package dev.sandboxed.process.internal.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.api.spi.SandboxIds;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** With the real program. */
@Timeout(60)
class CarrierTests {

    private static final String DEVICE = "tap0:";

    @TempDir
    Path folder;

    @BeforeEach
    void needRoot() {
        assumeTrue(
                HostPlatform.current() == HostPlatform.LINUX && HostPlatform.isRoot(),
                "it takes root to make a network namespace");
    }

    private PrivateNetwork begin(Path program) throws IOException {
        return new Carrier(program).begin(SandboxIds.next("carrier-test"));
    }

    private static Deadline soon() {
        return Deadline.in(Duration.ofSeconds(20));
    }

    private static String devicesIn(Path namespace) throws IOException {
        Process cat = new ProcessBuilder("nsenter", "--net=" + namespace, "cat", "/proc/self/net/dev").start();
        return new String(cat.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void theDeviceIsInANamespaceOfItsOwnThatIsGoneWhenItIsClosed() throws IOException {
        var found = Carrier.find(ProviderContext.in(folder));
        assumeTrue(found.isPresent(), "there is no slirp4netns; apt-get install slirp4netns");
        PrivateNetwork network = begin(found.get().program());
        try (network) {
            network.await(soon());

            assertThat(devicesIn(network.namespace())).contains(DEVICE);
            assertThat(Files.readString(Path.of("/proc/self/net/dev"))).doesNotContain(DEVICE);
        }
        assertThat(network.namespace()).doesNotExist();
    }

    @Test
    void whatTheProgramHasAgainstItIsTold() throws IOException {
        Path refusing = Files.writeString(folder.resolve("refusing"), "#!/bin/sh\necho no such luck >&2\n");
        assertThat(refusing.toFile().setExecutable(true)).isTrue();

        try (PrivateNetwork network = begin(refusing)) {
            assertThatThrownBy(() -> network.await(soon()))
                    .isInstanceOf(SandboxStartException.class)
                    .hasMessageContaining("'slirp4netns' did not make the network: no such luck");
        }
    }

    @Test
    void aProgramThatIsMissingIsNotFoundAndTheDescriptionTellsHowToInstallIt() {
        ProviderContext lacking = ProviderContext.in(folder)
                .withSettings(Map.of(Carrier.NAME, folder.resolve("missing").toString()));

        assertThat(Carrier.find(lacking)).isEmpty();
        assertThat(Carrier.describe(lacking)).isEqualTo("none; for full: apt-get install slirp4netns");
    }
}
