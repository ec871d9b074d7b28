package dev.sandboxed.provider.docker.internal.engine;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.ProviderStatus.Available;
import dev.sandboxed.api.ProviderStatus.Unavailable;
import dev.sandboxed.provider.docker.internal.engine.EngineFinder.Found;
import dev.sandboxed.provider.docker.internal.engine.EngineFinder.Nothing;
import dev.sandboxed.provider.docker.internal.engine.EngineFinder.Search;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Puts into words what came of looking for an engine, with the remedy that fits. */
final class EngineStatus {

    private static final Set<Obstacle> UNANSWERED = EnumSet.of(Obstacle.MISSING, Obstacle.REFUSED, Obstacle.SILENT);

    private EngineStatus() {}

    static ProviderStatus of(Search search) {
        if (search instanceof Found found) {
            return available(found.place(), found.info());
        }
        return unavailable(((Nothing) search).attempts());
    }

    static Available available(Candidate.Usable place, EngineInfo info) {
        Map<String, String> details = new LinkedHashMap<>(info.details());
        details.put("address", place.address().toString());
        details.put("found through", place.origin().text());
        return new Available(info.version(), details);
    }

    static Unavailable unavailable(List<Attempt> attempts) {
        Attempt telling = attempts.stream()
                .min(Comparator.comparing(Attempt::obstacle))
                .orElseThrow(() -> new IllegalArgumentException("Nothing was tried"));
        String tried = attempts.stream().map(Attempt::toString).collect(Collectors.joining("; "));
        String reason = UNANSWERED.contains(telling.obstacle())
                ? "no Docker engine answers"
                : "the Docker engine cannot be used: " + telling.what();
        return new Unavailable(reason + "; tried " + tried, remedy(telling));
    }

    private static String remedy(Attempt attempt) {
        String remedy = remedyFor(attempt);
        return attempt.origin().isAskedFor()
                ? remedy + "; or " + attempt.origin().undo() + ", if " + attempt.where() + " was not meant"
                : remedy;
    }

    private static String remedyFor(Attempt attempt) {
        String where = attempt.where();
        return switch (attempt.obstacle()) {
            case FORBIDDEN ->
                "sudo usermod -aG docker \"$USER\" && newgrp docker   (gives this user the rights of root), or run as a user who"
                        + " may write " + where;
            case MISSING ->
                attempt.origin().isAskedFor()
                        ? "start the engine that " + attempt.origin().text() + " points to: " + start(where)
                        : "install an engine and start it, on Debian and Ubuntu: sudo apt-get install docker.io; others:"
                                + " https://docs.docker.com/engine/install/";
            case REFUSED ->
                where.startsWith("tcp:")
                        ? "start the engine there, and let it listen at " + where + ": dockerd -H " + where
                        : start(where);
            case SILENT ->
                "restart it, it hangs: sudo systemctl restart docker   (docker -H " + where + " version shows it)";
            case TLS ->
                "export DOCKER_TLS_VERIFY=1 DOCKER_CERT_PATH=… to a folder with ca.pem, cert.pem and key.pem that fit the"
                        + " engine, if it speaks TLS, or unset DOCKER_TLS_VERIFY if it does not   (docker -H " + where
                        + " --tlsverify version shows it)";
            case NO_ENGINE -> "find out what listens there: docker -H " + where + " version";
            case UNSUPPORTED -> supportedAddress(where);
            case TOO_OLD -> "install Docker 20.10 or newer: https://docs.docker.com/engine/install/";
            case TOO_NEW ->
                "use a newer version of sandbox-provider-docker, or let the engine speak older versions as well:"
                        + " DOCKER_MIN_API_VERSION=" + ApiLevel.NEWEST + " in the environment of dockerd";
            case WINDOWS -> "switch Docker Desktop to Linux containers: DockerCli.exe -SwitchLinuxEngine";
        };
    }

    private static String start(String where) {
        return Flavour.at(where).start();
    }

    private static String supportedAddress(String where) {
        return where.startsWith("ssh://")
                ? "forward its socket and use that: ssh -nNTL /tmp/docker.sock:/var/run/docker.sock "
                        + where.substring("ssh://".length())
                        + " & export DOCKER_HOST=unix:///tmp/docker.sock"
                : "export DOCKER_HOST=unix:///var/run/docker.sock, or a tcp:// address";
    }
}
