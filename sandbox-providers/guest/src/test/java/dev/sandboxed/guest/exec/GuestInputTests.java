package dev.sandboxed.guest.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Stdin;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What commands read. */
class GuestInputTests extends GuestTest {

    private static final int LARGE = 5 * 1024 * 1024;

    @Test
    void textArrivesAndTheNextCommandDoesNotSeeIt() {
        assertThat(guest.run(Command.of("cat").stdin("é\n!kill\n<\036\0")).stdout())
                .isEqualTo("é\n!kill\n<\036\0");
        assertThat(guest.run(Command.of("cat")).stdout()).isEmpty();
    }

    @Test
    void nothingIsTheEndOfFileAtOnce() {
        assertThat(guest.sh("read x; echo $?").stdout()).isEqualTo("1\n");
        assertThat(guest.run(Command.of("cat").stdin(Stdin.stream(InputStream.nullInputStream())))
                        .succeeded())
                .isTrue();
    }

    @Test
    void fiveMebibytesGoThroughUnchanged() {
        byte[] large = new byte[LARGE];
        new Random(1).nextBytes(large);
        assertThat(guest.run(Command.of("cat").stdin(Stdin.bytes(large))).stdoutBytes())
                .isEqualTo(large);
    }

    @Test
    void fileOfTheHostIsRead() throws Exception {
        Path file = Files.writeString(folder.resolve("input"), "from a file");
        assertThat(guest.run(Command.of("cat").stdin(Stdin.file(file))).stdout())
                .isEqualTo("from a file");
        Path missing = folder.resolve("missing");
        assertThatThrownBy(() -> guest.run(Command.of("touch", "made").stdin(Stdin.file(missing))))
                .isInstanceOf(SandboxFileNotFoundException.class)
                .hasMessageContaining(missing.toString());
        assertThat(guest.at("made")).doesNotExist();
    }

    @Test
    void inputThatNobodyReadsHoldsNobodyUp() {
        Stdin large = Stdin.bytes(new byte[LARGE]);
        ExecResult result = guest.run(Command.shell("exit 7").stdin(large).timeout(Duration.ofSeconds(20)));
        assertThat(result.exitCode()).isEqualTo(7);
        assertThat(guest.run(Command.of("head", "-c", "3").stdin(large)).stdoutBytes())
                .containsExactly(0, 0, 0);
        assertThat(guest.sh("echo next").stdout()).isEqualTo("next\n");
    }
}
