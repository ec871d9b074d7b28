package dev.sandboxed.provider.docker.internal.engine;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.linux.internal.proc.OwnProcess;
import dev.sandboxed.provider.docker.internal.engine.Candidate.Origin;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Lists the places where an engine may be, in the order in which users expect them to be tried.
 *
 * <p>What was asked for by name, with the setting {@code host}, {@code DOCKER_HOST} or {@code DOCKER_CONTEXT}, is the only
 * place then: to run on another engine than the one asked for would be worse than not to run.
 *
 * @param settings the provider's settings
 * @param environment the host's environment
 * @param root the host's root folder
 * @param user number of the user, where it is known
 */
record EngineCandidates(Map<String, String> settings, Map<String, String> environment, Path root, OptionalInt user) {

    /** The setting that names the engine. */
    static final String HOST = "host";

    static EngineCandidates of(ProviderContext context) {
        return new EngineCandidates(context.settings(), context.environment(), Path.of("/"), OwnProcess.user());
    }

    /** Lists them; never empty. */
    List<Candidate> list() {
        Optional<String> setting = value(settings, HOST);
        if (setting.isPresent()) {
            return List.of(at(setting.get(), new Origin("setting sandbox.docker.host", "remove sandbox.docker.host")));
        }
        Optional<String> variable = value(environment, "DOCKER_HOST");
        if (variable.isPresent()) {
            return List.of(at(variable.get(), new Origin("DOCKER_HOST", "unset DOCKER_HOST")));
        }
        DockerFolder folder = DockerFolder.of(environment).orElse(null);
        String asked = value(environment, "DOCKER_CONTEXT").orElse(null);
        if (asked != null && DockerFolder.isNamed(asked)) {
            return List.of(inContext(folder, asked, new Origin("DOCKER_CONTEXT", "unset DOCKER_CONTEXT")));
        }
        List<Candidate> candidates = new ArrayList<>();
        if (asked == null && folder != null) {
            folder.currentContext()
                    .map(name -> folder.context(
                            name, new Origin("current context '" + name + "'", "docker context use default")))
                    .ifPresent(candidates::add);
        }
        usualSockets().distinct().map(EngineCandidates::usual).forEach(candidates::add);
        return candidates;
    }

    private static Candidate inContext(@Nullable DockerFolder folder, String name, Origin origin) {
        return folder == null
                ? new Candidate.Unusable(origin, "context '" + name + "'", "neither DOCKER_CONFIG nor HOME is set")
                : folder.context(name, origin);
    }

    private Candidate at(String text, Origin origin) {
        try {
            return new Candidate.Usable(origin, EngineAddress.parse(text, tls()));
        } catch (IllegalArgumentException e) {
            return new Candidate.Unusable(origin, text, String.valueOf(e.getMessage()));
        }
    }

    /** As the docker command does it: any value means yes, and the certificates lie beside its configuration. */
    private @Nullable TlsMaterial tls() {
        if (value(environment, "DOCKER_TLS_VERIFY").isEmpty()) {
            return null;
        }
        return value(environment, "DOCKER_CERT_PATH")
                .map(Path::of)
                .or(() -> DockerFolder.of(environment).map(DockerFolder::path))
                .map(TlsMaterial::new)
                .orElse(null);
    }

    private Stream<Path> usualSockets() {
        List<Path> runtime =
                value(environment, "XDG_RUNTIME_DIR").map(Path::of).stream().toList();
        List<Path> home = value(environment, "HOME").map(Path::of).stream().toList();
        List<Path> own = user.isPresent() ? List.of(root.resolve("run/user/" + user.getAsInt())) : List.of();
        List<Path> system = List.of(root);
        return Stream.of(
                        below(runtime, "docker.sock"),
                        below(home, ".docker/run/docker.sock"),
                        below(own, "docker.sock"),
                        below(system, "var/run/docker.sock"),
                        below(home, ".docker/desktop/docker.sock"),
                        below(home, ".colima/default/docker.sock"),
                        below(home, ".rd/docker.sock"),
                        below(runtime, "podman/podman.sock"),
                        below(own, "podman/podman.sock"),
                        below(system, "run/podman/podman.sock"))
                .flatMap(sockets -> sockets);
    }

    private static Stream<Path> below(List<Path> folders, String socket) {
        return folders.stream().map(folder -> folder.resolve(socket));
    }

    private static Candidate usual(Path socket) {
        return new Candidate.Usable(Origin.USUAL, new EngineAddress.Unix(socket));
    }

    /** Looks up what is there and not blank. */
    static Optional<String> value(Map<String, String> values, String key) {
        return Optional.ofNullable(values.get(key)).map(String::strip).filter(text -> !text.isEmpty());
    }
}
