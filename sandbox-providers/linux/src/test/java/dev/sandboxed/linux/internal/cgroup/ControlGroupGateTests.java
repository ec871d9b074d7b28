package dev.sandboxed.linux.internal.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ControlGroupGateTests {

    private static final Path OWN_GROUPS = Path.of("/proc/self/cgroup");

    @Test
    void openingTheGateMovesNobody() throws Exception {
        assumeTrue(Files.exists(OWN_GROUPS), "There are no control groups here");
        String before = Files.readString(OWN_GROUPS);
        ControlGroupGate.open();
        Thread[] threads = new Thread[1000];
        int count = Thread.enumerate(threads);
        for (Thread thread : Arrays.copyOf(threads, count)) {
            if (thread.getName().equals("sandboxed-gate")) {
                thread.join();
            }
        }
        assertThat(Files.readString(OWN_GROUPS)).isEqualTo(before);
    }

    @Test
    void groupThatIsFoundHasThisProcessInIt() throws Exception {
        assumeTrue(ControlGroupGate.ownGroup().isPresent(), "No control group shows this process");
        assertThat(Files.readAllLines(ControlGroupGate.ownGroup().get()))
                .contains(String.valueOf(ProcessHandle.current().pid()));
    }
}
