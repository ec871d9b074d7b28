package dev.sandboxed.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** Holding processes still that do not want to be. */
class HoldTests {

    /** Waits in the kernel for a child that has stopped itself, and no signal but the last one reaches it. */
    private static final String UNSTOPPABLE = """
            use POSIX ();
            my $clone = (POSIX::uname())[4] eq 'x86_64' ? 56 : 220;
            if (syscall($clone, 0x4000 | 17, 0, 0, 0, 0) == 0) { open(my $told, ">", "waited-for"); kill 'STOP', POSIX::getpid(); sleep 300 }
            """;

    @TempDir
    Path folder;

    private Host host;

    @BeforeEach
    void beginScope() {
        host = new Host(folder);
    }

    @AfterEach
    void endScope() {
        assertThat(host.scope.close()).isTrue();
    }

    static boolean hasPerl() {
        return Files.isExecutable(Path.of("/usr/bin/perl"));
    }

    @Test
    @EnabledIf("hasPerl")
    void processThatCouldNotBeStoppedWasTakenForStopped() throws Exception {
        leave("while :; do echo >>beats; sleep 0.01; done");
        leave("exec perl -e '" + UNSTOPPABLE.replace("'", "'\\''") + "'");
        await().until(() -> Files.exists(folder.resolve("waited-for")));

        assertThatThrownBy(host.scope::holdAll)
                .isInstanceOf(SandboxTransportException.class)
                .hasMessageContaining("could not be held still")
                .hasMessageContaining("perl")
                .hasMessageContaining("remedy");

        // Nobody is held after a hold that failed.
        long now = Files.size(folder.resolve("beats"));
        await().until(() -> Files.size(folder.resolve("beats")) > now);
    }

    /** They may be held if one hits the right moment; then they must not move any more. */
    @Test
    void processesThatWakeEachOtherWereTakenForStopped() {
        leave("for i in 1 2 3 4 5 6 7 8; do while :; do kill -CONT 0; done & done; wait");
        await().until(() -> host.scope.usage().processes() >= 9);
        for (int i = 0; i < 2; i++) {
            Throwable refused = catchThrowable(host.scope::holdAll);
            if (refused == null) {
                Duration used = host.scope.usage().cpuTime();
                await().during(Duration.ofMillis(300))
                        .until(() -> host.scope.usage().cpuTime().equals(used));
                host.scope.letGoAll();
            } else {
                assertThat(refused).isInstanceOf(SandboxTransportException.class);
            }
            Duration before = host.scope.usage().cpuTime();
            await().until(() -> host.scope.usage().cpuTime().compareTo(before) > 0);
        }
    }

    /** Between the two halves of a start the parent waits in the kernel, and a child that is held keeps it there. */
    @Test
    void shellThatStartsProgramsAllTheTimeIsHeldAtOnce() {
        leave("while :; do /bin/true; done");
        for (int i = 0; i < 100; i++) {
            long began = System.nanoTime();
            host.scope.holdAll();
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(3));
            host.scope.letGoAll();
        }
    }

    private void leave(String script) {
        host.run(Command.shell("(" + script + ") >/dev/null 2>&1 &")).orThrow();
    }
}
