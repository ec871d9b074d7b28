package dev.sandboxed.provider.docker.internal.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.sandboxed.provider.docker.internal.engine.Candidate.Origin;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/**
 * Reads what the docker command keeps for its user: {@code config.json} and the contexts.
 *
 * @param path the folder; may not exist
 */
public record DockerFolder(Path path) {

    private static final ObjectMapper JSON = JsonMapper.builder().build();

    /** Finds it: {@code DOCKER_CONFIG}, or {@code .docker} below {@code HOME}; nothing without both. */
    public static Optional<DockerFolder> of(Map<String, String> environment) {
        return EngineCandidates.value(environment, "DOCKER_CONFIG")
                .map(Path::of)
                .or(() -> EngineCandidates.value(environment, "HOME")
                        .map(home -> Path.of(home).resolve(".docker")))
                .map(DockerFolder::new);
    }

    /**
     * Reads {@code config.json}; a missing node if there is none.
     *
     * @throws IOException if it cannot be read or is not JSON
     */
    public JsonNode config() throws IOException {
        return read(path.resolve("config.json"));
    }

    /** Returns the context that is in use, unless it is the default one. A file that cannot be read names none. */
    Optional<String> currentContext() {
        try {
            return Optional.of(config().path("currentContext").asText("")).filter(DockerFolder::isNamed);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns whether a context is more than the absence of one. */
    static boolean isNamed(String context) {
        return !context.isBlank() && !context.equals("default");
    }

    /** Looks up where a context points to. */
    Candidate context(String name, Origin origin) {
        String hash = sha256(name);
        Path meta = path.resolve("contexts/meta").resolve(hash).resolve("meta.json");
        try {
            String host =
                    read(meta).path("Endpoints").path("docker").path("Host").asText("");
            if (host.isEmpty()) {
                return new Candidate.Unusable(
                        origin, "context '" + name + "'", "it names no engine, or does not exist (" + meta + ")");
            }
            Path certificates = path.resolve("contexts/tls").resolve(hash).resolve("docker");
            TlsMaterial tls = Files.isDirectory(certificates) ? new TlsMaterial(certificates) : null;
            return new Candidate.Usable(origin, EngineAddress.parse(host, tls));
        } catch (IOException | IllegalArgumentException e) {
            return new Candidate.Unusable(origin, "context '" + name + "'", String.valueOf(e.getMessage()));
        }
    }

    private static JsonNode read(Path file) throws IOException {
        return Files.isRegularFile(file) ? JSON.readTree(Files.readAllBytes(file)) : MissingNode.getInstance();
    }

    private static String sha256(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }
}
