package dev.sandboxed.provider.remote.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.provider.remote.internal.fake.FakeService;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import mockwebserver3.MockResponse;
import okio.Buffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A service behind TLS: trusted if this JVM trusts it, and otherwise not used. */
@Timeout(60)
class HttpsTests {

    private static final String TRUSTED = "javax.net.ssl.trustStore";
    private static final String OPENED_WITH = "javax.net.ssl.trustStorePassword";
    private static final String PASSWORD = "password";

    @TempDir
    private Path folder;

    private Path keys;
    private FakeService service;

    @BeforeEach
    void start() throws Exception {
        keys = folder.resolve("keys.p12");
        Process making = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=service",
                        "-ext",
                        "san=ip:127.0.0.1,dns:localhost",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        keys.toString()))
                .inheritIO()
                .start();
        assertThat(making.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(making.exitValue()).isZero();
        service = FakeService.behind(tls().getSocketFactory());
    }

    @AfterEach
    void stop() {
        service.close();
        System.clearProperty(TRUSTED);
        System.clearProperty(OPENED_WITH);
    }

    private SSLContext tls() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream stored = Files.newInputStream(keys)) {
            store.load(stored, PASSWORD.toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(store, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    @Test
    void aServiceThatIsTrustedIsUsedAsAnyOther() {
        System.setProperty(TRUSTED, keys.toString());
        System.setProperty(OPENED_WITH, PASSWORD);
        byte[] large = new byte[3 << 20];
        new Random(7).nextBytes(large);
        service.creating()
                .on(
                        "PUT /v1/sandboxes/ID/file",
                        new MockResponse.Builder().code(204).build())
                .on(
                        "GET /v1/sandboxes/ID/file",
                        new MockResponse.Builder()
                                .body(new Buffer().write(large))
                                .build())
                .on(
                        "DELETE /v1/sandboxes/ID",
                        new MockResponse.Builder().code(204).build());
        try (HttpProvider provider = new HttpProvider(service.context(folder))) {
            assertThat(provider.status().isAvailable()).isTrue();
            try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
                sandbox.files().write("large", large);
                assertThat(sandbox.files().readBytes("large")).isEqualTo(large);
            }
        }
        assertThat(service.url()).startsWith("https://");
        assertThat(service.requests("PUT /v1/sandboxes/ID/file")
                        .get(0)
                        .getBody()
                        .toByteArray())
                .isEqualTo(large);
    }

    /** Several answers may share a connection there, and only one of them stalls. */
    @Test
    void aContentThatStallsIsGivenUpAsWell() throws IOException {
        System.setProperty(TRUSTED, keys.toString());
        System.setProperty(OPENED_WITH, PASSWORD);
        CountDownLatch over = new CountDownLatch(1);
        service.creating()
                .on("GET /v1/sandboxes/ID", 200, FakeService.sandbox("any"))
                .on("GET /v1/sandboxes/ID/file", FakeService.silent(over))
                .on(
                        "DELETE /v1/sandboxes/ID",
                        new MockResponse.Builder().code(204).build());
        try (HttpProvider provider = new HttpProvider(service.context(folder, "requestTimeout", "3s"));
                Sandbox sandbox = provider.create(SandboxSpec.defaults());
                InputStream content = sandbox.files().read("file")) {
            assertThatThrownBy(content::readAllBytes)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("cut off");
        } finally {
            over.countDown();
        }
    }

    /** A machine that has much else to do may need more than one try to get as far as the certificate. */
    @Test
    void aServiceThatIsNotTrustedIsNotUsedAndNeverToldTheToken() {
        try (HttpProvider provider = new HttpProvider(service.context(folder))) {
            await().untilAsserted(() -> assertThat(provider.status())
                    .isInstanceOfSatisfying(
                            ProviderStatus.Unavailable.class,
                            status -> assertThat(status.reason() + status.remedy())
                                    .contains("certif")
                                    .doesNotContain(FakeService.TOKEN)));
        }
        assertThat(service.requests()).isEmpty();
    }
}
