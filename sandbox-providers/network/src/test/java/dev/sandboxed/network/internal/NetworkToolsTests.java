package dev.sandboxed.network.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.error.SandboxStartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** With the real programs. */
@Timeout(60)
class NetworkToolsTests {

    private static final String LINK = "inside";

    @TempDir
    Path folder;

    @Test
    void theSandboxHasOneLinkInANamespaceOfItsOwnThatIsGoneWhenItIsClosed() throws IOException {
        NetworkRoom room = Rooms.open(Rooms.plan(Rooms.FULL, Names.ofHost()));
        try (room) {
            assertThat(Rooms.run(room, "ip", "-brief", "address").stdout())
                    .contains("eth0", "169.254.83.2/30")
                    .doesNotContain("tap0", "fe80");
            assertThat(Files.readString(Path.of("/proc/self/net/dev"))).doesNotContain(LINK, "tap0");
        }
        assertThat(room.namespace()).doesNotExist();
    }

    @Test
    void whatAProgramHasAgainstItIsTold() throws IOException {
        Path refusing = Files.writeString(folder.resolve("refusing"), "#!/bin/sh\necho no such luck >&2\nexit 1\n");
        assertThat(refusing.toFile().setExecutable(true)).isTrue();
        NetworkTools tools = Rooms.tools();

        try (NetworkRoom room = new NetworkTools(tools.carrier(), tools.ip(), refusing)
                .begin("refused", Rooms.plan(Rooms.FULL, Names.ofHost()))) {
            assertThatThrownBy(() -> room.await(Rooms.soon()))
                    .isInstanceOf(SandboxStartException.class)
                    .hasMessageContaining("did not make the network: no such luck");
        }
    }

    @Test
    void aProgramThatIsMissingIsNotFoundAndTheDescriptionTellsHowToInstallIt() {
        Rooms.tools();
        for (String program : new String[] {NetworkTools.CARRIER, "ip", "nft"}) {
            ProviderContext lacking = ProviderContext.in(folder)
                    .withSettings(Map.of(program, folder.resolve("missing").toString()));

            assertThat(NetworkTools.find(lacking)).isEmpty();
            assertThat(NetworkTools.describe(lacking))
                    .isEqualTo("none; for a list or full: apt-get install slirp4netns nftables iproute2");
            NetworkTools.Offer offer = NetworkTools.Offer.of(lacking);
            assertThat(offer.features()).isEmpty();
            assertThat(offer.remedies())
                    .containsEntry(Capability.NETWORK_ALLOWLIST, NetworkTools.INSTALL)
                    .containsEntry(Capability.PORTS, NetworkTools.INSTALL);
        }
    }
}
