package dev.sandboxed.provider.kubernetes.internal.exec;

import dev.sandboxed.provider.kubernetes.internal.cluster.PodPlan;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Where processes in pods are started: one connection to the API server for each, which carries its three streams. */
public final class ExecDoor {

    /** The first of these protocols that can end the input of a process and leave its outputs open. */
    private static final String PROTOCOL = "v5.channel.k8s.io";

    private static final Duration BETWEEN_PINGS = Duration.ofSeconds(30);

    /** How long it may take. */
    static final Duration TO_OPEN = Duration.ofSeconds(15);

    private final Supplier<Config> cluster;
    private @Nullable HttpClient http;

    /**
     * Connects to nobody yet.
     *
     * @param cluster returns where the API server is and how one identifies oneself
     */
    public ExecDoor(Supplier<Config> cluster) {
        this.cluster = cluster;
    }

    /**
     * Starts a process.
     *
     * @param pod the name of the pod
     * @param argv the program and its arguments
     * @param terminal whether it is given a terminal
     * @param limit how long whoever asks can wait, if that is less than usual
     * @throws ExecRefusedException if the API server does not let us
     * @throws IOException if nobody answers in time
     */
    ExecChannel open(String pod, List<String> argv, boolean terminal, Duration limit) throws IOException {
        ExecChannel channel = new ExecChannel(BETWEEN_PINGS);
        WebSocket.Builder socket =
                http().newWebSocketBuilder().connectTimeout(TO_OPEN).subprotocols(PROTOCOL);
        credentials().ifPresent(words -> socket.header("Authorization", words));
        CompletableFuture<WebSocket> opening = socket.buildAsync(address(pod, argv, terminal), channel);
        try {
            channel.over(opening.get(Math.min(TO_OPEN.toNanos(), limit.toNanos()), TimeUnit.NANOSECONDS));
            return channel;
        } catch (InterruptedException e) {
            giveUp(opening);
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while a process was started");
        } catch (TimeoutException e) {
            giveUp(opening);
            throw new IOException("The API server did not answer in time", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof WebSocketHandshakeException refused) {
                throw new ExecRefusedException(refused.getResponse().statusCode(), refused);
            }
            throw new IOException("The API server could not be reached: " + e.getCause(), e.getCause());
        }
    }

    /** One that comes too late is not left open. */
    @SuppressWarnings("FutureReturnValueIgnored")
    private static void giveUp(CompletableFuture<WebSocket> opening) {
        opening.thenAccept(WebSocket::abort);
    }

    private synchronized HttpClient http() throws IOException {
        HttpClient known = http;
        if (known == null) {
            try {
                known = SameWay.to(cluster.get());
            } catch (KubernetesClientException | IllegalArgumentException e) {
                throw new IOException("What is written about the cluster cannot be used: " + e.getMessage(), e);
            }
            http = known;
        }
        return known;
    }

    private URI address(String pod, List<String> argv, boolean terminal) {
        Config config = cluster.get();
        String words = argv.stream()
                .map(word -> "&command=" + URLEncoder.encode(word, StandardCharsets.UTF_8))
                .collect(Collectors.joining());
        // A terminal has one output.
        String streams = terminal ? "&tty=true" : "&stderr=true";
        String base = config.getMasterUrl().replaceFirst("^http", "ws");
        return URI.create(
                base + (base.endsWith("/") ? "" : "/") + "api/v1/namespaces/" + config.getNamespace() + "/pods/" + pod
                        + "/exec?container=" + PodPlan.CONTAINER + "&stdin=true&stdout=true" + streams + words);
    }

    /** A certificate says it without words. */
    private Optional<String> credentials() {
        Config config = cluster.get();
        Optional<String> token = Optional.ofNullable(config.getOauthTokenProvider())
                .map(provider -> provider.getToken())
                .or(() -> Optional.ofNullable(config.getOauthToken()))
                .or(() -> Optional.ofNullable(config.getAutoOAuthToken()));
        return token.map(text -> "Bearer " + text)
                .or(() -> Optional.ofNullable(config.getUsername())
                        .map(name -> name + ":" + config.getPassword())
                        .map(pair ->
                                "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8))));
    }
}
