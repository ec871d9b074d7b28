package dev.sandboxed.process.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.api.spi.SandboxIds;
import dev.sandboxed.process.posix.HostPlatform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With the real program, which carries packets of namespaces that others have made. */
@Timeout(60)
class CarrierTests {

    private static final String DEVICE = "tap0:";

    @TempDir
    Path folder;

    private Carrier carrier;

    @BeforeEach
    void needTheProgram() {
        assumeTrue(
                HostPlatform.current() == HostPlatform.LINUX && HostPlatform.isRoot(),
                "it takes root to make a network namespace");
        var found = Carrier.find(ProviderContext.in(folder));
        assumeTrue(found.isPresent(), "there is no slirp4netns; apt-get install slirp4netns");
        carrier = found.get();
    }

    /** Start a process that says a word once it is where it shall be, and then waits for the end of its input. */
    private static Process waiting(String... before) throws IOException {
        List<String> argv = new ArrayList<>(List.of(before));
        argv.addAll(List.of("/bin/sh", "-c", "echo ready; read end"));
        Process process = new ProcessBuilder(argv).start();
        assertThat(process.inputReader().readLine()).isEqualTo("ready");
        return process;
    }

    private PrivateNetwork begin(Process process) throws IOException {
        return carrier.begin(SandboxIds.next("carrier-test"), process.pid());
    }

    private static String devices(Object pid) throws IOException {
        return Files.readString(Path.of("/proc", pid.toString(), "net", "dev"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "unshare --net",
                "unshare --user --map-user=1000 --map-group=1000 --net",
                "setpriv --reuid=65534 --regid=65534 --clear-groups unshare --user --map-user=1000 --map-group=1000 --net"
            })
    void theNamespaceOfAProcessIsCarriedWhoeverItBelongsTo(String before) throws IOException {
        Process process = waiting(before.split(" "));
        try (PrivateNetwork network = begin(process)) {
            network.await(Deadline.in(Duration.ofSeconds(20)));

            assertThat(devices(process.pid())).contains(DEVICE);
            assertThat(Files.readSymbolicLink(network.namespace()))
                    .isEqualTo(Files.readSymbolicLink(Path.of("/proc", String.valueOf(process.pid()), "ns", "net")));
            assertThat(devices("self")).doesNotContain(DEVICE);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void theHostsOwnNetworkIsNeverSetUp() throws IOException {
        Process process = waiting();
        try (PrivateNetwork network = begin(process)) {
            assertThatThrownBy(() -> network.await(Deadline.in(Duration.ofSeconds(20))))
                    .isInstanceOf(SandboxStartException.class)
                    .hasMessageContaining("process " + process.pid() + " has no network namespace of its own");
            assertThat(devices("self")).doesNotContain(DEVICE);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void aProcessThatIsGoneIsAnError() throws Exception {
        Process process = waiting("unshare", "--net");
        process.destroyForcibly().waitFor();
        try (PrivateNetwork network = begin(process)) {
            assertThatThrownBy(() -> network.await(Deadline.in(Duration.ofSeconds(20))))
                    .isInstanceOf(SandboxStartException.class)
                    .hasMessageContaining("/proc/" + process.pid());
        }
    }

    @Test
    void aProgramThatIsMissingIsNotFoundAndTheRemedyInstallsIt() {
        ProviderContext lacking = ProviderContext.in(folder)
                .withSettings(Map.of(Carrier.NAME, folder.resolve("missing").toString()));

        assertThat(Carrier.find(lacking)).isEmpty();
        assertThat(Carrier.remedy(lacking)).isEqualTo("apt-get install slirp4netns");
    }
}
