package dev.sandboxed.provider.docker.internal.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.provider.docker.internal.engine.Engine;
import dev.sandboxed.provider.docker.internal.engine.ScriptedEngine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PullTests {

    @TempDir
    Path folder;

    private final AtomicBoolean present = new AtomicBoolean();
    private final AtomicReference<String> query = new AtomicReference<>("");
    private final AtomicReference<String> login = new AtomicReference<>("");
    private final List<String> progress = new ArrayList<>();
    private ScriptedEngine scripted;
    private Engine engine;

    @BeforeEach
    void startAnEngineWithARegistry() {
        scripted = ScriptedEngine.docker("28.5.0", "1.24", "1.51");
        scripted.on("/images/ghcr.io/me/tool:1/json", exchange -> {
            if (present.get()) {
                scripted.send(exchange, 200, "application/json", "{\"Id\":\"sha256:1\"}");
            } else {
                scripted.error(exchange, 404, "No such image: ghcr.io/me/tool:1");
            }
        });
        engine = Engine.of(context(Map.of()));
    }

    @AfterEach
    void stopIt() {
        engine.close();
        scripted.close();
    }

    private ProviderContext context(Map<String, String> environment) {
        return ProviderContext.in(folder)
                .withSettings(Map.of("host", scripted.address()))
                .withEnvironment(environment);
    }

    private void pullAnswers(boolean succeeds, String... lines) {
        scripted.on("/images/create", exchange -> {
            query.set(exchange.getRequestURI().getQuery());
            login.set(String.valueOf(exchange.getRequestHeaders().getFirst("X-Registry-Auth")));
            present.set(succeeds);
            scripted.send(exchange, 200, "application/json", String.join("\r\n", lines));
        });
    }

    private String resolve(PullPolicy policy, Duration limit) {
        return new Images(engine, context(Map.of("DOCKER_CONFIG", folder.toString())))
                .resolve("ghcr.io/me/tool:1", policy, Deadline.in(limit), progress::add);
    }

    private String resolve(PullPolicy policy) {
        return resolve(policy, Duration.ofSeconds(20));
    }

    @Test
    void aMissingImageIsPulledWithItsTagAndTold() {
        pullAnswers(true, "{\"status\":\"Pulling from me/tool\"}", "{\"status\":\"Status: Downloaded newer image\"}");

        assertThat(resolve(PullPolicy.MISSING)).isEqualTo("ghcr.io/me/tool:1");
        assertThat(query.get()).contains("fromImage=ghcr.io/me/tool").contains("tag=1");
        assertThat(progress)
                .containsExactly(
                        "Pulling ghcr.io/me/tool:1",
                        "Pulling ghcr.io/me/tool:1: Pulling from me/tool",
                        "Pulling ghcr.io/me/tool:1: Status: Downloaded newer image");
    }

    @Test
    void anImageThatIsThereIsNotPulledUnlessAlwaysIsSaid() {
        present.set(true);
        pullAnswers(true, "{\"status\":\"Image is up to date\"}");

        resolve(PullPolicy.MISSING);
        resolve(PullPolicy.NEVER);
        assertThat(scripted.requests()).doesNotContain("POST /v1.51/images/create");

        resolve(PullPolicy.ALWAYS);
        assertThat(scripted.requests()).contains("POST /v1.51/images/create");
    }

    @Test
    void whatMustNotBePulledIsRefusedWithTheRemedy() {
        assertThatThrownBy(() -> resolve(PullPolicy.NEVER))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("'ghcr.io/me/tool:1'")
                .hasMessageContaining("pull policy is never")
                .hasMessageContaining("docker pull ghcr.io/me/tool:1");
        assertThat(scripted.requests()).doesNotContain("POST /v1.51/images/create");
    }

    @Test
    void anErrorAmongTheLinesOfAPullIsTold() {
        pullAnswers(
                false,
                "{\"status\":\"Pulling from me/tool\"}",
                "{\"errorDetail\":{\"message\":\"unauthorized: log in first\"},\"error\":\"unauthorized\"}");

        assertThatThrownBy(() -> resolve(PullPolicy.MISSING))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("unauthorized: log in first")
                .hasMessageContaining("docker login");
    }

    @Test
    void aPullThatIsRefusedAtOnceIsToldInTheEnginesWords() {
        scripted.on("/images/create", exchange -> scripted.error(exchange, 500, "dial tcp: no such host"));

        assertThatThrownBy(() -> resolve(PullPolicy.MISSING))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("'ghcr.io/me/tool:1' cannot be used: dial tcp: no such host");
    }

    @Test
    void aPullThatNeverAnswersIsGivenUpAtTheDeadline() {
        scripted.hangOn("/images/create");
        Instant start = Instant.now();

        assertThatThrownBy(() -> resolve(PullPolicy.MISSING, Duration.ofMillis(400)))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("pulling image 'ghcr.io/me/tool:1'");

        assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(3));
    }

    @Test
    void theLoginOfTheRegistryIsSent() throws IOException {
        String basic = Base64.getEncoder().encodeToString("me:secret".getBytes(StandardCharsets.UTF_8));
        Files.writeString(folder.resolve("config.json"), "{\"auths\":{\"ghcr.io\":{\"auth\":\"" + basic + "\"}}}");
        pullAnswers(true, "{\"status\":\"Pulling from me/tool\"}");

        resolve(PullPolicy.MISSING);

        assertThat(new String(Base64.getUrlDecoder().decode(login.get()), StandardCharsets.UTF_8))
                .contains("\"username\":\"me\"")
                .contains("\"password\":\"secret\"");
    }

    @Test
    void anIdIsNeverAskedOfARegistry() {
        Images images = new Images(engine, context(Map.of()));

        assertThatThrownBy(() -> images.resolve("sha256:0123", Deadline.in(Duration.ofSeconds(9)), progress::add))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("an id cannot be pulled");
    }

    @Test
    void aNameThatCouldNeverBeOneIsAFailedStart() {
        Images images = new Images(engine, context(Map.of()));

        assertThatThrownBy(() -> images.resolve("a b", Deadline.in(Duration.ofSeconds(9)), progress::add))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("'a b'");
        assertThat(scripted.requests()).isEmpty();
    }
}
