package dev.sandboxed.provider.docker.internal.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.core.DefaultDockerClientConfig;
import com.github.dockerjava.core.DockerClientImpl;
import com.github.dockerjava.transport.DockerHttpClient;
import com.github.dockerjava.zerodep.ZerodepDockerHttpClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Carries requests to one engine, each over a connection of its own.
 *
 * <p>A connection that was kept is dead once the engine has been restarted, and the HTTP client neither checks it nor
 * repeats a POST. Opening one at a unix socket costs less than a tenth of a millisecond. There is no response timeout:
 * it would end long silent commands.
 */
final class EngineTransport implements DockerHttpClient {

    private static final Duration CONNECTION_TIMEOUT = Duration.ofSeconds(5);

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final EngineAddress address;
    private final DockerHttpClient http;

    private EngineTransport(EngineAddress address, DockerHttpClient http) {
        this.address = address;
        this.http = http;
    }

    /**
     * Prepares it; nothing is opened yet.
     *
     * @throws IOException if the certificates cannot be used
     */
    static EngineTransport to(EngineAddress address) throws IOException {
        ZerodepDockerHttpClient.Builder builder =
                new ZerodepDockerHttpClient.Builder().dockerHost(address.uri()).connectionTimeout(CONNECTION_TIMEOUT);
        if (address instanceof EngineAddress.Tcp tcp && tcp.tls() != null) {
            builder.sslConfig(tcp.tls().forTransport());
        } else if (address instanceof EngineAddress.Unix) {
            builder.sslConfig(TlsMaterial.UNUSED);
        }
        return new EngineTransport(address, builder.build());
    }

    /**
     * Creates a client that speaks one version of the API.
     *
     * <p>The configuration is built from nothing: the default one would take a version, a host or certificates from files,
     * environment or system properties.
     */
    DockerClient client(ApiLevel api) {
        DefaultDockerClientConfig config = new DefaultDockerClientConfig.Builder()
                .withDockerHost(address.uri().toString())
                .withApiVersion(api.toString())
                .build();
        return DockerClientImpl.getInstance(config, this);
    }

    @Override
    public Response execute(Request request) {
        return http.execute(Request.builder()
                .from(request)
                .putHeader("Connection", "close")
                // Otherwise gzip is accepted, and the engine takes ten times as long to compress a file as to send it.
                .putHeader("Accept-Encoding", "identity")
                .build());
    }

    /** Asks for something that the client has no request for. */
    JsonNode get(String path) throws IOException {
        Request request =
                Request.builder().method(Request.Method.GET).path(path).build();
        try (Response response = execute(request)) {
            byte[] answer = response.getBody().readAllBytes();
            if (response.getStatusCode() != 200) {
                throw EngineFaults.refusal(response.getStatusCode(), new String(answer, StandardCharsets.UTF_8));
            }
            return JSON.readTree(answer);
        }
    }

    @Override
    public void close() throws IOException {
        http.close();
    }
}
