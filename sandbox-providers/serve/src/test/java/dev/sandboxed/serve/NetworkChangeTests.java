package dev.sandboxed.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.serve.Wire.Answer;
import java.io.IOException;
import java.nio.file.Path;
import okhttp3.Request;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What comes of it when somebody wants another network for a sandbox that runs. */
class NetworkChangeTests {

    private static final String NOTHING = "{\"denyOut\":[\"0.0.0.0/0\"]}";

    @TempDir
    private Path folder;

    private Server server;
    private Wire wire;

    private void over(String provider) {
        server = Server.start(provider, folder, E2bSettings.DEFAULT);
        wire = new Wire(server.e2b());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Answer change(String id, String network) throws IOException {
        return wire.api("PUT", "/sandboxes/" + id + "/network", network);
    }

    /** What is left out is as if it had never been said, so a sandbox without rules gets what it has. */
    @Test
    void whoAsksForWhatIsInForceGetsIt() throws Exception {
        over("subprocess");
        String id = wire.create().id();

        assertThat(change(id, "{}").status()).isEqualTo(204);
        assertThat(change(id, "{\"allowOut\":[],\"denyOut\":[],\"rules\":{},\"allow_internet_access\":true}")
                        .status())
                .isEqualTo(204);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[] | validation error: the body must be a JSON object",
                "{\"allowOut\":7} | validation error: allowOut must be an array",
                "{\"denyOut\":[7]} | validation error: denyOut must be an array of strings",
                "{\"allow_internet_access\":\"no\"} | validation error: allow_internet_access must be true or false",
                "{\"denyOut\":[\"10.0.0.0/8\"]} | network.denyOut can only be 0.0.0.0/0",
                "{\"allowOut\":[\"a.example\"]} | network.allowOut needs 0.0.0.0/0 in network.denyOut",
                "{\"allowOut\":[\"a.example\"],\"denyOut\":[\"0.0.0.0/0\"]} | network.allowOut needs NETWORK_ALLOWLIST",
                "{\"egressProxy\":\"x\"} | network.egressProxy is not supported",
                "{\"rules\":{\"a.example\":[]}} | network.rules is not supported",
            })
    void aWrongRequestIsRefusedAsWhenASandboxIsMade(String network, String message) throws Exception {
        over("subprocess");
        Answer answer = change(wire.create().id(), network);

        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.json().get("message").asText()).startsWith(message);
    }

    @Test
    void whoeverMayNotOrNamesNoSandboxIsToldThatFirst() throws Exception {
        over("subprocess");
        String path = "/sandboxes/" + wire.create().id() + "/network";
        Request.Builder strange = wire.apiRequest("PUT", path, "[]").header("X-API-Key", "e2b_00");

        assertThat(wire.send(strange.build()).status()).isEqualTo(401);
        assertThat(change("i00000000000000000000", "[]").status()).isEqualTo(404);
    }

    @Test
    void whatCannotBeChangedIsAConflictAndStaysAsItIs() throws Exception {
        over("bubblewrap");
        assumeTrue(server.provider().status().isAvailable(), "there is no bubblewrap here");
        String closed = wire.create("\"allow_internet_access\":false").id();

        assertThat(change(closed, NOTHING).status()).isEqualTo(204);
        assertThat(change(closed, "{\"allow_internet_access\":false}").status()).isEqualTo(204);
        Answer opened = change(closed, "{}");
        assertThat(opened.status()).isEqualTo(409);
        assertThat(opened.json().get("message").asText())
                .isEqualTo(
                        "the network of a sandbox cannot be changed while it runs; create another with the one you need");
        assertThat(change(closed, NOTHING).status()).isEqualTo(204);
    }
}
