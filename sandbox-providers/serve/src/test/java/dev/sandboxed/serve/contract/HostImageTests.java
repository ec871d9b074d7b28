package dev.sandboxed.serve.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.serve.SandboxServer;
import dev.sandboxed.serve.contract.Visitor.Answer;
import dev.sandboxed.serve.supply.SandboxSupply;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whose files an image may show: a folder of the host would be read with the rights of the server. */
@Timeout(60)
class HostImageTests extends WithServer {

    private final List<String> taken = new CopyOnWriteArrayList<>();
    private final List<String> expected = new CopyOnWriteArrayList<>();
    private SandboxServer supplied;

    /** Makes sandboxes without an image, whatever is asked for. */
    private final class Supply implements SandboxSupply {

        @Override
        public List<SandboxProvider> providers() {
            return List.of(provider);
        }

        @Override
        public boolean makesAhead() {
            return true;
        }

        @Override
        public Sandbox take(String client, SandboxProvider from, SandboxSpec spec, Optional<Snapshot> snapshot) {
            taken.add(spec.image().orElseThrow());
            return provider.create(SandboxSpec.builder().workdir(spec.workdir()).build());
        }

        @Override
        public void expect(String client, SandboxProvider from, List<SandboxSpec> next) {
            next.forEach(spec -> expected.add(spec.image().orElseThrow()));
        }

        @Override
        public void forget(String client) {
            // Nothing was taken down of it.
        }
    }

    private Visitor serve(boolean hostImages) {
        supplied = SandboxServer.start(new Supply(), SETTINGS.withHostImages(hostImages));
        return new Visitor(supplied.url(), TOKEN, "somebody-who-asks");
    }

    @AfterEach
    void endSupplied() {
        supplied.close();
    }

    private String spec(String image) {
        return "{\"image\": \"" + image + "\", \"workdir\": \"" + work() + "\", \"startupTimeoutSeconds\": 20}";
    }

    private Answer create(Visitor client, String image) {
        return client.post("/v1/sandboxes", "{\"id\": \"one\", \"spec\": " + spec(image) + "}");
    }

    private Answer expect(Visitor client, String image) {
        String words = "{\"kinds\": [" + spec(image) + "], \"next\": [0]}";
        return client.put("/v1/expected", words.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/root/rootfs.tar", "file:/etc", "file:///etc"})
    void aClientDoesNotSeeTheFilesOfTheHostInAnImage(String image) {
        Visitor client = serve(false);

        for (Answer refused : List.of(create(client, image), expect(client, image))) {
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.code()).isEqualTo("bad-request");
            assertThat(refused.text())
                    .contains("The image '" + image + "'", "name an image, or start the service with --host-images");
        }
        assertThat(taken).isEmpty();
        assertThat(expected).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "..", "file:/etc"})
    void aClientDoesNotSeeARepositoryOfTheHostInAnOption(String repository) {
        String spec = spec("busybox").replace("{", "{\"options\": {\"repository\": \"" + repository + "\"}, ");

        Answer refused = serve(false).post("/v1/sandboxes", "{\"id\": \"one\", \"spec\": " + spec + "}");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text())
                .contains(
                        "The option repository '" + repository + "'", "leave it out, or start the service with --host");
        assertThat(taken).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"busybox:1.36", "registry.example/team/app@sha256:cafe", "docker-daemon:busybox"})
    void anImageThatHasANameIsTaken(String image) {
        Visitor client = serve(false);

        assertThat(create(client, image).status()).isEqualTo(201);
        assertThat(expect(client, image).status()).isEqualTo(204);
        assertThat(taken).containsExactly(image);
        assertThat(expected).containsExactly(image);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "file:///etc"})
    void anImageOfTheHostIsTakenWhereThatIsAllowed(String image) {
        Visitor client = serve(true);

        assertThat(create(client, image).status()).isEqualTo(201);
        assertThat(expect(client, image).status()).isEqualTo(204);
        assertThat(taken).containsExactly(image);
    }
}
