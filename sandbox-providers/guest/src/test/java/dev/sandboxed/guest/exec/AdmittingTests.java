package dev.sandboxed.guest.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The first process of a guest that nobody can enter from outside. */
@ParameterizedClass
@EnumSource
@Timeout(60)
class AdmittingTests {

    @Parameter
    Shell shell;

    @TempDir
    Path folder;

    private Process first;

    private void start(OptionalInt openFiles) throws IOException {
        Path tools = Files.createDirectory(folder.resolve("tools"));
        shell.installIn(tools);
        List<String> argv = new ArrayList<>(List.of("/usr/bin/timeout", "--signal=KILL", "60"));
        argv.addAll(SupervisorScript.admitting(folder.toString(), openFiles));
        argv.set(3, tools.resolve("sh").toString());
        ProcessBuilder builder = new ProcessBuilder(argv);
        builder.environment().putAll(SupervisorScript.environment());
        builder.environment().put("SANDBOXED", "sbx-1");
        first = builder.start();
    }

    @AfterEach
    void end() throws IOException {
        first.getOutputStream().close();
        first.onExit().join();
        shell.removeFrom(folder.resolve("tools"));
    }

    /** Has a process started at a door that becomes what a line of shell says; returns what it wrote. */
    private String open(int door, String line) throws IOException {
        Path in = folder.resolve(door + ".in");
        Path out = folder.resolve(door + ".out");
        Files.writeString(in, line + "\n");
        new ProcessBuilder("/usr/bin/mkfifo", out.toString()).start().onExit().join();
        Files.createFile(folder.resolve(door + ".err"));
        first.getOutputStream().write((door + "\n").getBytes(StandardCharsets.US_ASCII));
        first.getOutputStream().flush();
        try (InputStream said = Files.newInputStream(out)) {
            return new String(said.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void aProcessIsStartedAtEachDoor() throws IOException {
        start(OptionalInt.empty());
        assertThat(open(1, "echo one")).isEqualTo("one\n");
        assertThat(open(2, "set -- env printf two; exec \"$@\"")).isEqualTo("two");
    }

    @Test
    void limitsHoldForEveryProcess() throws IOException {
        start(OptionalInt.of(77));
        assertThat(open(1, "ulimit -n; ulimit -c")).isEqualTo("77\n0\n");
    }

    @Test
    void whatMarksTheFirstProcessMarksNoOther() throws IOException {
        start(OptionalInt.empty());
        assertThat(open(1, "exec env")).doesNotContain("SANDBOXED=").contains("SANDBOXED_SUPERVISOR=");
    }

    @Test
    void aSupervisorThatIsAdmittedNeedsNoScript() throws IOException {
        start(OptionalInt.empty());
        assertThat(open(1, SupervisorScript.admitted("word"))).startsWith("\036word hello ");
    }

    @Test
    void theEndOfItsInputIsItsEnd() throws IOException {
        start(OptionalInt.empty());
        first.getOutputStream().close();
        assertThat(first.onExit().join().exitValue()).isZero();
    }
}
