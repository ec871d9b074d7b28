package dev.sandboxed.credentials.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.sandboxed.api.spec.Credential;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.network.internal.CredentialProxy;
import dev.sandboxed.network.internal.CredentialProxy.Door;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.channels.ServerSocketChannel;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class HeaderAddingProxyTests {

    private static final String HOST = "api.example";
    private static final HeldCertificate OF_SERVICE = new HeldCertificate.Builder()
            .commonName(HOST)
            .addSubjectAlternativeName(HOST)
            .build();
    private static final HandshakeCertificates SERVICE =
            new HandshakeCertificates.Builder().heldCertificate(OF_SERVICE).build();
    private static final HandshakeCertificates TRUSTING = new HandshakeCertificates.Builder()
            .addTrustedCertificate(OF_SERVICE.certificate())
            .build();

    /** What the service was asked, as it came. */
    private record Asked(String method, String uri, Map<String, List<String>> headers, String body) {
        String header(String name) {
            List<String> values = headers.entrySet().stream()
                    .filter(it -> it.getKey().equalsIgnoreCase(name))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse(List.of());
            return String.join("|", values);
        }
    }

    private final BlockingQueue<Asked> asked = new LinkedBlockingQueue<>();
    private final CountDownLatch goOn = new CountDownLatch(1);
    private HttpServer plain;
    private HttpsServer encrypted;
    private AutoCloseable proxy = () -> {};
    private ServerSocketChannel socket;

    @BeforeEach
    void serve() throws IOException {
        plain = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        encrypted = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        encrypted.setHttpsConfigurator(new HttpsConfigurator(SERVICE.sslContext()));
        for (HttpServer server : List.of(plain, encrypted)) {
            server.createContext("/", this::answer);
            server.createContext("/moved", exchange -> {
                exchange.getResponseHeaders().add("Location", "http://elsewhere.example/");
                exchange.sendResponseHeaders(302, -1);
            });
            server.createContext("/slow", this::answerSlowly);
            server.createContext("/half", HeaderAddingProxyTests::breakOff);
            server.start();
        }
    }

    @AfterEach
    void end() throws Exception {
        goOn.countDown();
        proxy.close();
        plain.stop(0);
        encrypted.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        asked.add(new Asked(
                exchange.getRequestMethod(),
                exchange.getRequestURI().toString(),
                Map.copyOf(exchange.getRequestHeaders()),
                body));
        exchange.getResponseHeaders().add("X-Of-Service", "yes");
        byte[] said = ("you said '" + body + "'").getBytes(UTF_8);
        boolean head = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(
                exchange.getRequestURI().getPath().equals("/missing") ? 404 : 200, head ? -1 : said.length);
        if (!head) {
            exchange.getResponseBody().write(said);
        }
        exchange.close();
    }

    private void answerSlowly(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().write("first".getBytes(UTF_8));
        exchange.getResponseBody().flush();
        try {
            goOn.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        exchange.getResponseBody().write(" and last".getBytes(UTF_8));
        exchange.close();
    }

    private static void breakOff(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 1_000);
        exchange.getResponseBody().write("half".getBytes(UTF_8));
        exchange.getResponseBody().flush();
        throw new IOException("broken off, as the test wants");
    }

    private void open(String service, boolean encryptedInside, HandshakeCertificates trust, Credential... credentials)
            throws IOException {
        socket = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        CredentialProxy.Outside loopback = new CredentialProxy.Outside() {
            @Override
            public List<InetAddress> addresses(String name) throws IOException {
                if (!name.equals(HOST)) {
                    throw new UnknownHostException(name);
                }
                return List.of(InetAddress.getLoopbackAddress());
            }

            @Override
            public Socket socket() {
                return new Socket();
            }
        };
        Door door =
                new Door(socket, encryptedInside, java.net.URI.create(service), Arrays.asList(credentials), loopback);
        proxy = new HeaderAddingProxy(trust).open(List.of(door));
    }

    private String plainService() {
        return "http://" + HOST + ":" + plain.getAddress().getPort();
    }

    private String encryptedService() {
        return "https://" + HOST + ":" + encrypted.getAddress().getPort();
    }

    private void openPlain() throws IOException {
        open(plainService(), false, TRUSTING, Credential.bearer(plainService(), Secret.of("the-key")));
    }

    private Socket connect() throws IOException {
        Socket caller = new Socket();
        caller.connect(socket.getLocalAddress(), 3_000);
        caller.setSoTimeout(10_000);
        return caller;
    }

    /** Says something to the proxy and returns all of its answer; the request has to end the connection. */
    private String say(String request) throws IOException {
        try (Socket caller = connect()) {
            return said(caller, request);
        }
    }

    private static String said(Socket caller, String request) throws IOException {
        caller.getOutputStream().write(request.replace("\n", "\r\n").getBytes(UTF_8));
        return new String(caller.getInputStream().readAllBytes(), UTF_8);
    }

    private static String get(String path, String... headers) {
        return "GET " + path + " HTTP/1.1\nHost: " + HOST + "\nConnection: close\n"
                + String.join("", Arrays.stream(headers).map(it -> it + "\n").toList()) + "\n";
    }

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
        assertThat(request.header("Accept-Encoding")).isEqualTo("identity");
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

    @Test
    void aRequestWithoutABodyThatUsuallyHasOneIsPassedOn() throws Exception {
        openPlain();

        assertThat(say("POST /a HTTP/1.1\nHost: " + HOST + "\nConnection: close\n\n"))
                .endsWith("you said ''");
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

        try (Socket caller = connect()) {
            assertThatThrownBy(() -> {
                        String answer = said(caller, get("/half"));
                        assertThat(answer).contains("Content-Length: 1000");
                        assertThat(answer.substring(answer.indexOf("\r\n\r\n") + 4))
                                .hasSizeLessThan(1_000);
                        throw new IOException("seen to be half");
                    })
                    .isInstanceOf(IOException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TRACE / HTTP/1.1", "CONNECT elsewhere.example:443 HTTP/1.1"})
    void whatWouldShowTheKeyOrLeadElsewhereIsRefused(String line) throws Exception {
        openPlain();

        try (Socket caller = connect()) {
            String request = line + "\r\nHost: " + HOST + "\r\n\r\n";
            caller.getOutputStream().write(request.getBytes(UTF_8));
            String answer = new String(caller.getInputStream().readNBytes("HTTP/1.1 40".length()), UTF_8);

            assertThat(answer).isEqualTo("HTTP/1.1 40");
        }
        assertThat(asked).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\nHost: elsewhere.example",
                "GET http://elsewhere.example/ HTTP/1.1\nHost: " + HOST,
                "GET http://elsewhere.example/ HTTP/1.1\nHost: elsewhere.example",
                "GET / HTTP/1.1\nHost: " + HOST + ".",
            })
    void aRequestForAnotherHostGoesNowhere(String request) throws Exception {
        openPlain();

        assertThat(say(request + "\nConnection: close\n\n")).matches("(?s)HTTP/1.1 4\\d\\d.*");
        assertThat(asked).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET //elsewhere.example/x HTTP/1.1",
                "GET /@elsewhere.example/x HTTP/1.1",
                "GET /a%2fb/..%2fc HTTP/1.1",
                "GET /http://elsewhere.example/ HTTP/1.1",
            })
    void pathsThatLookLikeHostsStayPaths(String line) throws Exception {
        openPlain();

        assertThat(say(line + "\nHost: " + HOST + "\nConnection: close\n\n")).startsWith("HTTP/1.1 200");
        Asked request = asked.take();
        assertThat(request.header("Host")).startsWith(HOST + ":");
        assertThat(line).contains(request.uri());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST / HTTP/1.1\nHost: " + HOST + "\nContent-Length: 5\nTransfer-Encoding: chunked\n\n0\n\n",
                "POST / HTTP/1.1\nHost: " + HOST + "\nContent-Length: 5\nContent-Length: 6\n\nhello",
                "GET / HTTP/1.1\nHost: " + HOST + "\nHost: elsewhere.example\n\n",
                "GET / HTTP/1.1\nHost : " + HOST + "\n\n",
            })
    void requestsThatCanBeReadInTwoWaysAreNotPassedOnAsTwo(String request) throws Exception {
        openPlain();

        assertThat(say(request.replaceFirst("\n\n", "\nConnection: close\n\n"))).doesNotContain("200 OK\r\n\r\nHTTP");
        assertThat(asked).hasSizeLessThan(2);
    }

    @Test
    void otherProtocolsAreRefusedInWords() throws Exception {
        openPlain();

        assertThat(say("GET / HTTP/1.1\nHost: " + HOST
                        + "\nConnection: Upgrade, close\nUpgrade: websocket\nSec-WebSocket-Version: 13\n\n"))
                .startsWith("HTTP/1.1 501")
                .contains("other protocols than HTTP are not passed on");
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
