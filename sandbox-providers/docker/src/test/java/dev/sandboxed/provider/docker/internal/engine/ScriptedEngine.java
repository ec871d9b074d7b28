package dev.sandboxed.provider.docker.internal.engine;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Plays engines that are not installed here, at a port of this host, and remembers what it was asked. */
public final class ScriptedEngine implements AutoCloseable {

    private static final Pattern VERSIONED = Pattern.compile("/v(\\d+\\.\\d+)(/.*)");

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final ApiLevel oldest;
    private final ApiLevel newest;

    /** What is answered to a request. */
    public interface Answer {
        void to(HttpExchange exchange) throws IOException;
    }

    private ScriptedEngine(int port, String oldest, String newest) {
        this.oldest = ApiLevel.parse(oldest).orElseThrow();
        this.newest = ApiLevel.parse(newest).orElseThrow();
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    /** Plays Docker, which speaks a range of versions. */
    public static ScriptedEngine docker(String version, String oldest, String newest) {
        return dockerAt(0, version, oldest, newest);
    }

    static ScriptedEngine dockerAt(int port, String version, String oldest, String newest) {
        ScriptedEngine engine = new ScriptedEngine(port, oldest, newest);
        engine.json("/version", """
                {"Platform":{"Name":"Docker Engine - Community"},"Components":[{"Name":"Engine","Version":"%1$s"}],
                 "Version":"%1$s","ApiVersion":"%3$s","MinAPIVersion":"%2$s","Os":"linux","Arch":"amd64"}""".formatted(version, oldest, newest));
        engine.json("/info", """
                {"OSType":"linux","Architecture":"x86_64","CgroupVersion":"2","NCPU":4,"MemTotal":1073741824,
                 "KernelVersion":"6.1.0","OperatingSystem":"Debian GNU/Linux 12","Name":"host","Driver":"overlay2","DockerRootDir":"/var/lib/docker",
                 "DriverStatus":[["Backing Filesystem","xfs"],["Supports d_type","true"]],
                 "Runtimes":{"runc":{"path":"runc"},"runsc":{"path":"/usr/bin/runsc","runtimeArgs":["--platform=ptrace"]}},"DefaultRuntime":"runc",
                 "SecurityOptions":["name=seccomp,profile=builtin","name=cgroupns"]}""");
        return engine;
    }

    /** Plays Podman, which names its own version and the oldest and newest of Docker's API that it speaks. */
    static ScriptedEngine podman() {
        ScriptedEngine engine = new ScriptedEngine(0, "1.24", "1.41");
        engine.json("/version", """
                {"Platform":{"Name":"linux/amd64/debian-12"},"Components":[{"Name":"Podman Engine","Version":"4.3.1",
                 "Details":{"APIVersion":"4.3.1","MinAPIVersion":"4.0.0"}}],"Version":"4.3.1","ApiVersion":"1.41",
                 "MinAPIVersion":"1.24","Os":"linux","Arch":"amd64"}""");
        engine.json("/info", """
                {"OSType":"linux","Architecture":"amd64","CgroupVersion":"2","NCPU":2,"MemTotal":4096,"Driver":"overlay",
                 "DriverStatus":[["Backing Filesystem","extfs"]],"Runtimes":{"crun":{"path":"/usr/bin/crun"}},
                 "DefaultRuntime":"crun","SecurityOptions":["name=seccomp,profile=default","name=rootless"]}""");
        return engine;
    }

    /** Answers a path, given without its version, with JSON. */
    public ScriptedEngine json(String path, String body) {
        return on(path, exchange -> send(exchange, 200, "application/json", body));
    }

    /** Answers a path, given without its version. */
    public ScriptedEngine on(String path, Answer answer) {
        answers.put(path, answer);
        return this;
    }

    /** Takes requests for a path and never answer them. */
    public ScriptedEngine hangOn(String path) {
        return on(path, exchange -> awaitClosing());
    }

    void awaitClosing() {
        try {
            closing.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            requests.add(exchange.getRequestMethod() + " " + path);
            Matcher versioned = VERSIONED.matcher(path);
            if (versioned.matches()) {
                ApiLevel asked = ApiLevel.parse(versioned.group(1)).orElseThrow();
                if (newest.isBelow(asked)) {
                    error(
                            exchange,
                            400,
                            "client version " + asked + " is too new. Maximum supported API version is " + newest);
                    return;
                }
                if (asked.isBelow(oldest)) {
                    error(
                            exchange,
                            400,
                            "client version " + asked + " is too old. Minimum supported API version is " + oldest
                                    + ", please upgrade your client to a newer version");
                    return;
                }
                path = versioned.group(2);
            }
            answer(exchange, path);
        }
    }

    private void answer(HttpExchange exchange, String path) throws IOException {
        Answer scripted = answers.get(path);
        if (scripted != null) {
            scripted.to(exchange);
        } else if (path.equals("/_ping")) {
            send(exchange, 200, "text/plain", "OK");
        } else {
            error(exchange, 404, "page not found");
        }
    }

    /** Answer with an error, as engines word it. */
    public void error(HttpExchange exchange, int status, String message) throws IOException {
        send(exchange, status, "application/json", "{\"message\":\"" + message + "\"}\n");
    }

    public void send(HttpExchange exchange, int status, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Api-Version", newest.toString());
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    public String address() {
        return "tcp://127.0.0.1:" + port();
    }

    int port() {
        return server.getAddress().getPort();
    }

    /** Lists what was asked, in that order: method and path. */
    public List<String> requests() {
        return List.copyOf(requests);
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
