package dev.sandboxed.provider.remote.internal.e2b;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Holding still, with processes of this host in the place of supervisors. */
@Timeout(60)
class HoldScriptTests {

    private final String word = UUID.randomUUID().toString();
    private final String mark = UUID.randomUUID().toString();
    private final List<Process> started = new ArrayList<>();

    @TempDir
    private Path folder;

    @AfterEach
    void end() {
        started.forEach(process -> {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        });
    }

    private Process supervisor(String script) throws IOException {
        return start(folder.resolve("out"), List.of("/bin/sh", "-c", script, "sh", word));
    }

    private Process holding() throws IOException {
        return start(folder.resolve("held"), GuestScript.HOLD.argv("now", mark, word));
    }

    private Process start(Path output, List<String> argv) throws IOException {
        Process process = new ProcessBuilder(argv)
                .directory(folder.toFile())
                .redirectOutput(output.toFile())
                .redirectError(folder.resolve("err").toFile())
                .start();
        started.add(process);
        return process;
    }

    private void assertSaid() throws IOException {
        String said = "\u001e" + word + " held now\u001f";
        assertThat(folder.resolve("out")).hasContent(said);
        assertThat(folder.resolve("err")).hasContent(said);
    }

    private static String state(Process process) throws IOException {
        String stat = Files.readString(Path.of("/proc", String.valueOf(process.pid()), "stat"));
        return stat.substring(stat.lastIndexOf(')') + 2).substring(0, 1);
    }

    /** It was held before it could say anything, and whoever waited for what it was to say waited in vain. */
    @Test
    void aSupervisorThatHasOnlyBegunIsHeldOnceItCanSaySo() throws Exception {
        Process supervisor = supervisor("read go; exec 7>&1 6>&2; read more");
        Process holding = holding();
        await().until(() -> holding.toHandle().children().count() > 0);
        assertThat(state(supervisor)).isNotEqualTo("T");
        supervisor.getOutputStream().write('\n');
        supervisor.getOutputStream().flush();

        assertThat(holding.waitFor()).isZero();
        assertSaid();
        assertThat(state(supervisor)).isEqualTo("T");
    }

    /** One that watches over a supervisor is called the same, and so is a command that is about to begin. */
    @Test
    void itIsOneThatHasTheOutputsWhoSaysSo() throws Exception {
        Process outer = supervisor("(exec 7>&1 6>&2; (exec 7>&- 6>&-; : >begun; while :; do sleep 1; done); :); :");
        await().until(() -> Files.exists(folder.resolve("begun")));

        assertThat(holding().waitFor()).isZero();
        assertSaid();
        assertThat(state(outer)).isEqualTo("T");
        assertThat(Files.readString(folder.resolve("held")).split(" "))
                .hasSizeGreaterThanOrEqualTo(3)
                .contains(String.valueOf(outer.pid()));
    }

    @Test
    void aSupervisorThatHasEndedIsNotWaitedFor() throws Exception {
        assertThat(holding().waitFor()).isZero();
        assertThat(folder.resolve("held")).hasContent("\n");
    }
}
