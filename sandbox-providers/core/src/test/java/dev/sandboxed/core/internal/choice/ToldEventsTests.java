package dev.sandboxed.core.internal.choice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.Rejection;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.event.SandboxEvent.FileRead;
import dev.sandboxed.api.event.SandboxEvent.FileWritten;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.testkit.MockSandboxProvider;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToldEventsTests {

    @TempDir
    Path host;

    private final List<SandboxEvent> events = new CopyOnWriteArrayList<>();

    @Test
    void aFallbackIsToldWithAllThatFailed() {
        FakeProvider docker = new FakeProvider("docker")
                .declares(Isolation.CONTAINER)
                .creates(() -> {
                    throw new SandboxStartException(Fault.of("no luck").provider("docker"));
                });
        FakeProvider subprocess = new FakeProvider("subprocess");
        ProviderChain chain = new ProviderChain(ProviderRegistry.of(
                List.of(docker, subprocess),
                name -> ProviderContext.in(Path.of("state", name)).withListener(events::add)));

        String id = chain.create(ProviderRequest.of(SandboxSpec.defaults()))
                .sandbox()
                .id();

        assertThat(events).singleElement().isInstanceOfSatisfying(SandboxEvent.FellBack.class, told -> {
            assertThat(told.failed()).containsExactly(new Rejection("docker", "no luck", ""));
            assertThat(told.at().provider()).isEqualTo("subprocess");
            assertThat(told.at().sandbox()).isEqualTo(id);
        });
    }

    @Test
    void filesAreToldWithTheBytesThatWereMoved() throws IOException {
        Path folder = Files.createDirectories(host.resolve("in"));
        Files.writeString(folder.resolve("a"), "12345");
        Files.writeString(folder.resolve("b"), "67");
        try (Sandbox sandbox = mock()) {
            sandbox.files().write("text", "hello");
            sandbox.files().writeAll(Map.of("more", new byte[7]));
            sandbox.files().upload(folder, "up");
            try (InputStream read = sandbox.files().read("text")) {
                assertThat(read.read()).isEqualTo('h');
                assertThat(read.readNBytes(2)).hasSize(2);
            }
            sandbox.files().download("up", host.resolve("out"));
        }

        assertThat(events)
                .filteredOn(event -> event instanceof FileWritten)
                .extracting(event -> ((FileWritten) event).bytes())
                .containsExactlyInAnyOrder(5L, 7L, 5L, 2L);
        assertThat(events)
                .filteredOn(event -> event instanceof FileRead)
                .extracting(event -> ((FileRead) event).bytes())
                .containsExactlyInAnyOrder(3L, 5L, 2L);
    }

    private Sandbox mock() {
        ProviderRegistry registry = ProviderRegistry.of(
                List.of(MockSandboxProvider.builder().toFactory()),
                name -> ProviderContext.in(Path.of("unused")).withListener(events::add));
        return new ProviderChain(registry)
                .create(ProviderRequest.of(SandboxSpec.defaults()))
                .sandbox();
    }
}
