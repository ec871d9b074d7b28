package dev.sandboxed.credentials.internal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.spec.Credential;
import dev.sandboxed.api.spec.Secret;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import okhttp3.tls.HandshakeCertificates;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class HeaderAddingProxyTests extends WithProxy {

    @Test
    void theServiceGetsTheKeyAndTheCallerItsAnswer() throws Exception {
        openPlain();

        String answer = say(get("/v1/things?a=b%20c&d", "X-Own: mine"));

        assertThat(answer)
                .startsWith("HTTP/1.1 200")
                .containsIgnoringCase("X-Of-Service: yes")
                .endsWith("you said ''");
        assertThat(answer).doesNotContain("the-key");
        Asked request = asked.take();
        assertThat(request.header("Authorization")).isEqualTo("Bearer the-key");
        assertThat(request.header("X-Own")).isEqualTo("mine");
        assertThat(request.header("Host"))
                .isEqualTo(HOST + ":" + plain.getAddress().getPort());
        assertThat(request.uri()).isEqualTo("/v1/things?a=b%20c&d");
    }

    @Test
    void whatTheCallerSendsByTheNameOfACredentialIsReplaced() throws Exception {
        openPlain();

        say(get("/", "authorization: Bearer forged", "AUTHORIZATION: Basic other"));

        assertThat(asked.take().header("Authorization")).isEqualTo("Bearer the-key");
    }

    @Test
    void severalCredentialsOfOneServiceAreAllAdded() throws Exception {
        open(
                plainService(),
                false,
                TRUSTING,
                Credential.bearer(plainService(), Secret.of("the-key")),
                Credential.of(plainService(), "X-Project", Secret.of("the-project")));

        say(get("/"));

        Asked request = asked.take();
        assertThat(request.header("Authorization")).isEqualTo("Bearer the-key");
        assertThat(request.header("X-Project")).isEqualTo("the-project");
    }

    @Test
    void nothingIsAddedToWhatTheCallerSendsButTheCredentials() throws Exception {
        openPlain();

        say(get("/", "Keep-Alive: 5", "X-Hop: 1", "Connection: X-Hop"));

        Asked request = asked.take();
        assertThat(request.header("User-Agent")).isEmpty();
        assertThat(request.header("X-Hop")).isEmpty();
        assertThat(request.header("Keep-Alive")).isEmpty();
        assertThat(request.header("Accept-Encoding")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "PATCH", "DELETE", "QUERY"})
    void bodiesOfAKnownLengthArrive(String method) throws Exception {
        openPlain();

        String answer = say(method + " /a HTTP/1.1\nHost: " + HOST + "\nConnection: close\nContent-Length: 5\n\nhello");

        assertThat(answer).endsWith("you said 'hello'");
        Asked request = asked.take();
        assertThat(request.method()).isEqualTo(method);
        assertThat(request.body()).isEqualTo("hello");
    }

    @Test
    void bodiesInPiecesArrive() throws Exception {
        openPlain();

        String answer = say("POST /a HTTP/1.1\nHost: " + HOST
                + "\nConnection: close\nTransfer-Encoding: chunked\n\n5\nhello\n6\n world\n0\n\n");

        assertThat(answer).endsWith("you said 'hello world'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "PATCH", "QUERY", "PROPPATCH", "REPORT", "DELETE", "OPTIONS"})
    void aRequestWithoutABodyIsPassedOn(String method) throws Exception {
        openPlain();

        assertThat(say(method + " /a HTTP/1.1\nHost: " + HOST + "\nConnection: close\n\n"))
                .startsWith("HTTP/1.1 200")
                .endsWith("you said ''");
        assertThat(asked.take().method()).isEqualTo(method);
    }

    @Test
    void anErrorOfTheServiceIsItsAnswer() throws Exception {
        openPlain();

        assertThat(say(get("/missing"))).startsWith("HTTP/1.1 404").endsWith("you said ''");
    }

    @Test
    void theHeadOfAnAnswerHasNoBody() throws Exception {
        openPlain();

        assertThat(say("HEAD / HTTP/1.1\nHost: " + HOST + "\nConnection: close\n\n"))
                .startsWith("HTTP/1.1 200")
                .containsIgnoringCase("X-Of-Service: yes")
                .endsWith("\r\n\r\n");
    }

    @Test
    void aRedirectIsToldAndNotFollowed() throws Exception {
        openPlain();

        assertThat(say(get("/moved"))).startsWith("HTTP/1.1 302").contains("http://elsewhere.example/");
        assertThat(asked).isEmpty();
    }

    @Test
    void anAnswerIsToldWhileItGoesOn() throws Exception {
        openPlain();
        try (Socket caller = connect()) {
            caller.getOutputStream().write(get("/slow").replace("\n", "\r\n").getBytes(UTF_8));
            StringBuilder seen = new StringBuilder();
            InputStream in = caller.getInputStream();
            while (seen.indexOf("first") < 0) {
                seen.append((char) in.read());
            }
            goOn.countDown();

            assertThat(new String(in.readAllBytes(), UTF_8)).contains(" and last");
        }
    }

    @Test
    void anAnswerThatBreaksOffDoesNotLookWhole() throws Exception {
        openPlain();

        assertThat(saidUntilItEnds(get("/half")))
                .containsIgnoringCase("Content-Length: 1000")
                .hasSizeLessThan(1_000);
        assertThat(saidUntilItEnds(get("/half-in-pieces")))
                .containsIgnoringCase("Transfer-Encoding: chunked")
                .contains("half")
                .doesNotContain("\r\n0\r\n");
    }

    /** However it ends. */
    private String saidUntilItEnds(String request) throws IOException {
        StringBuilder said = new StringBuilder();
        try (Socket caller = connect()) {
            caller.getOutputStream().write(request.replace("\n", "\r\n").getBytes(UTF_8));
            for (int c = caller.getInputStream().read();
                    c >= 0;
                    c = caller.getInputStream().read()) {
                said.append((char) c);
            }
        } catch (SocketException reset) {
            return said.toString();
        }
        return said.toString();
    }

    @Test
    void theHeadOfAnAnswerIsToldBeforeItsBodyBegins() throws Exception {
        openPlain();
        try (Socket caller = connect()) {
            caller.getOutputStream()
                    .write(get("/slow/body").replace("\n", "\r\n").getBytes(UTF_8));

            assertThat(new String(caller.getInputStream().readNBytes("HTTP/1.1 200".length()), UTF_8))
                    .isEqualTo("HTTP/1.1 200");
            goOn.countDown();
            assertThat(new String(caller.getInputStream().readAllBytes(), UTF_8))
                    .contains(" and last");
        }
    }

    @Test
    void headersWithOtherLettersArriveAsTheyWereSent() throws Exception {
        openPlain();

        assertThat(say(get("/", "X-Name: \u00fc"))).startsWith("HTTP/1.1 200");
        assertThat(asked.take().header("X-Name").getBytes(ISO_8859_1)).isEqualTo("\u00fc".getBytes(UTF_8));
        assertThat(say(get("/named"))).contains("\u00fc");
    }

    @Test
    void aCredentialForTheNameOfTheProgramIsSentAsWell() throws Exception {
        open(plainService(), false, TRUSTING, Credential.of(plainService(), "User-Agent", Secret.of("the-program")));

        say(get("/"));

        assertThat(asked.take().header("User-Agent")).isEqualTo("the-program");
    }

    @Test
    void aServiceThatIsNotThereIsABadGateway() throws Exception {
        String gone = plainService();
        plain.stop(0);
        open(gone, false, TRUSTING, Credential.bearer(gone, Secret.of("the-key")));

        assertThat(say(get("/"))).startsWith("HTTP/1.1 502").contains("sandboxed: " + HOST + " was not reached");
    }

    @Test
    void aServiceIsCalledOverTlsWhereverTheRequestCameFrom() throws Exception {
        open(encryptedService(), false, TRUSTING, Credential.bearer(encryptedService(), Secret.of("the-key")));

        assertThat(say(get("/"))).startsWith("HTTP/1.1 200");
        assertThat(asked.take().header("Authorization")).isEqualTo("Bearer the-key");
    }

    @Test
    void aServiceThatTheHostDoesNotTrustGetsNoKey() throws Exception {
        HandshakeCertificates nobody = new HandshakeCertificates.Builder().build();
        open(encryptedService(), false, nobody, Credential.bearer(encryptedService(), Secret.of("the-key")));

        assertThat(say(get("/"))).startsWith("HTTP/1.1 502").contains(HOST + " did not prove to the host who it is");
        assertThat(asked).isEmpty();
    }

    @Test
    void aCallerWhoTrustsOurCertificatesIsAnsweredOverTls() throws Exception {
        open(encryptedService(), true, TRUSTING, Credential.bearer(encryptedService(), Secret.of("the-key")));

        try (Socket caller = connect();
                SSLSocket safe = (SSLSocket) trustedInside().getSocketFactory().createSocket(caller, HOST, 443, true)) {
            var parameters = safe.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            safe.setSSLParameters(parameters);

            assertThat(said(safe, get("/"))).startsWith("HTTP/1.1 200").endsWith("you said ''");
        }
        assertThat(asked.take().header("Authorization")).isEqualTo("Bearer the-key");
    }

    /** Trusts what a sandbox is told to trust. */
    private static SSLContext trustedInside() throws Exception {
        String pem = new HeaderAddingProxy().trusted();
        Collection<? extends Certificate> all = CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(pem.getBytes(UTF_8)));
        assertThat(all).as("those of the host are among them").hasSizeGreaterThan(10);
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        int count = 0;
        for (Certificate certificate : all) {
            store.setCertificateEntry("c" + count++, certificate);
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, factory.getTrustManagers(), null);
        return context;
    }

    @Test
    void whenItIsClosedNobodyIsAnsweredAndCallsEnd() throws Exception {
        openPlain();
        try (Socket caller = connect()) {
            caller.getOutputStream().write(get("/slow").replace("\n", "\r\n").getBytes(UTF_8));
            assertThat(caller.getInputStream().read()).isEqualTo('H');

            proxy.close();

            assertThatThrownBy(() -> {
                        caller.getInputStream().readAllBytes();
                        throw new IOException("ended");
                    })
                    .isInstanceOf(IOException.class)
                    .hasMessageNotContaining("timed out");
        }
        assertThat(socket.isOpen()).isFalse();
    }
}
