package dev.sandboxed.provider.kubernetes.internal.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.util.List;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections for processes go over the proxy that all other requests go over. */
@Timeout(30)
class ProxiedDoorTests {

    private final MockWebServer proxy = new MockWebServer();

    @BeforeEach
    void start() throws IOException {
        proxy.start();
        proxy.enqueue(new MockResponse.Builder().code(503).build());
    }

    @AfterEach
    void stop() {
        proxy.close();
    }

    /** One that is written without saying what it speaks was no address. */
    private Config config(String server, String... exceptions) {
        String address = "127.0.0.1:" + proxy.getPort();
        return new ConfigBuilder()
                .withAutoConfigure(false)
                .withMasterUrl(server)
                .withNamespace("tests")
                .withHttpProxy(address)
                .withHttpsProxy(address)
                .withNoProxy(exceptions)
                .build();
    }

    private static void open(Config config) throws IOException {
        new ExecDoor(() -> config).open("pod-1", List.of("true"), false, ExecDoor.TO_OPEN);
    }

    @Test
    void aProxyWithoutASchemeWasTakenForNoAddress() throws Exception {
        assertThatIOException().isThrownBy(() -> open(config("https://cluster.example:6443")));

        assertThat(proxy.takeRequest().getRequestLine()).startsWith("CONNECT cluster.example:6443 ");
    }

    @Test
    void serversOfANetworkThatIsExceptedWereAskedOverTheProxy() {
        assertThatIOException().isThrownBy(() -> open(config("https://127.0.0.2:1", "127.0.0.0/8")));

        assertThat(proxy.getRequestCount()).isZero();
    }

    @Test
    void aProxyThatCannotBeUsedIsSaid() {
        Config config = config("https://cluster.example:6443");
        config.setHttpsProxy("socks5://127.0.0.1:1080");

        assertThatIOException()
                .isThrownBy(() -> open(config))
                .withMessageContaining("What is written about the cluster cannot be used")
                .withMessageContaining("only support HTTP proxies");
    }
}
