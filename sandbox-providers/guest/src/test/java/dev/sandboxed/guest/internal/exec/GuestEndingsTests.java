package dev.sandboxed.guest.internal.exec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.limit.Resource;
import dev.sandboxed.api.limit.ResourceLimitException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GuestEndingsTests {

    private static final GuestEndings UNLIMITED = new GuestEndings(Limits.NONE, Fault::of);

    @Test
    void aSandboxThatIsGoneSaysWhy() {
        assertThat(UNLIMITED.gone("its container was removed"))
                .hasMessageContaining("The sandbox is gone: its container was removed");
    }

    @Test
    void lackOfMemoryNamesTheLimit() {
        Limits limits = Limits.builder().memory(DataSize.ofMebibytes(64)).build();
        ResourceLimitException limited = new GuestEndings(limits, Fault::of).outOfMemory();
        assertThat(limited.resource()).isEqualTo(Resource.MEMORY);
        assertThat(limited).hasMessageContaining(limits.memory().orElseThrow().toString());
        assertThat(UNLIMITED.outOfMemory()).hasMessageContaining("the memory of the host");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fork: resource temporarily unavailable", "clone: cannot allocate memory"})
    void aProcessForWhichThereIsNoRoomNamesTheLimit(String said) {
        GuestEndings limited = new GuestEndings(Limits.builder().processes(7).build(), Fault::of);
        assertThat(limited.notStarted(said))
                .isInstanceOfSatisfying(ResourceLimitException.class, e -> {
                    assertThat(e.resource()).isEqualTo(Resource.PROCESSES);
                    assertThat(e.limit()).isEqualTo("7");
                })
                .hasMessageContaining(said);
        assertThat(UNLIMITED.notStarted(said))
                .isInstanceOfSatisfying(
                        ResourceLimitException.class, e -> assertThat(e.limit()).contains("default"));
    }

    @Test
    void whateverElseKeepsAProcessFromBeingStartedIsSaidAsItIs() {
        assertThat(UNLIMITED.notStarted("no such file"))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("no such file");
    }

    @Test
    void exitCodesAboveTheSignalsAreThoseOfProcessesThatWereKilled() {
        assertThat(GuestEndings.ofExitCode(0)).isEqualTo(Ending.exited(0));
        assertThat(GuestEndings.ofExitCode(128)).isEqualTo(Ending.exited(128));
        assertThat(GuestEndings.ofExitCode(143)).isEqualTo(Ending.signaled(Signal.TERM));
        assertThat(GuestEndings.ofExitCode(192)).isEqualTo(Ending.signaled(new Signal(64)));
        assertThat(GuestEndings.ofExitCode(193)).isEqualTo(Ending.signaled(Signal.KILL));
    }
}
