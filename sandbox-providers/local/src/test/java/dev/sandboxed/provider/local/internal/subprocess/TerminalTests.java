package dev.sandboxed.provider.local.internal.subprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Outcome;
import dev.sandboxed.api.exec.Terminal;
import dev.sandboxed.api.exec.TerminalSize;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class TerminalTests extends WithProvider {

    private Sandbox sandbox;

    @BeforeEach
    void createSandbox() {
        sandbox = create();
    }

    @Test
    void commandSeesARealTerminalOfTheGivenSize() throws Exception {
        Command command = Command.shell("tty && stty size; read line; stty size; exit 5");
        try (Terminal terminal = sandbox.terminal(command, new TerminalSize(100, 30))) {
            assertThat(readUntil(terminal.output(), "30 100")).contains("/dev/pts/");
            terminal.resize(new TerminalSize(132, 50));
            terminal.input().write("go\n".getBytes(StandardCharsets.UTF_8));
            terminal.input().flush();
            readUntil(terminal.output(), "50 132");
            assertThat(terminal.await().exitCode()).isEqualTo(5);
        }
    }

    @Test
    void theVeryFirstLookAtTheSizeIsRight() throws Exception {
        for (int i = 0; i < 20; i++) {
            try (Terminal terminal = sandbox.terminal(Command.of("stty", "size"), new TerminalSize(100, 30))) {
                readUntil(terminal.output(), "30 100");
            }
        }
    }

    /** The shell that starts the command set the first size once more. */
    @RepeatedTest(20)
    void aSizeThatIsChangedAtOnceStaysChanged() throws Exception {
        try (Terminal terminal = sandbox.terminal(Command.shell("read line; stty size"), new TerminalSize(91, 17))) {
            terminal.resize(new TerminalSize(55, 12));
            terminal.input().write('\n');
            terminal.input().flush();

            assertThat(readUntil(terminal.output(), "12 55")).doesNotContain("17 91");
        }
    }

    @Test
    void ctrlCReachesTheForegroundProcess() throws Exception {
        Command command = Command.shell("trap 'echo caught; exit 9' INT; echo ready; while :; do sleep 0.05; done");
        try (Terminal terminal = sandbox.terminal(command, TerminalSize.DEFAULT)) {
            readUntil(terminal.output(), "ready");
            terminal.input().write(3);
            terminal.input().flush();
            readUntil(terminal.output(), "caught");
            assertThat(terminal.await().exitCode()).isEqualTo(9);
        }
    }

    @Test
    void closingKillsTheCommandWithAllThatItStarted() throws Exception {
        Terminal terminal =
                sandbox.terminal(Command.shell("setsid sleep 300 & echo up; sleep 300"), TerminalSize.DEFAULT);
        readUntil(terminal.output(), "up");
        terminal.close();
        await().until(() -> sandbox.usage().processes() == 0);
    }

    @Test
    void timeoutEndsATerminalThatNobodyWaitsFor() {
        Command command = Command.of("sleep", "300").timeout(Duration.ofMillis(300));
        try (Terminal terminal = sandbox.terminal(command, TerminalSize.DEFAULT)) {
            assertThat(terminal.await().outcome()).isEqualTo(Outcome.TIMED_OUT);
        }
        assertThat(sandbox.usage().processes()).isZero();
    }

    @Test
    void deathBySignalComesBackAsACodeAbove128() {
        try (Terminal terminal = sandbox.terminal(Command.shell("kill -9 $$"), TerminalSize.DEFAULT)) {
            assertThat(terminal.await().exitCode()).isEqualTo(128 + 9);
        }
    }

    @Test
    void missingProgramIsToldByItsCode() {
        try (Terminal terminal = sandbox.terminal(Command.of("no-such-program"), TerminalSize.DEFAULT)) {
            assertThat(terminal.await().exitCode()).isEqualTo(127);
        }
    }

    @Test
    void noCopyOfTheTerminalLibraryIsLeftInTheTemporaryFolder() {
        try (Terminal terminal = sandbox.terminal(Command.of("true"), TerminalSize.DEFAULT)) {
            assertThat(terminal.await().exitCode()).isZero();
        }
        assertThat(new File(System.getProperty("java.io.tmpdir")).list((dir, name) -> name.startsWith("sandboxed-pty")))
                .isEmpty();
        assertThat(System.getProperty("pty4j.tmpdir")).isNull();
    }

    private static String readUntil(InputStream output, String wanted) throws IOException {
        StringBuilder seen = new StringBuilder();
        while (seen.indexOf(wanted) < 0) {
            int next = output.read();
            assertThat(next).as("end of output after: " + seen).isNotNegative();
            seen.append((char) next);
        }
        return seen.toString();
    }
}
