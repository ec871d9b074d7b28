package dev.sandboxed.provider.remote.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.ProviderStatus.Unavailable;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.provider.remote.internal.fake.FakeService;
import dev.sandboxed.wire.internal.FaultWords;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;
import okhttp3.Headers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether the service works, and what it can do. */
@Timeout(60)
class ServiceTests {

    private static final String HEALTH = "GET /v1/health";

    @TempDir
    private Path folder;

    private FakeService service;

    @BeforeEach
    void start() throws IOException {
        service = new FakeService();
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private ProviderStatus status(String... changes) {
        try (HttpProvider provider = new HttpProvider(service.context(folder, changes))) {
            return provider.status();
        }
    }

    private Unavailable unavailable(String... changes) {
        return (Unavailable) status(changes);
    }

    @Test
    void aServiceThatAnswersIsAvailable() {
        assertThat(status()).isInstanceOfSatisfying(ProviderStatus.Available.class, told -> {
            assertThat(told.version()).isEqualTo("first 9");
            assertThat(told.details()).containsEntry("endpoint", service.url()).containsEntry("provider", "first");
        });
        Headers sent = service.requests(HEALTH).get(0).getHeaders();
        assertThat(sent.get("Authorization")).isEqualTo("Bearer " + FakeService.TOKEN);
        assertThat(sent.get("Sandboxed-Client")).matches("[A-Za-z0-9_-]{16,128}");
    }

    /** Only the service decides when a time to live is over, so that clocks need not agree. */
    @ParameterizedTest
    @CsvSource({"2001-01-01T00:00:00Z, 2001-01-01T01:00:00Z", "2090-01-01T00:00:00Z, 2090-01-01T01:00:00Z"})
    void aServiceWhoseClockIsWrongIsUsedAsAnyOther(String created, String expires) {
        service.creating(id -> FakeService.sandbox(id, created, expires))
                .on(
                        "GET /v1/sandboxes/ID/file",
                        new MockResponse.Builder().body("here").build())
                .on(
                        "DELETE /v1/sandboxes/ID",
                        new MockResponse.Builder().code(204).build());
        try (HttpProvider provider = new HttpProvider(service.context(folder))) {
            Sandbox sandbox = provider.create(
                    SandboxSpec.builder().timeToLive(Duration.ofHours(1)).build());
            assertThat(sandbox.files().readText("file")).isEqualTo("here");
            assertThat(sandbox.state()).isEqualTo(SandboxState.RUNNING);
            assertThat(sandbox.info().expiresAt()).contains(Instant.parse(expires));
            sandbox.close();
        }
        assertThat(service.requests("DELETE /v1/sandboxes/ID")).hasSize(1);
    }

    @Test
    void withoutAnEndpointTheRemedySaysHowToServe() {
        try (HttpProvider provider = new HttpProvider(ProviderContext.in(folder))) {
            Unavailable told = (Unavailable) provider.status();
            assertThat(told.reason()).contains("endpoint");
            assertThat(told.remedy())
                    .contains("./sandboxed serve --provider")
                    .contains("SANDBOX_HTTP_ENDPOINT")
                    .contains("SANDBOX_HTTP_TOKEN");
            assertThatThrownBy(() -> provider.create(SandboxSpec.defaults()))
                    .isInstanceOf(ProviderUnavailableException.class);
        }
    }

    @Test
    void withoutATokenNothingIsSent() {
        Unavailable told = unavailable("token", "");
        assertThat(told.reason()).contains("no token").contains(service.url());
        assertThat(told.remedy()).contains("SANDBOX_HTTP_TOKEN");
        assertThat(service.requests()).isEmpty();
    }

    @Test
    void aWrongTokenIsToldAndNotShown() {
        service.anew(HEALTH).on(HEALTH, 401, FaultWords.of(FaultWords.UNAUTHORIZED, "wrong", null));
        Unavailable told = unavailable();
        assertThat(told.reason()).contains("does not know the token");
        assertThat(told.remedy()).contains("SANDBOX_HTTP_TOKEN");
        assertThat(told.toString()).doesNotContain(FakeService.TOKEN);
    }

    @Test
    void anotherMajorVersionIsToldAndAnotherMinorOneIsFine() {
        service.anew(HEALTH).on(HEALTH, 200, FakeService.health("2.0"));
        assertThat(unavailable().reason()).contains("version 2.0").contains("1.x");
        service.anew(HEALTH).on(HEALTH, 200, FakeService.health("1.7"));
        assertThat(status().isAvailable()).isTrue();
    }

    @Test
    void whatIsNoAnswerOfTheContractIsToldAsSuch() {
        for (String body : new String[] {"<html>Welcome</html>", "{}", "null", "{\"contract\":\"1.0\"}"}) {
            service.anew(HEALTH)
                    .on(HEALTH, new MockResponse.Builder().code(200).body(body).build());
            Unavailable told = unavailable();
            assertThat(told.reason()).as(body).contains("our contract does not know");
            assertThat(told.remedy()).contains(service.url());
        }
        service.anew(HEALTH)
                .on(
                        HEALTH,
                        new MockResponse.Builder()
                                .code(404)
                                .body("nothing here")
                                .build());
        assertThat(unavailable().reason()).contains("HTTP 404");
    }

    @Test
    void aProviderThatTheServiceDoesNotHaveIsToldWithThoseThatItHas() {
        Unavailable told = unavailable("provider", "third");
        assertThat(told.reason()).contains("'third'");
        assertThat(told.remedy())
                .contains("sandbox.http.provider")
                .contains("first")
                .contains("second");
    }

    @Test
    void aProviderThatDoesNotWorkThereIsToldWithItsReasonAndRemedy() {
        Unavailable told = unavailable("provider", "second");
        assertThat(told.reason()).contains("'second'").contains("it is broken");
        assertThat(told.remedy()).contains("mend it");
    }

    @Test
    void aServiceThatIsSilentIsGivenUpWithinASecond() {
        service.anew(HEALTH)
                .on(
                        HEALTH,
                        new MockResponse.Builder()
                                .onResponseStart(SocketEffect.Stall.INSTANCE)
                                .build());
        long begin = System.nanoTime();
        assertThat(unavailable().reason()).contains("cannot be reached");
        // It may repeat nothing; a slow machine gets some time.
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void theStatusRecoversWithTheService() {
        try (HttpProvider provider = new HttpProvider(service.context(folder))) {
            service.anew(HEALTH).on(HEALTH, 500, FaultWords.of("unexpected", "It fell over", null));
            assertThat(((Unavailable) provider.status()).reason()).contains("It fell over");
            service.anew(HEALTH).on(HEALTH, 200, FakeService.health("1.0"));
            assertThat(provider.status().isAvailable()).isTrue();
        }
    }

    @Test
    void whatItCanDoIsWhatTheServiceTellsWithoutMountsAndWithASecondHandle() {
        try (HttpProvider provider = new HttpProvider(service.context(folder))) {
            Capabilities told = provider.capabilities();
            assertThat(told.isolation()).isEqualTo(Isolation.CONTAINER);
            assertThat(told.startup()).isEqualTo(Duration.ofMillis(250));
            assertThat(told.features())
                    .isEqualTo(Set.of(
                            Capability.STREAMING,
                            Capability.TERMINAL,
                            Capability.SNAPSHOT,
                            Capability.PAUSE,
                            Capability.PORTS,
                            Capability.CONNECT));
            provider.capabilities();
            assertThat(service.requests(HEALTH))
                    .as("asked again within a second")
                    .hasSize(1);
        }
    }

    @Test
    void whatWasToldLastCountsWhileNobodyAnswers() {
        try (HttpProvider provider = new HttpProvider(service.context(folder))) {
            assertThat(provider.status().isAvailable()).isTrue();
            service.close();
            assertThat(provider.status().isAvailable()).isFalse();
            assertThat(provider.capabilities().isolation()).isEqualTo(Isolation.CONTAINER);
        }
    }

    @Test
    void nothingIsDeclaredAsLongAsNobodyHasAnswered() {
        service.close();
        try (HttpProvider provider = new HttpProvider(service.context(folder))) {
            assertThat(provider.capabilities().isolation()).isEqualTo(Isolation.PROCESS);
            assertThat(provider.capabilities().features()).isEmpty();
        }
    }
}
