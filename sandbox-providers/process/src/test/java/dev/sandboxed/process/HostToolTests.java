package dev.sandboxed.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.process.internal.host.HostProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class HostToolTests {

    private static final Duration PLENTY = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    @Test
    void aToolIsFoundInTheUsualPathAndStartsAtTheTop() {
        ExecResult result = HostTool.run(Command.of("sh", "-c", "pwd; echo ${HOME-none}"), PLENTY);

        assertThat(result.orThrow().stdout()).isEqualTo("/\nnone\n");
    }

    @Test
    void aToolHasTheEnvironmentFolderAndInputThatItIsGiven() {
        Command command = Command.of("/bin/sh", "-c", "pwd; echo $WORD; cat").stdin("given");

        ExecResult result = HostTool.run(command, PLENTY, Map.of("WORD", "ours"), folder);

        assertThat(result.orThrow().stdout()).isEqualTo(folder + "\nours\ngiven");
    }

    @Test
    void aToolThatTakesTooLongIsDeadWithAllItStarted() {
        ExecResult result =
                HostTool.run(Command.of("/bin/sh", "-c", "sleep 100 & echo $!; wait"), Duration.ofMillis(300));

        assertThat(result.timedOut()).isTrue();
        assertThat(Host.isAlive(Long.parseLong(result.stdout().strip()))).isFalse();
    }

    @Test
    void aProcessBesideUsHasTheEnvironmentAndTheFolderThatItIsGiven() throws IOException {
        Process process = HostProcess.start(List.of("/bin/sh", "-c", "pwd; env"), Map.of("WORD", "ours"), folder);

        assertThat(process.inputReader().lines())
                .startsWith(folder.toString())
                .contains("WORD=ours")
                .noneMatch(line -> line.startsWith("HOME="));
    }

    @Test
    void aProcessIsInOurSessionUnlessItShallHaveItsOwn() throws IOException {
        List<String> session = List.of("/bin/sh", "-c", "ps -o sid= -p $$");

        assertThat(answer(HostProcess.start(session, Map.of(), folder))).isEqualTo(answer(ours()));
        assertThat(answer(HostProcess.startInOwnSession(session, Map.of(), folder)))
                .isNotEqualTo(answer(ours()));
    }

    private static Process ours() throws IOException {
        String pid = String.valueOf(ProcessHandle.current().pid());
        return HostProcess.start(List.of("/bin/ps", "-o", "sid=", "-p", pid), Map.of(), Path.of("/"));
    }

    private static String answer(Process process) throws IOException {
        return process.inputReader().readLine();
    }
}
