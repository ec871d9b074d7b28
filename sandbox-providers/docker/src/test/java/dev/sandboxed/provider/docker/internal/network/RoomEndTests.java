package dev.sandboxed.provider.docker.internal.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.github.dockerjava.api.model.Container;
import dev.sandboxed.api.Owner;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.conformance.internal.trial.KitService;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of the room of a container nothing is left, however that ends, and none that cannot be made leaves a container. */
class RoomEndTests extends WithRooms {

    private static final int PORT = 8080;
    private static final SandboxSpec FULL =
            with(NetworkPolicy.of(Network.FULL).exposing(PORT)).build();

    private static List<String> links() throws SocketException {
        return NetworkInterface.networkInterfaces()
                .map(NetworkInterface::getName)
                .sorted()
                .toList();
    }

    /** Lists the processes that this one has started for the network of any sandbox. */
    private static List<ProcessHandle> rooms() {
        return ProcessHandle.current()
                .children()
                .filter(process -> process.info()
                        .commandLine()
                        .filter(line -> line.contains("slirp4netns") || line.contains("program"))
                        .isPresent())
                .toList();
    }

    private List<String> containers() {
        String pid = String.valueOf(Owner.current().pid());
        return client()
                .listContainersCmd()
                .withShowAll(true)
                .withLabelFilter(Map.of("dev.sandboxed.owner.pid", pid))
                .exec()
                .stream()
                .map(Container::getId)
                .collect(Collectors.toList());
    }

    private void assertNothingIsLeft() {
        await().untilAsserted(() -> {
            assertThat(rooms()).as("processes").isEmpty();
            assertThat(containers()).as("containers").isEmpty();
        });
    }

    private SandboxProvider withCarrier(String script) throws IOException {
        Path program = Files.writeString(state.resolve("program"), "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        return open(context -> context.withSettings(Map.of("slirp4netns", program.toString())));
    }

    @Test
    void theHostHasNoLinkOfTheRoomAndAClosedSandboxLeavesNeitherProcessNorPort() throws IOException {
        List<String> before = links();
        Sandbox sandbox = provider.create(FULL);
        InetSocketAddress endpoint = sandbox.endpoint(PORT);
        assertThat(links()).isEqualTo(before);
        assertThat(networkOf(sandbox.id())).isNotEmpty();
        sandbox.close();

        assertThat(networkOf(sandbox.id())).isEmpty();
        assertThat(links()).isEqualTo(before);
        assertThatThrownBy(() -> new Socket(endpoint.getAddress(), endpoint.getPort()).close())
                .isInstanceOf(IOException.class);
        assertNothingIsLeft();
    }

    @Test
    void aContainerThatDiesTakesItsRoomWithIt() {
        Sandbox sandbox = provider.create(FULL);
        client().killContainerCmd(sandbox.info().nativeId()).exec();

        assertThatThrownBy(() -> sandbox.shell("true")).isInstanceOf(SandboxException.class);
        assertThat(sandbox.state()).isEqualTo(SandboxState.DESTROYED);
        assertThat(networkOf(sandbox.id())).isEmpty();
        assertNothingIsLeft();
    }

    @Test
    void aProviderThatIsClosedEndsTheRoomsOfItsSandboxes() {
        SandboxProvider other = open(context -> context);
        Sandbox sandbox = other.create(FULL);
        other.close();

        assertThat(networkOf(sandbox.id())).isEmpty();
        assertNothingIsLeft();
    }

    @Test
    void whatMakesTheRoomIsStartedOnlyForThoseWhoWantANetworkAndItsRefusalEndsTheCreation() throws IOException {
        Path called = state.resolve("called");
        SandboxProvider refusing = withCarrier(": > " + called + "\necho no such luck >&2\nexit 1\n");
        refusing.create(SandboxSpec.defaults()).close();
        assertThat(called).doesNotExist();

        assertThatThrownBy(() -> refusing.create(FULL))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("no such luck");
        assertThat(called).exists();
        assertNothingIsLeft();
    }

    @Test
    void aRoomThatIsNeverReadyEndsTheCreationInTime() throws IOException {
        SandboxProvider stuck = withCarrier("read forever\n");
        SandboxSpec hasty = with(NetworkPolicy.of(Network.FULL))
                .startupTimeout(Duration.ofSeconds(4))
                .build();

        assertThatThrownBy(() -> stuck.create(hasty)).isInstanceOf(SandboxStartException.class);
        assertNothingIsLeft();
    }

    @Test
    void manyAtATimeHaveARoomEachAndLeaveNothing() throws Exception {
        ExecutorService eight = Executors.newFixedThreadPool(8);
        try (KitService service = KitService.on(outerAddress())) {
            List<Future<String>> lives = new ArrayList<>();
            for (int i = 0; i < 24; i++) {
                lives.add(eight.submit(() -> {
                    try (Sandbox sandbox = provider.create(FULL)) {
                        return told(sandbox, service.host(), service.port());
                    }
                }));
            }
            for (Future<String> life : lives) {
                assertThat(life.get(2, TimeUnit.MINUTES)).contains(service.word());
            }
        } finally {
            eight.shutdownNow();
        }
        assertNothingIsLeft();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 50, 150, 250, 350, 450})
    void aCreationThatIsInterruptedLeavesNothing(int millis) {
        Thread worker = Thread.currentThread();
        CompletableFuture<Void> interruption = CompletableFuture.runAsync(
                worker::interrupt, CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS));
        try {
            provider.create(FULL).close();
        } catch (SandboxException interrupted) {
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        } finally {
            interruption.join();
            Thread.interrupted();
        }
        assertNothingIsLeft();
    }
}
