package dev.sandboxed.provider.remote.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.Owner;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.linux.internal.proc.ProcessWorld;
import dev.sandboxed.process.internal.owner.Ownership;
import dev.sandboxed.process.internal.owner.SandboxMetadata;
import dev.sandboxed.provider.remote.internal.fake.FakeService;
import dev.sandboxed.wire.internal.ProcessWords;
import dev.sandboxed.wire.internal.ProviderWords;
import dev.sandboxed.wire.internal.ServiceWords;
import dev.sandboxed.wire.internal.Words;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a service is asked that only starts processes, and what is made of its answers. */
@Timeout(60)
class ProcessesOnlyTests {

    private static final String MAKE = "POST /v1/sandboxes";
    private static final String LIST = "GET /v1/sandboxes";
    private static final String REAP = "POST /v1/reap";
    private static final Instant THEN = Instant.parse("2026-01-02T03:04:05Z");

    @TempDir
    private Path folder;

    private FakeService service;
    private HttpProvider provider;

    @BeforeEach
    void start() throws IOException {
        ProviderWords told = new ProviderWords(
                "small",
                true,
                "7",
                null,
                null,
                "namespace",
                List.of("STREAMING", "TERMINAL", "SNAPSHOT", "PAUSE", "USAGE", "PORTS", "USER", "NETWORK_NONE"),
                null,
                true,
                null);
        service = new FakeService()
                .anew("GET /v1/health")
                .on("GET /v1/health", 200, new ServiceWords("1.0", 3600, List.of(told), null));
        provider = new HttpProvider(service.context(folder, "requestTimeout", "3s"));
    }

    @AfterEach
    void stop() {
        provider.close();
        service.close();
    }

    private static ProcessWords.Sandbox ownedBy(Owner owner, ProcessWorld world, String id) {
        Ownership ownership = new Ownership(world, owner, THEN, THEN.plusSeconds(60));
        return new ProcessWords.Sandbox(
                id, new SandboxMetadata(id, ownership, Map.of("name", id)).written(), "native-" + id);
    }

    @Test
    void whatTakesMoreThanProcessesIsNotDeclared() {
        assertThat(provider.capabilities().features())
                .containsExactlyInAnyOrder(
                        Capability.STREAMING, Capability.USER, Capability.NETWORK_NONE, Capability.CONNECT);
        assertThat(provider.capabilities().isolation()).isEqualTo(Isolation.NAMESPACE);
    }

    @Test
    void aCreationWhoseAnswerIsLostIsNotAskedForAgainAndTellsNoSecret() throws IOException {
        service.on(
                MAKE,
                new MockResponse.Builder()
                        .onResponseStart(SocketEffect.ShutdownConnection.INSTANCE)
                        .build());
        SandboxSpec spec = SandboxSpec.builder()
                .env("NAME", "value-of-it")
                .secret("KEY", Secret.of("hidden"))
                .label("colour", "green")
                .build();

        assertThatThrownBy(() -> provider.create(spec)).isInstanceOf(SandboxStartException.class);

        assertThat(service.requests(MAKE)).hasSize(1);
        assertThat(service.requests("DELETE /v1/sandboxes/ID")).isNotEmpty();
        byte[] asked = service.requests(MAKE).get(0).getBody().toByteArray();
        ProcessWords.NewSandbox words = Words.asked(asked, ProcessWords.NewSandbox.class);
        assertThat(words.spec()).isEqualTo(new ProcessWords.Spec(null, null, null, null, null));
        assertThat(SandboxMetadata.read(words.owner()).orElseThrow().labels()).containsEntry("colour", "green");
        assertThat(new String(asked, StandardCharsets.UTF_8))
                .doesNotContain("hidden")
                .doesNotContain("value-of-it");
    }

    @Test
    void anAnswerOfAnotherSandboxIsNone() {
        service.on(MAKE, 200, ownedBy(Owner.current(), ProcessWorld.current(), "other"));

        assertThatThrownBy(() -> provider.create(SandboxSpec.defaults()))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("it tells of the sandbox 'other'");
    }

    @Test
    void aListIsReadFromTheWordsThatWereKept() {
        ProcessWords.Sandbox foreign = new ProcessWords.Sandbox("foreign", Map.of("whose", "somebody's"), "x");
        ProcessWords.Sandbox known = ownedBy(Owner.current(), ProcessWorld.current(), "known");
        service.on(LIST, 200, new ProcessWords.All(List.of(foreign, known)));

        List<SandboxInfo> listed = provider.list();

        assertThat(listed).hasSize(1);
        SandboxInfo info = listed.get(0);
        assertThat(info.id()).isEqualTo("known");
        assertThat(info.nativeId()).isEqualTo("native-known");
        assertThat(info.runsOn()).isEqualTo(new SandboxInfo.RunsOn("http", "small 7", Isolation.NAMESPACE));
        assertThat(info.owner()).isEqualTo(Owner.current());
        assertThat(info.labels()).containsEntry("name", "known");
        assertThat(info.created()).isEqualTo(THEN);
        assertThat(info.expiresAt()).contains(THEN.plusSeconds(60));
    }

    @Test
    void onlyThoseAreReapedWhoseOwnersHaveCertainlyDiedHere() throws IOException {
        Owner dead = new Owner(1, "long ago");
        ProcessWorld here = ProcessWorld.current();
        ProcessWorld elsewhere = new ProcessWorld("m", "h", "b", "n");
        service.on(
                        LIST,
                        200,
                        new ProcessWords.All(List.of(
                                ownedBy(Owner.current(), here, "alive"),
                                ownedBy(dead, here, "dead"),
                                ownedBy(dead, elsewhere, "unknown"),
                                new ProcessWords.Sandbox("foreign", Map.of(), "x"))))
                .on(REAP, 200, Map.of());

        assertThat(provider.reap().removed()).containsExactly("dead");

        byte[] asked = service.requests(REAP).get(0).getBody().toByteArray();
        assertThat(Words.asked(asked, ProcessWords.Orphans.class).sandboxes()).containsExactly("dead");
    }

    @Test
    void whereThereIsNothingToReapNobodyIsAskedTo() {
        service.on(LIST, 200, new ProcessWords.All(List.of()));

        assertThat(provider.reap().removed()).isEmpty();
        assertThat(service.requests(REAP)).isEmpty();
    }
}
