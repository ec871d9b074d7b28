package dev.sandboxed.conformance.internal.trial;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.spec.AllowedHost;
import dev.sandboxed.conformance.internal.text.ResourceText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A service on the loopback of the host that wants a key in a header, and keeps what it was told. It speaks HTTP. */
public final class KitApi implements AutoCloseable {

    /** The header that the key belongs into. */
    public static final String HEADER = "X-Conformance-Key";

    private static final Duration ASKING = Duration.ofSeconds(20);
    private static final Map<String, String> SCRIPTS = new LinkedHashMap<>();

    static {
        for (String language : List.of("python3", "perl", "bash")) {
            SCRIPTS.put(language, ResourceText.of(KitApi.class, "request-" + language + ".sh"));
        }
        for (String netcat : List.of("nc", "ncat", "netcat")) {
            SCRIPTS.put(netcat, "printf \"$request\" | " + netcat + " -w 10 \"$host\" \"$port\"\n");
        }
    }

    private final String word = "answered-" + UUID.randomUUID();
    private final BlockingQueue<List<String>> told = new LinkedBlockingQueue<>();
    private final HttpServer server;

    private KitApi(HttpServer server) {
        this.server = server;
        server.createContext("/", this::answer);
        server.start();
    }

    /** Starts one, at any port that is free. */
    public static KitApi start() {
        try {
            InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
            return new KitApi(HttpServer.create(new InetSocketAddress(loopback, 0), 0));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot listen on the loopback of this host", e);
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        told.add(exchange.getRequestHeaders().getOrDefault(HEADER, List.of()));
        byte[] answer = word.getBytes(StandardCharsets.US_ASCII);
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    /** Returns how a sandbox names it on an allow-list. */
    public String host() {
        return AllowedHost.LOOPBACK_OF_HOST + ":" + server.getAddress().getPort();
    }

    /** Returns a script that asks it, with a key that somebody has made up; empty where there is no tool for that. */
    public Optional<String> request(Guest guest) {
        String request = "GET / HTTP/1.0\\r\\nHost: " + host() + "\\r\\n" + HEADER + ": made-up\\r\\n\\r\\n";
        String to = "host=" + AllowedHost.LOOPBACK_OF_HOST + " port="
                + server.getAddress().getPort() + " request=" + Command.quote(request) + "\n";
        return SCRIPTS.entrySet().stream()
                .filter(script -> guest.has(script.getKey()))
                .map(script -> to + script.getValue())
                .findFirst();
    }

    /** Lets a sandbox ask it, and returns the keys that came; empty if none was asked for or no answer arrived. */
    public Optional<List<String>> keysOf(Trial trial, Sandbox sandbox, String request) {
        String said = sandbox.exec(Command.shell(request).timeout(trial.patience(ASKING)))
                .stdout();
        return said.contains(word) ? Optional.ofNullable(told.poll()) : Optional.empty();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
