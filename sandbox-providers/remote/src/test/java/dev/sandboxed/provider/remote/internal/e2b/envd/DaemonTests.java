package dev.sandboxed.provider.remote.internal.e2b.envd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.sandboxed.provider.remote.internal.wire.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DaemonTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final String IN_TRANSITION =
            "{\"message\":\"The sandbox is still transitioning. Try again in a moment.\"}";

    @TempDir
    private Path folder;

    private ServedDaemon served;
    private MockWebServer gateway;
    private Daemon daemon;

    @BeforeEach
    void open() throws IOException {
        served = ServedDaemon.start(folder);
        gateway = served.gateway();
        daemon = served.daemon();
    }

    @AfterEach
    void close() {
        served.close();
    }

    private void answer(int status, String body) {
        gateway.enqueue(new MockResponse.Builder().code(status).body(body).build());
    }

    /** It failed although the sandbox was well a moment later. */
    @ParameterizedTest
    @ValueSource(ints = {409, 502, 503})
    void aSandboxThatIsStillOnItsWayIsWaitedFor(int status) throws IOException {
        for (int times = 0; times < 6; times++) {
            answer(status, IN_TRANSITION);
        }
        answer(204, "");

        daemon.awaitHealthy(LIMIT);

        assertThat(gateway.getRequestCount()).isEqualTo(7);
    }

    @Test
    void whatWaitingDoesNotMendIsToldAtOnce() {
        answer(403, "{\"message\":\"no\"}");

        assertThatIOException().isThrownBy(() -> daemon.awaitHealthy(LIMIT)).withMessageContaining("is not well");
        assertThat(gateway.getRequestCount()).isOne();
    }

    @Test
    void aCommandForASandboxThatIsStillOnItsWayBeginsWhenItIsThere() throws IOException {
        answer(409, IN_TRANSITION);
        answer(200, "");

        daemon.stream("process.Process/Start", Json.message(), null, LIMIT)
                .response()
                .close();

        assertThat(gateway.getRequestCount()).isEqualTo(2);
    }

    @Test
    void aWrongKeyIsNotTakenForAUserThatIsNotThere() {
        answer(401, "{\"code\":401,\"message\":\"unauthorized access, please provide a valid access token\"}");

        assertThatExceptionOfType(ConnectException.class)
                .isThrownBy(() -> daemon.runAs("root", List.of("true"), LIMIT))
                .withMessageContaining("valid access token");
        assertThat(gateway.getRequestCount()).isOne();
    }
}
