package dev.sandboxed.provider.docker.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.provider.docker.internal.engine.Candidate.Origin;
import dev.sandboxed.provider.docker.internal.engine.EngineFinder.Found;
import dev.sandboxed.provider.docker.internal.engine.EngineFinder.Nothing;
import dev.sandboxed.provider.docker.internal.engine.EngineFinder.Search;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineFinderTests {

    @TempDir
    Path folder;

    private static Candidate at(String address) {
        return new Candidate.Usable(Origin.USUAL, EngineAddress.parse(address, null));
    }

    private static Search find(Candidate... candidates) {
        return new EngineFinder(List.of(candidates)).find(Duration.ofSeconds(2));
    }

    @Test
    void theFirstThatAnswersIsTheOne() throws IOException {
        try (ScriptedEngine first = ScriptedEngine.docker("28.5.0", "1.24", "1.51");
                ScriptedEngine second = ScriptedEngine.podman()) {
            Search search = find(at("unix:///nowhere.sock"), at(first.address()), at(second.address()));

            assertThat(search).isInstanceOf(Found.class);
            try (EngineTransport transport = ((Found) search).transport()) {
                assertThat(transport).isNotNull();
                assertThat(((Found) search).place().address()).hasToString(first.address());
                assertThat(second.requests()).isEmpty();
            }
        }
    }

    @Test
    void aSocketThatHangsDoesNotHideTheEngineBehindIt() throws IOException {
        Path socket = folder.resolve("deaf.sock");
        try (ServerSocketChannel deaf = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
                ScriptedEngine engine = ScriptedEngine.docker("28.5.0", "1.24", "1.51")) {
            deaf.bind(UnixDomainSocketAddress.of(socket));

            Search search = find(at("unix://" + socket), at(engine.address()));

            assertThat(search).isInstanceOf(Found.class);
            ((Found) search).transport().close();
        }
    }

    @Test
    void everyAttemptIsReportedInItsOrder() {
        Search search = find(
                new Candidate.Unusable(new Origin("current context 'x'", "docker context use default"), "x", "is gone"),
                at("unix:///nowhere.sock"),
                at("tcp://127.0.0.1:1"));

        assertThat(search).isInstanceOfSatisfying(Nothing.class, nothing -> {
            assertThat(nothing.attempts())
                    .extracting(Attempt::obstacle)
                    .containsExactly(Obstacle.UNSUPPORTED, Obstacle.MISSING, Obstacle.REFUSED);
            assertThat(nothing.attempts().get(0)).hasToString("x (current context 'x'): is gone");
            assertThat(nothing.attempts().get(1)).hasToString("unix:///nowhere.sock: no such file");
        });
    }

    @Test
    void anEngineThatAnswersAndIsTooOldEndsTheSearch() {
        try (ScriptedEngine old = ScriptedEngine.docker("19.03.1", "1.12", "1.40");
                ScriptedEngine good = ScriptedEngine.docker("28.5.0", "1.24", "1.51")) {
            Search search = find(at(old.address()), at(good.address()));

            assertThat(search).isInstanceOf(Nothing.class);
            assertThat(good.requests()).isEmpty();
        }
    }

    @Test
    void noThreadStaysBehindWhenASocketHangs() throws IOException {
        Path socket = folder.resolve("deaf.sock");
        try (ServerSocketChannel deaf = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            deaf.bind(UnixDomainSocketAddress.of(socket));

            new EngineFinder(List.of(at("unix://" + socket))).find(Duration.ofMillis(100));

            Awaitility.await()
                    .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                            .extracting(Thread::getName)
                            .doesNotContain("sandboxed-docker-request"));
        }
    }
}
