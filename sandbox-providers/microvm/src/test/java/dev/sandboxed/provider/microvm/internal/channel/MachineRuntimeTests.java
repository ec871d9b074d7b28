package dev.sandboxed.provider.microvm.internal.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.guest.exec.GuestProcess;
import dev.sandboxed.provider.microvm.internal.machine.DeafMachine;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MachineRuntimeTests {

    private final List<String> gone = new ArrayList<>();

    private void startIn(DeafMachine machine) throws Exception {
        new MachineRuntime(machine, new Listener(machine, ""), SandboxSpec.defaults(), Map.of(), Fault::of, gone::add)
                .start(new GuestProcess(List.of("/bin/true"), Map.of(), null, null));
    }

    /** Its sockets are closed a moment before its process is gone. */
    @Test
    void aMachineThatIsBeingKilledIsGoneAndNotOnlyDeaf() {
        assertThatThrownBy(() -> startIn(new DeafMachine(true)))
                .isInstanceOf(SandboxDestroyedException.class)
                .hasMessageContaining("its machine has ended; it said: the last words");
        assertThat(gone).hasSize(1);
    }

    @Test
    void oneThatGoesOnIsOnlyDeaf() {
        assertThatThrownBy(() -> startIn(new DeafMachine(false))).isInstanceOf(ConnectException.class);
        assertThat(gone).isEmpty();
    }
}
