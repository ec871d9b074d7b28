package dev.sandboxed.credentials.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.sandboxed.api.spec.Credential;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.network.internal.CredentialProxy;
import dev.sandboxed.network.internal.CredentialProxy.Door;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.channels.ServerSocketChannel;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A service on the loopback of this host, and a proxy in front of it. */
abstract class WithProxy {

    static final String HOST = "api.example";
    private static final HeldCertificate OF_SERVICE = new HeldCertificate.Builder()
            .commonName(HOST)
            .addSubjectAlternativeName(HOST)
            .build();
    private static final HandshakeCertificates SERVICE =
            new HandshakeCertificates.Builder().heldCertificate(OF_SERVICE).build();
    static final HandshakeCertificates TRUSTING = new HandshakeCertificates.Builder()
            .addTrustedCertificate(OF_SERVICE.certificate())
            .build();

    /** What the service was asked, as it came. */
    record Asked(String method, String uri, Map<String, List<String>> headers, String body) {
        String header(String name) {
            List<String> values = headers.entrySet().stream()
                    .filter(it -> it.getKey().equalsIgnoreCase(name))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse(List.of());
            return String.join("|", values);
        }
    }

    final BlockingQueue<Asked> asked = new LinkedBlockingQueue<>();
    final CountDownLatch goOn = new CountDownLatch(1);
    HttpServer plain;
    private HttpsServer encrypted;
    AutoCloseable proxy = () -> {};
    ServerSocketChannel socket;

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
            server.createContext("/half", exchange -> breakOff(exchange, 1_000));
            server.createContext("/half-in-pieces", exchange -> breakOff(exchange, 0));
            server.createContext("/named", exchange -> {
                exchange.getResponseHeaders().add("X-Name", "\u00c3\u00bc");
                exchange.sendResponseHeaders(204, -1);
            });
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
        if (exchange.getRequestURI().getPath().equals("/slow")) {
            exchange.getResponseBody().write("first".getBytes(UTF_8));
        }
        exchange.getResponseBody().flush();
        try {
            goOn.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        exchange.getResponseBody().write(" and last".getBytes(UTF_8));
        exchange.close();
    }

    private static void breakOff(HttpExchange exchange, int length) throws IOException {
        exchange.sendResponseHeaders(200, length);
        exchange.getResponseBody().write("half".getBytes(UTF_8));
        exchange.getResponseBody().flush();
        throw new IOException("broken off, as the test wants");
    }

    void open(String service, boolean encryptedInside, HandshakeCertificates trust, Credential... credentials)
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
        proxy = HeaderAddingProxy.open(List.of(door), trust.trustManager());
    }

    String plainService() {
        return "http://" + HOST + ":" + plain.getAddress().getPort();
    }

    String encryptedService() {
        return "https://" + HOST + ":" + encrypted.getAddress().getPort();
    }

    void openPlain() throws IOException {
        open(plainService(), false, TRUSTING, Credential.bearer(plainService(), Secret.of("the-key")));
    }

    Socket connect() throws IOException {
        Socket caller = new Socket();
        caller.connect(socket.getLocalAddress(), 3_000);
        caller.setSoTimeout(10_000);
        return caller;
    }

    /** Says something to the proxy and returns all of its answer; the request has to end the connection. */
    String say(String request) throws IOException {
        try (Socket caller = connect()) {
            return said(caller, request);
        }
    }

    static String said(Socket caller, String request) throws IOException {
        caller.getOutputStream().write(request.replace("\n", "\r\n").getBytes(UTF_8));
        return new String(caller.getInputStream().readAllBytes(), UTF_8);
    }

    static String get(String path, String... headers) {
        return "GET " + path + " HTTP/1.1\nHost: " + HOST + "\nConnection: close\n"
                + String.join("", Arrays.stream(headers).map(it -> it + "\n").toList()) + "\n";
    }
}
