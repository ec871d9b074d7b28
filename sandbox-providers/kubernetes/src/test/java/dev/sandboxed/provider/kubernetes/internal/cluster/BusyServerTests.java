package dev.sandboxed.provider.kubernetes.internal.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sandboxed.api.Owner;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.linux.internal.proc.ProcessWorld;
import dev.sandboxed.process.internal.owner.Ownership;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An API server that has too much to do, or says nothing. */
@Timeout(60)
class BusyServerTests {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Pod POD =
            new PodBuilder().withNewMetadata().withName("pod-1").endMetadata().build();

    @TempDir
    private Path folder;

    private final MockWebServer server = new MockWebServer();
    private Cluster cluster;

    @BeforeEach
    void start() throws IOException {
        server.start();
        Files.writeString(folder.resolve("token"), "word");
        cluster = cluster(server.getPort());
    }

    private Cluster cluster(int port) throws IOException {
        Path file = Files.writeString(folder.resolve("kubeconfig"), """
                clusters: [{name: c, cluster: {server: "http://127.0.0.1:%d"}}]
                users: [{name: u, user: {tokenFile: token}}]
                contexts: [{name: c, context: {cluster: c, user: u, namespace: tests}}]
                current-context: c
                """.formatted(port));
        return new Cluster(new ClusterAddress("kubernetes", file.toString(), null, null, Map.of()));
    }

    @AfterEach
    void stop() {
        cluster.close();
        server.close();
    }

    private void answers(int code, String message) {
        server.enqueue(new MockResponse.Builder()
                .code(code)
                .addHeader("Content-Type", "application/json")
                .body("{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"code\":" + code
                        + ",\"message\":\"" + message + "\"}")
                .build());
    }

    private void makesIt() {
        server.enqueue(new MockResponse.Builder()
                .code(201)
                .addHeader("Content-Type", "application/json")
                .body("{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"pod-1\",\"uid\":\"u\"}}")
                .build());
    }

    @Test
    void aCreationFailedWhereNothingHadBeenMadeYet() {
        answers(409, "Operation cannot be fulfilled on resourcequotas 'q': the object has been modified");
        answers(429, "too many requests, please try again later");
        makesIt();

        assertThat(cluster.create(POD, Deadline.in(LONG)).getMetadata().getUid())
                .isEqualTo("u");
        assertThat(server.getRequestCount()).isEqualTo(3);
    }

    @Test
    void oneThatIsThereAlreadyIsNotAskedForAgain() {
        answers(409, "pods 'pod-1' already exists");

        assertThatExceptionOfType(SandboxTransportException.class)
                .isThrownBy(() -> cluster.create(POD, Deadline.in(LONG)))
                .withMessageContaining("already exists");
        assertThat(server.getRequestCount()).isEqualTo(1);
    }

    @Test
    void oneThatStaysBusyIsSaidWhenTheTimeIsUp() {
        for (int i = 0; i < 10; i++) {
            answers(429, "too many requests");
        }

        assertThatExceptionOfType(SandboxException.class)
                .isThrownBy(() -> cluster.create(POD, Deadline.in(Duration.ofSeconds(2))))
                .withMessageContaining("too many requests");
    }

    @Test
    void theTokenIsThatOfTheFileAtEachRequest() throws Exception {
        makesIt();
        cluster.create(POD, Deadline.in(LONG));
        assertThat(server.takeRequest().getHeaders().get("Authorization")).isEqualTo("Bearer word");

        Files.writeString(folder.resolve("token"), "another");
        makesIt();
        cluster.create(POD, Deadline.in(LONG));
        assertThat(server.takeRequest().getHeaders().get("Authorization")).isEqualTo("Bearer another");

        Files.delete(folder.resolve("token"));
        assertThatExceptionOfType(ProviderUnavailableException.class)
                .isThrownBy(() -> cluster.create(POD, Deadline.in(LONG)))
                .withMessageContaining(folder.resolve("token").toString());
    }

    /** The one before it has 15 seconds for its answer. */
    @Test
    void creationsWaitedOneAfterTheOtherAndPastTheirTime() throws Exception {
        Ownership own = new Ownership(ProcessWorld.current(), new Owner(4_000_000, "never"), Instant.now(), null);
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Cluster unanswered = cluster(silent.getLocalPort());
                OwnerLease lease = new OwnerLease(unanswered, own, Duration.ofHours(1))) {
            Thread first = new Thread(() -> {
                try {
                    lease.reference(Deadline.in(LONG));
                } catch (IOException | SandboxException e) {
                    // As expected: nobody answers.
                }
            });
            first.start();
            Socket asked = silent.accept();

            Deadline soon = Deadline.in(Duration.ofMillis(100));
            assertThatExceptionOfType(SandboxStartException.class)
                    .isThrownBy(() -> lease.reference(soon))
                    .withMessageContaining("waiting for the lease");
            assertThat(first.isAlive()).isTrue();
            asked.close();
            first.interrupt();
            first.join();
        }
    }
}
