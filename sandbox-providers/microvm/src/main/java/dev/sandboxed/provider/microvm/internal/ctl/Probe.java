package dev.sandboxed.provider.microvm.internal.ctl;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.process.internal.thread.DaemonThread;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Asks a controller whether it can be used. Who asks for the status waits for less than a second; a controller that takes longer,
 * since it is far away or starts slowly, goes on, and the next who asks has its answer.
 */
final class Probe {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofMillis(800);
    private static final Duration LONGEST = Duration.ofSeconds(15);
    private static final Set<Integer> UNKNOWN_VERB = Set.of(2, 64);
    private static final int MISSING = 127;

    private final Controller controller;
    private @Nullable CompletableFuture<Answer> asked;
    private volatile @Nullable Told told;

    Probe(Controller controller) {
        this.controller = controller;
    }

    /**
     * What a controller is like.
     *
     * @param isolation how strongly it isolates
     * @param extensions what it understands beyond what all do
     */
    record Told(Isolation isolation, Set<Extension> extensions) {}

    /**
     * What a controller said.
     *
     * @param status whether it can be used
     * @param isolation how strongly it isolates, if it says so
     * @param extensions what it understands beyond what all do
     */
    private record Answer(ProviderStatus status, Optional<Isolation> isolation, Set<Extension> extensions) {

        Answer(ProviderStatus.Unavailable why) {
            this(why, Optional.empty(), Set.of());
        }

        Told told(Isolation otherwise) {
            return new Told(isolation.orElse(otherwise), extensions);
        }
    }

    ProviderStatus status() {
        CompletableFuture<Answer> asking = ask();
        try {
            ProviderStatus status =
                    asking.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS).status();
            forget(asking);
            return status;
        } catch (TimeoutException slow) {
            return new ProviderStatus.Available(
                    "not known yet",
                    Map.of("probe", "no answer within " + PATIENCE.toMillis() + " ms; a creation will tell"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new ProviderStatus.Unavailable("interrupted while asking the controller", "ask again");
        } catch (ExecutionException e) {
            forget(asking);
            return new ProviderStatus.Unavailable(
                    "the controller cannot be started: " + e.getCause(),
                    controller.route().remedy());
        }
    }

    /**
     * Returns what the controller is like; what it said once still holds.
     *
     * @param otherwise what the settings say of its isolation, which counts where it says nothing
     */
    Told told(Isolation otherwise) {
        Told known = told;
        if (known != null) {
            return known;
        }
        CompletableFuture<Answer> asking = ask();
        try {
            Answer answer = asking.get(LONGEST.toMillis(), TimeUnit.MILLISECONDS);
            Told fresh = answer.told(otherwise);
            if (answer.status() instanceof ProviderStatus.Available) {
                told = fresh;
            }
            return fresh;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException | ExecutionException e) {
            // Whoever makes a machine is told what is wrong.
        }
        return new Told(otherwise, Set.of());
    }

    private synchronized CompletableFuture<Answer> ask() {
        CompletableFuture<Answer> running = asked;
        if (running != null) {
            return running;
        }
        CompletableFuture<Answer> fresh = new CompletableFuture<>();
        asked = fresh;
        DaemonThread.start("sandboxed-" + CtlProvider.NAME + "-probe", () -> {
            try {
                fresh.complete(answer(controller.call(LONGEST, Stdin.empty(), List.of("probe"))));
            } catch (SandboxException | IllegalArgumentException e) {
                fresh.completeExceptionally(e);
            }
        });
        return fresh;
    }

    /** Each answer is given once, so that it is never an old one for long. */
    private synchronized void forget(CompletableFuture<Answer> answered) {
        if (answered == asked) {
            asked = null;
        }
    }

    private Answer answer(ExecResult result) {
        Route route = controller.route();
        if (result.succeeded()) {
            JsonNode said = read(result.stdout());
            return new Answer(
                    new ProviderStatus.Available(
                            said.path("version").asText("unknown"), Map.of("controller", route.describe())),
                    isolation(said.path("isolation").asText("")),
                    Extension.in(said.path("extensions")));
        }
        String what = "the controller '" + route.describe() + "' ";
        if (result.exitCode() == MISSING) {
            what += "is missing: " + Controller.said(result);
        } else if (UNKNOWN_VERB.contains(result.exitCode())) {
            what += "does not know 'probe', so nobody can tell whether it works: " + Controller.said(result);
        } else {
            what += "cannot be used, its probe " + result.ending() + ": " + Controller.said(result);
        }
        return new Answer(new ProviderStatus.Unavailable(what, route.remedy()));
    }

    /** Whoever says nothing that can be read, and exits with 0, can be used all the same. */
    private static JsonNode read(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            return JSON.createObjectNode();
        }
    }

    private static Optional<Isolation> isolation(String written) {
        try {
            return written.isBlank() ? Optional.empty() : Optional.of(Isolation.parse(written));
        } catch (IllegalArgumentException wordsOfItsOwn) {
            return Optional.empty();
        }
    }
}
