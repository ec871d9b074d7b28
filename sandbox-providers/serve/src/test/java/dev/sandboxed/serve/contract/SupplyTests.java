package dev.sandboxed.serve.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sandboxed.api.Owner;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.api.spi.ForwardingSandboxProvider;
import dev.sandboxed.linux.internal.proc.ProcessWorld;
import dev.sandboxed.process.internal.owner.Ownership;
import dev.sandboxed.serve.SandboxServer;
import dev.sandboxed.serve.contract.Visitor.Answer;
import dev.sandboxed.serve.supply.SandboxSupply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server whose sandboxes come from somebody who is told what will be asked for. */
@Timeout(60)
class SupplyTests extends WithServer {

    private static final String SPEC = "{\"workdir\": \"/a\", \"startupTimeoutSeconds\": 7}";
    private static final String OTHER = "{\"workdir\": \"/b\", \"startupTimeoutSeconds\": 7}";

    private final Supply supply = new Supply();
    private SandboxServer supplied;
    private Visitor client;

    private final class Supply implements SandboxSupply {

        private final List<Sandbox> sandboxes = new CopyOnWriteArrayList<>();
        private final List<String> given = new CopyOnWriteArrayList<>();
        private final List<String> taken = new CopyOnWriteArrayList<>();
        private final List<String> forgotten = new CopyOnWriteArrayList<>();
        private final Map<String, List<String>> expected = new ConcurrentHashMap<>();

        @Override
        public List<SandboxProvider> providers() {
            return List.of(provider, new Second(provider));
        }

        @Override
        public boolean makesAhead() {
            return true;
        }

        @Override
        public Sandbox take(String who, SandboxProvider from, SandboxSpec spec, Optional<Snapshot> snapshot) {
            taken.add(who + " " + from.name());
            Sandbox made = provider.create(spec);
            sandboxes.add(made);
            return new ForwardingSandbox(made) {
                @Override
                public void close() {
                    given.add(id());
                    super.close();
                }
            };
        }

        @Override
        public void expect(String who, SandboxProvider from, List<SandboxSpec> next) {
            expected.put(
                    who + " " + from.name(),
                    next.stream().map(SandboxSpec::workdir).toList());
        }

        @Override
        public void forget(String who) {
            forgotten.add(who);
        }
    }

    private static final class Second extends ForwardingSandboxProvider {

        Second(SandboxProvider provider) {
            super(provider);
        }

        @Override
        public String name() {
            return "second";
        }

        @Override
        public ProviderStatus status() {
            return new ProviderStatus.Available("2", Map.of("settings", "a mark"));
        }
    }

    @BeforeEach
    void supply() {
        supplied = SandboxServer.start(supply, SETTINGS.withLease(Duration.ofSeconds(1)));
        client = new Visitor(supplied.url(), TOKEN, "somebody-who-asks");
    }

    @AfterEach
    void endSupplied() {
        supplied.close();
    }

    private Answer expect(String words) {
        return client.put("/v1/expected", words.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void whatAClientWillAskForIsPassedOnInItsOrder() {
        Answer answer =
                expect("{\"provider\": \"second\", \"kinds\": [" + SPEC + ", " + OTHER + "], \"next\": [1, 0, 1]}");

        assertThat(answer.status()).isEqualTo(204);
        assertThat(supply.expected).containsEntry("somebody-who-asks second", List.of("/b", "/a", "/b"));
    }

    @Test
    void aSandboxIsTakenFromTheSupply() {
        assertThat(client.create("one", work()).status()).isEqualTo(201);

        assertThat(supply.taken).containsExactly("somebody-who-asks subprocess");
    }

    /** The supply counted it for ever, and nobody else could have its place. */
    @Test
    void whatEndsByItselfIsGivenBack() {
        client.create("one", work());
        Sandbox made = supply.sandboxes.get(0);

        made.close();
        client.create("two", work());

        assertThat(supply.given).containsExactly(made.id());
    }

    /** A debugger stops all threads of a JVM, and with them those that tell that it is there. */
    @Test
    void aSilentProcessThatIsSeenToLiveKeepsWhatItHas() throws IOException {
        Ownership ours = new Ownership(ProcessWorld.current(), Owner.current(), Instant.now(), null);
        client.create("left", work());
        String body = "{\"id\": \"kept\", \"owner\": " + new ObjectMapper().writeValueAsString(ours.written())
                + ", \"spec\": {\"workdir\": \"" + work() + "\", \"startupTimeoutSeconds\": 20}}";
        assertThat(client.post("/v1/sandboxes", body).status()).isEqualTo(201);

        await().untilAsserted(() -> assertThat(supply.forgotten).isNotEmpty());

        assertThat(supply.sandboxes.get(0).state()).isEqualTo(SandboxState.DESTROYED);
        assertThat(supply.sandboxes.get(1).state()).isEqualTo(SandboxState.RUNNING);
    }

    @Test
    void aClientThatIsNotHeardOfIsForgotten() {
        expect("{\"kinds\": [" + SPEC + "], \"next\": [0]}");

        await().untilAsserted(() -> assertThat(supply.forgotten).containsExactly("somebody-who-asks"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"kinds\": [], \"next\": [0]} | names spec 0, but 'kinds' has 0 of them",
                "{\"kinds\": [], \"next\": [-1]} | names spec -1",
                "{\"next\": []} | 'kinds'",
                "{\"kinds\": [], \"next\": [], \"more\": 1} | more",
                "{\"provider\": \"third\", \"kinds\": [], \"next\": []} | No provider 'third' is served"
            })
    void whatCannotBeExpectedIsRefused(String words, String why) {
        Answer answer = expect(words);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text()).contains(why);
        assertThat(supply.expected).isEmpty();
    }

    @Test
    void healthTellsOfOneProviderAndWithWhichSettingsItWasOpened() {
        Answer health = client.get("/v1/health?provider=second");

        assertThat(health.json().path("ahead").asBoolean()).isTrue();
        assertThat(health.json().path("providers")).hasSize(1);
        assertThat(health.json().path("providers").path(0).path("settings").asText())
                .isEqualTo("a mark");
        assertThat(client.get("/v1/health?provider=third").json().path("providers"))
                .as("whoever asks for another sees what there is")
                .hasSize(2);
    }
}
