package dev.sandboxed.process.internal.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.linux.internal.proc.ProcessTerminal;
import dev.sandboxed.process.internal.host.HostProcess;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class HostTerminalTests {

    @TempDir
    Path folder;

    private HostTerminal shell(String script) throws IOException {
        Map<String, String> env = Map.of("PATH", "/usr/bin:/bin", "WORD", "of ours");
        return HostTerminal.start(List.of("/bin/sh", "-c", script), env, folder, new TerminalSize(101, 31));
    }

    private static void type(HostTerminal terminal, String text) throws IOException {
        terminal.process().getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        terminal.process().getOutputStream().flush();
    }

    @Test
    void theProcessHasATerminalItsEnvironmentAndItsFolder() throws Exception {
        HostTerminal terminal = shell("tty; echo $WORD $HOME >&2; pwd; exit 5");
        try (BufferedReader output = terminal.process().inputReader()) {
            assertThat(output.readLine()).startsWith("/dev/pts/");
            assertThat(output.readLine()).isEqualTo("of ours");
            assertThat(output.readLine()).isEqualTo(folder.toRealPath().toString());
            assertThat(terminal.process().waitFor()).isEqualTo(5);
        }
    }

    @Test
    void sizeIsThatOfTheStartUntilItIsChanged() throws Exception {
        HostTerminal terminal = shell("read go; stty size; read go; stty size");
        try (BufferedReader output = terminal.process().inputReader()) {
            type(terminal, "first\n");
            assertThat(output.readLine()).isEqualTo("first");
            assertThat(output.readLine()).isEqualTo("31 101");

            terminal.resize(new TerminalSize(132, 50));
            type(terminal, "second\n");
            assertThat(output.readLine()).isEqualTo("second");
            assertThat(output.readLine()).isEqualTo("50 132");
            assertThat(terminal.process().waitFor()).isZero();
        }
    }

    @Test
    void theSizeIsSeenFromOutside() throws Exception {
        HostTerminal terminal = shell("echo ready; read go");
        assertThat(terminal.process().inputReader().readLine()).isEqualTo("ready");
        ProcessTerminal seen = ProcessTerminal.of(terminal.process().pid()).orElseThrow();
        terminal.resize(new TerminalSize(132, 50));

        assertThat(seen.hasSize(new TerminalSize(132, 50))).isTrue();
        assertThat(seen.hasSize(new TerminalSize(50, 132))).isFalse();

        type(terminal, "go\n");
        assertThat(terminal.process().waitFor()).isZero();
        assertThat(seen.hasSize(new TerminalSize(132, 50))).isFalse();
    }

    @Test
    void aProcessThatReadsFromAPipeHasNoTerminal() throws Exception {
        Process process = HostProcess.start(List.of("/bin/cat"), Map.of(), folder);

        assertThat(ProcessTerminal.of(process.pid())).isEmpty();
        process.getOutputStream().close();
    }

    /** Until then the process has copies of all our files, and nobody can execute one of those that we are writing. */
    @RepeatedTest(20)
    void whenItIsReturnedTheProcessHasBecomeItsProgram() throws Exception {
        Process process = shell("read go").process();

        assertThat(Path.of("/proc/" + process.pid() + "/cmdline")).content().startsWith("/bin/sh");
        process.destroyForcibly();
    }

    @Test
    void whoIsInTheForegroundIsToldOfANewSize() throws Exception {
        HostTerminal terminal = shell("trap 'echo told; exit 3' WINCH; echo ready; while :; do sleep 0.05; done");
        try (BufferedReader output = terminal.process().inputReader()) {
            assertThat(output.readLine()).isEqualTo("ready");
            terminal.resize(new TerminalSize(90, 20));
            assertThat(output.readLine()).isEqualTo("told");
            assertThat(terminal.process().waitFor()).isEqualTo(3);
        }
    }

    @Test
    void programThatIsNotThereIsNamed() {
        assertThatThrownBy(() ->
                        HostTerminal.start(List.of("/nowhere/program"), Map.of(), Path.of("/"), TerminalSize.DEFAULT))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/nowhere/program");
    }

    @Test
    void noCopyOfTheLibraryAndNoSettingIsLeftBehind() throws Exception {
        assertThat(shell("exit 0").process().waitFor()).isZero();

        assertThat(new File(System.getProperty("java.io.tmpdir")).list((dir, name) -> name.startsWith("sandboxed-pty")))
                .isEmpty();
        assertThat(System.getProperty("pty4j.tmpdir")).isNull();
    }
}
