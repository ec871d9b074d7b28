package dev.sandboxed.benchmarks.kills;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.benchmarks.kills.Round.Watchdog;
import dev.sandboxed.benchmarks.tools.HostTraces;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** That a trial sees what it has to see, on the provider that is everywhere. */
@Timeout(120)
class RoundTests {

    private static final String MARK = "RoundTests.";

    @TempDir
    Path state;

    private Ground ground() {
        return new Ground(
                "subprocess", Map.of("sandbox.provider", "subprocess", "sandbox.stateDir", state.toString()), state);
    }

    @Test
    void whatAKilledJvmLeavesIsSeenUntilItIsSwept() throws Exception {
        try (Ground ground = ground()) {
            Round round = Round.play(ground, 3, MARK, new Random(1), Watchdog.KILLED_BEFORE);

            assertThat(round.left()).isEmpty();
            assertThat(round.made()).isBetween(1, 3);
        }
    }

    @Test
    void whatALivingJvmHasIsSeenInEveryWay() throws Exception {
        try (Ground ground = ground();
                OwnerJvm jvm = OwnerJvm.start(ground.settings(), 2, MARK)) {
            jvm.awaitMade(2);
            Set<String> names = new HashSet<>();

            assertThat(ground.leftovers(jvm.pid(), MARK, Set.of(), names))
                    .anyMatch(line -> line.startsWith("listed subprocess-"))
                    .anyMatch(line -> line.startsWith("file " + state.resolve("subprocess/records")))
                    .anyMatch(line -> line.startsWith("file " + state.resolve("subprocess/sandboxes")))
                    .anyMatch(line -> line.matches("process \\d+ sleep 100000 "));
            assertThat(names).isEqualTo(jvm.names());
            assertThat(jvm.check()).isEmpty();

            jvm.end();
            assertThat(ground.leftovers(jvm.pid(), MARK, Set.of(), names)).isEmpty();
        }
    }

    @Test
    void aProcessThatWasKilledInASandboxIsNoticed() throws Exception {
        try (Ground ground = ground();
                OwnerJvm jvm = OwnerJvm.start(ground.settings(), 1, MARK)) {
            jvm.awaitMade(1);
            ground.leftovers(jvm.pid(), MARK, Set.of(), new HashSet<>()).stream()
                    .filter(line -> line.matches("process \\d+ sleep 100000 "))
                    .map(line -> line.split(" ")[1])
                    .forEach(pid -> ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroyForcibly));

            assertThat(jvm.check())
                    .hasValueSatisfying(wrong -> assertThat(wrong).startsWith("failed "));
            jvm.end();
        }
    }

    @Test
    void nothingIsLeftOfATrialThatWasBrokenOff() throws Exception {
        Set<String> names;
        try (Ground ground = ground();
                OwnerJvm jvm = OwnerJvm.start(ground.settings(), 2, MARK)) {
            jvm.awaitMade(2);
            names = jvm.names();
        }

        assertThat(names).hasSize(2);
        assertThat(new HostTraces(names).find()).isEmpty();
    }
}
