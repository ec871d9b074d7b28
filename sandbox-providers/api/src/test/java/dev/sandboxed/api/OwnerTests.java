package dev.sandboxed.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class OwnerTests {

    @Test
    void thisProcessIsAlive() {
        assertThat(Owner.current().isAlive()).isTrue();
        assertThat(Owner.current().pid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(Owner.current()).isEqualTo(Owner.current());
    }

    @Test
    void aProcessOfTheSameIdThatStartedAtAnotherTimeIsSomeoneElse() {
        Owner current = Owner.current();
        String boot = current.start().substring(0, current.start().indexOf('/'));

        assertThat(new Owner(current.pid(), boot + "/1").isAlive()).isFalse();
        assertThat(new Owner(current.pid(), "another-boot" + current.start().substring(boot.length())).isAlive())
                .isFalse();
    }

    /** What the clock says of the start of a process changes with every step of the clock. */
    @Test
    void theStartIsToldByTheKernelAndNotByTheClock() throws IOException {
        String boot =
                Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();

        assertThat(Owner.current().start()).matches(boot + "/[0-9]+");
    }

    @Test
    void aProcessThatCannotBeLookedAtCloselyCountsAsAlive() {
        assertThat(new Owner(ProcessHandle.current().pid(), "unknown").isAlive())
                .isTrue();
    }

    @Test
    @Timeout(60)
    void aProcessThatOnlyAwaitsItsBurialIsDead() throws IOException, InterruptedException {
        // The shell becomes a program that never looks after its children, and only then the child ends.
        String script = "while read -r name < /proc/$$/comm && [ \"$name\" != cat ]; do :; done & echo $!; exec cat";
        Process parent = new ProcessBuilder("sh", "-c", script).start();
        try (BufferedReader said = parent.inputReader()) {
            long pid = Long.parseLong(said.readLine());
            Path stat = Path.of("/proc", Long.toString(pid), "stat");
            while (!Files.readString(stat).contains(") Z ")) {
                Thread.onSpinWait();
            }

            assertThat(new Owner(pid, bootAndTicks(stat)).isAlive()).isFalse();
        } finally {
            parent.destroyForcibly().waitFor();
        }
    }

    @Test
    void aProcessThatHasEndedIsDead() throws IOException, InterruptedException {
        Path java = Path.of(ProcessHandle.current().info().command().orElseThrow());
        Process process = new ProcessBuilder(java.toString(), "-version")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        Owner owner = Owner.of(process.toHandle());
        process.waitFor();

        assertThat(owner.isAlive()).isFalse();
    }

    private static String bootAndTicks(Path stat) throws IOException {
        String boot =
                Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
        String text = Files.readString(stat);
        return boot + "/" + text.substring(text.lastIndexOf(')') + 2).split(" ")[19];
    }
}
