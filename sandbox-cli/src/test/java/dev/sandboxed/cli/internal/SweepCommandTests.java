package dev.sandboxed.cli.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.cli.internal.CliRunner.Ran;
import java.util.List;
import org.junit.jupiter.api.Test;

class SweepCommandTests {

    private final FakeProvider docker = new FakeProvider("docker", Isolation.CONTAINER);
    private final FakeProvider subprocess = new FakeProvider("subprocess", Isolation.PROCESS);

    @Test
    void whatWasRemovedIsPrinted() {
        subprocess.reaps(() -> new ReapReport(List.of("subprocess-1", "subprocess-2"), List.of()));

        Ran ran = new CliRunner(docker, subprocess).run("reap");

        assertThat(ran.code()).isZero();
        assertThat(ran.text()).isEqualTo("docker: removed 0\nsubprocess: removed 2\n  subprocess-1\n  subprocess-2\n");
    }

    @Test
    void whatCouldNotBeRemovedIsSaidAndTheExitCodeIsOne() {
        docker.reaps(() -> {
            throw new SandboxTransportException(Fault.of("the daemon hung up"));
        });
        subprocess.reaps(() -> new ReapReport(List.of("subprocess-1"), List.of("subprocess-2: permission denied")));

        Ran ran = new CliRunner(docker, subprocess).run("reap");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.text()).isEqualTo("subprocess: removed 1\n  subprocess-1\n");
        assertThat(ran.stderr()).isEqualTo("""
                        sandboxed: docker: the daemon hung up
                        sandboxed: subprocess: subprocess-2: permission denied
                        """);
    }

    @Test
    void oneThatIsUnavailableIsNotSwept() {
        docker.isUnavailable("no daemon answers", "").reaps(() -> {
            throw new IllegalStateException("must not be called");
        });

        Ran ran = new CliRunner(docker, subprocess).run("reap", "--verbose");

        assertThat(ran.code()).isZero();
        assertThat(ran.text()).isEqualTo("subprocess: removed 0\n");
        assertThat(ran.stderr()).isEqualTo("sandboxed: docker was not swept: it is unavailable\n");
    }

    @Test
    void whatIsKeptForLaterIsCleanedAwayEvenWhereItsProviderIsUnavailable() {
        docker.isUnavailable("no daemon answers", "")
                .cleans(() -> new ReapReport(List.of("saved-1"), List.of("image-2: busy")));

        Ran ran = new CliRunner(docker, subprocess).run("clean");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.text()).isEqualTo("docker: removed 1\n  saved-1\nsubprocess: removed 0\n");
        assertThat(ran.stderr()).isEqualTo("sandboxed: docker: image-2: busy\n");
    }
}
