package dev.sandboxed.provider.kubernetes.internal;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import org.junit.jupiter.api.Test;

/** What a runtime class is said to give, and what runs there. */
class ClassIsolationTests {

    private static final String LINUX = "Linux version 6.12.0 (builder@host) #1 SMP PREEMPT_DYNAMIC";
    private static final String GVISOR = "Linux version 4.19.0-gvisor #1 SMP Sun Jan 10 15:06:54 PST 2016";

    private static void verify(Isolation claimed, String kernel) {
        new ClassIsolation("kata-or-not", claimed).verify(kernel, Fault::of);
    }

    @Test
    void gvisorPassedForAMachineOfItsOwn() {
        assertThatExceptionOfType(SandboxStartException.class)
                .isThrownBy(() -> verify(Isolation.MICROVM, GVISOR))
                .withMessageContaining("'kata-or-not' should boot a machine")
                .withMessageContaining("sandbox.kubernetes.isolation=userspace-kernel");
    }

    @Test
    void theKernelOfTheHostIsNotTakenForGvisor() {
        assertThatExceptionOfType(SandboxStartException.class)
                .isThrownBy(() -> verify(Isolation.USERSPACE_KERNEL, LINUX))
                .withMessageContaining("should bring a kernel of its own");
    }

    @Test
    void whatCanBeTrueIsBelieved() {
        assertThatNoException().isThrownBy(() -> {
            verify(Isolation.MICROVM, LINUX);
            verify(Isolation.USERSPACE_KERNEL, GVISOR);
            verify(Isolation.CONTAINER, LINUX);
            verify(Isolation.CONTAINER, GVISOR);
        });
    }
}
