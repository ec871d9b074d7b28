package dev.sandboxed.guest.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.Execution;
import org.junit.jupiter.api.Test;

class LostConnectionTests extends GuestTest {

    @Test
    void aCommandWhoseConnectionIsLostDoesNotRunOn() {
        guest.explanation = () -> Ending.exited(0);
        Execution lost = guest.begin(Command.shell("while :; do echo again; sleep 0.05; done"));
        assertThat(lost.next()).isPresent();

        guest.breakConnections();

        assertThatExceptionOfType(SandboxTransportException.class)
                .isThrownBy(lost::await)
                .withMessageContaining("reset");
        assertThat(guest.running("again")).isZero();
        assertThat(guest.sh("echo next").stdout()).isEqualTo("next\n");
    }
}
