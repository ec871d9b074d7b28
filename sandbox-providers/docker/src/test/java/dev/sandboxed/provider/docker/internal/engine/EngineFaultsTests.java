package dev.sandboxed.provider.docker.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.InternalServerErrorException;
import com.github.dockerjava.api.exception.NotFoundException;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.error.SandboxNotFoundException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.error.SandboxStoppedException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.provider.docker.internal.EngineRequired;
import dev.sandboxed.provider.docker.internal.NeedsDocker;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class EngineFaultsTests {

    private static SandboxException translate(Exception failure) {
        return EngineFaults.of("Cannot start container x", "s1", failure);
    }

    @Test
    void aMissingContainerIsAMissingSandbox() {
        SandboxException translated = translate(new NotFoundException("{\"message\":\"No such container: 4711\"}\n"));

        assertThat(translated).isInstanceOf(SandboxNotFoundException.class);
        assertThat(translated.what()).isEqualTo("Cannot start container x: No such container: 4711");
        assertThat(translated.sandbox()).contains("s1");
        assertThat(translated.provider()).contains("docker");
    }

    @Test
    void aContainerThatNoLongerRunsIsAMissingSandbox() {
        assertThat(translate(new ConflictException("{\"message\":\"Container 4711 is not running\"}")))
                .isInstanceOf(SandboxNotFoundException.class);
    }

    @Test
    void aPausedContainerIsAStoppedSandbox() {
        assertThat(translate(new ConflictException(
                        "{\"message\":\"Container 4711 is paused, unpause the container before exec\"}")))
                .isInstanceOf(SandboxStoppedException.class);
    }

    @Test
    void aMissingImageIsAFailedStart() {
        assertThat(translate(new NotFoundException("{\"message\":\"No such image: oh:latest\"}")))
                .isInstanceOf(SandboxStartException.class);
    }

    @Test
    void whateverElseTheEngineSaysIsToldInItsWords() {
        assertThat(translate(new InternalServerErrorException("plain text of a proxy")))
                .isInstanceOf(SandboxTransportException.class)
                .hasMessageContaining("plain text of a proxy");
    }

    @Test
    void aBrokenConnectionHasARemedy() {
        SandboxException refused = translate(new UncheckedIOException(new ConnectException("Connection refused")));
        SandboxException reset = translate(new UncheckedIOException(new SocketException("Connection reset")));

        assertThat(refused).isInstanceOf(SandboxTransportException.class);
        assertThat(refused.remedy())
                .hasValueSatisfying(remedy -> assertThat(remedy).contains("docker info"));
        assertThat(reset).isInstanceOf(SandboxTransportException.class).hasMessageContaining("Connection reset");
    }

    @Test
    void anInterruptStaysAnInterrupt() {
        SandboxException translated = translate(new UncheckedIOException(new ClosedByInterruptException()));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(translated).isInstanceOf(SandboxInterruptedException.class);
    }

    @Test
    void whatIsOursAlreadyIsLeftAsItIs() {
        SandboxException ours = new SandboxStartException(Fault.of("oh"));

        assertThat(translate(ours)).isSameAs(ours);
    }

    @Test
    @NeedsDocker
    void aRealEngineSaysItInTheseWords() {
        try (Engine engine = Engine.of(EngineRequired.hostContext(Path.of("unused")))) {
            try {
                engine.client().startContainerCmd("sandboxed-no-such-container").exec();
            } catch (NotFoundException e) {
                assertThat(translate(e)).isInstanceOf(SandboxNotFoundException.class);
                return;
            }
        }
        throw new AssertionError("a container that does not exist was started");
    }
}
