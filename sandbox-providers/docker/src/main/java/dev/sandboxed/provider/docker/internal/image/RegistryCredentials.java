package dev.sandboxed.provider.docker.internal.image;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.github.dockerjava.api.model.AuthConfig;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.process.Launch;
import dev.sandboxed.process.ProcessRunner;
import dev.sandboxed.process.ProcessScope;
import dev.sandboxed.provider.docker.internal.engine.DockerFolder;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

/**
 * Looks up how to log in to a registry, where {@code docker login} keeps it: in {@code config.json}, or with a helper that
 * it names.
 *
 * <p>docker-java's own resolution knows no helpers, and those are the default of Docker Desktop and of cloud registries.
 * Whatever goes wrong here is logged and means no credentials: most images need none, and the registry says so otherwise.
 *
 * @param environment the host's environment
 */
record RegistryCredentials(Map<String, String> environment) {

    private static final System.Logger LOG = System.getLogger(RegistryCredentials.class.getName());
    private static final ObjectMapper JSON = JsonMapper.builder().build();
    private static final Duration HELPER_LIMIT = Duration.ofSeconds(20);

    /** The name that helpers give instead of a user when the password is a token. */
    private static final String TOKEN_USER = "<token>";

    RegistryCredentials {
        environment = Map.copyOf(environment);
    }

    /** Finds those for a registry, named as docker's configuration does. */
    Optional<AuthConfig> find(String registry) {
        try {
            Optional<DockerFolder> folder = DockerFolder.of(environment);
            return folder.isEmpty() ? Optional.empty() : find(folder.get().config(), registry);
        } catch (JsonProcessingException e) {
            // Its message quotes what it could not read, and that may be a password.
            return none(registry, "what is kept about it is not JSON");
        } catch (IOException | IllegalArgumentException e) {
            return none(registry, String.valueOf(e.getMessage()));
        }
    }

    private static Optional<AuthConfig> none(String registry, String why) {
        LOG.log(Level.WARNING, "No credentials for registry " + registry + ": " + why);
        return Optional.empty();
    }

    private Optional<AuthConfig> find(JsonNode config, String registry) throws IOException {
        String helper = config.path("credHelpers")
                .path(registry)
                .asText(config.path("credsStore").asText(""));
        if (!helper.isEmpty()) {
            return fromHelper(helper, registry);
        }
        for (Map.Entry<String, JsonNode> entry : config.path("auths").properties()) {
            if (host(entry.getKey()).equals(host(registry))) {
                return fromFile(entry.getValue(), registry);
            }
        }
        return Optional.empty();
    }

    private static Optional<AuthConfig> fromFile(JsonNode entry, String registry) throws IOException {
        String token = entry.path("identitytoken").asText("");
        if (!token.isEmpty()) {
            return Optional.of(new AuthConfig().withIdentityToken(token).withRegistryAddress(registry));
        }
        String both = new String(Base64.getDecoder().decode(entry.path("auth").asText("")), StandardCharsets.UTF_8);
        int colon = both.indexOf(':');
        if (colon < 0) {
            throw new IOException("the entry in config.json is neither a user and password nor a token");
        }
        return Optional.of(login(registry, both.substring(0, colon), both.substring(colon + 1)));
    }

    private Optional<AuthConfig> fromHelper(String helper, String registry) throws IOException {
        Command command =
                Command.of("docker-credential-" + helper, "get").stdin(registry).timeout(HELPER_LIMIT);
        ExecResult result = ProcessRunner.run(
                new Launch(command, command.argv(), environment, Path.of("/"), new ProcessScope("docker-credentials")));
        if (!result.succeeded()) {
            // Helpers end with 1 when nobody ever logged in there, which is the usual case.
            LOG.log(Level.DEBUG, "docker-credential-" + helper + " has none for " + registry);
            return Optional.empty();
        }
        JsonNode answer = JSON.readTree(result.stdoutBytes());
        String user = answer.path("Username").asText("");
        String secret = answer.path("Secret").asText("");
        return Optional.of(
                user.equals(TOKEN_USER)
                        ? new AuthConfig().withIdentityToken(secret).withRegistryAddress(registry)
                        : login(registry, user, secret));
    }

    private static AuthConfig login(String registry, String user, String password) {
        return new AuthConfig().withUsername(user).withPassword(password).withRegistryAddress(registry);
    }

    /** Older files name a registry with its scheme and path. */
    private static String host(String registry) {
        String bare = registry.replaceFirst("^https?://", "");
        int slash = bare.indexOf('/');
        return slash < 0 ? bare : bare.substring(0, slash);
    }
}
