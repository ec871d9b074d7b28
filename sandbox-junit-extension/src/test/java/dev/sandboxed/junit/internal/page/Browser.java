package dev.sandboxed.junit.internal.page;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A Chromium without a window, driven over its DevTools protocol on loopback. */
final class Browser implements WebSocket.Listener {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Process process;
    private final WebSocket socket;
    private final AtomicInteger number = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> calls = new ConcurrentHashMap<>();
    private final List<JsonNode> events = new CopyOnWriteArrayList<>();
    private final StringBuilder message = new StringBuilder();

    /** Finds the program; empty if this host has none. */
    static Optional<Path> find() {
        return Stream.of(System.getenv("PATH").split(":"))
                .flatMap(folder -> Stream.of("chromium", "chromium-browser", "google-chrome")
                        .map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    Browser(Path program, Path profile) throws Exception {
        Path port = profile.resolve("DevToolsActivePort");
        Files.deleteIfExists(port);
        // Root has no user namespace of its own to hide in, and the only page that is opened is ours.
        process = new ProcessBuilder(
                        program.toString(),
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--remote-debugging-address=127.0.0.1",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectErrorStream(true)
                .redirectOutput(profile.resolve("log").toFile())
                .start();
        await().atMost(PATIENCE)
                .failFast("the browser has ended", () -> !process.isAlive())
                .until(() -> Files.exists(port) && Files.readAllLines(port).size() == 2);
        socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(tab(Files.readAllLines(port).get(0)), this)
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        for (String domain : List.of("Page", "Runtime", "Log", "Network", "Accessibility")) {
            call(domain + ".enable", Map.of());
        }
    }

    private static URI tab(String port) throws IOException, InterruptedException {
        URI list = URI.create("http://127.0.0.1:" + port + "/json/list");
        String tabs = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(list).build(), HttpResponse.BodyHandlers.ofString())
                .body();
        for (JsonNode tab : JSON.readTree(tabs)) {
            if (tab.path("type").asText().equals("page")) {
                return URI.create(tab.path("webSocketDebuggerUrl").asText());
            }
        }
        throw new IllegalStateException("No page in " + tabs);
    }

    /** Opens a file and waits until it is drawn. What was heard before is forgotten. */
    void open(Path file) throws Exception {
        events.clear();
        call("Page.navigate", Map.of("url", file.toUri().toString()));
        await().atMost(PATIENCE)
                .until(() -> heard("Page.loadEventFired").findAny().isPresent());
    }

    JsonNode call(String method, Map<String, ?> parameters) throws Exception {
        int id = number.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        calls.put(id, answer);
        ObjectNode request = JSON.createObjectNode().put("id", id).put("method", method);
        request.set("params", JSON.valueToTree(parameters));
        socket.sendText(request.toString(), true).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        JsonNode answered = answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        if (answered.has("error")) {
            throw new IllegalStateException(method + ": " + answered);
        }
        return answered.path("result");
    }

    /** Evaluates an expression in the page. */
    JsonNode evaluate(String expression) throws Exception {
        JsonNode result =
                call("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
        if (result.has("exceptionDetails")) {
            throw new IllegalStateException(expression + ": " + result);
        }
        return result.path("result").path("value");
    }

    Stream<JsonNode> heard(String event) {
        return events.stream().filter(one -> one.path("method").asText().equals(event));
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        message.append(data);
        if (last) {
            try {
                JsonNode heard = JSON.readTree(message.toString());
                CompletableFuture<JsonNode> call = calls.remove(heard.path("id").asInt());
                if (call == null) {
                    events.add(heard);
                } else {
                    call.complete(heard);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                message.setLength(0);
            }
        }
        return WebSocket.Listener.super.onText(from, data, last);
    }

    /** Ends it, with all that it has started. */
    void end() throws Exception {
        List<ProcessHandle> helpers = process.descendants().toList();
        process.destroy();
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
        // They still write to the profile, which is deleted next.
        for (ProcessHandle helper : helpers) {
            helper.destroyForcibly();
            helper.onExit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
    }
}
