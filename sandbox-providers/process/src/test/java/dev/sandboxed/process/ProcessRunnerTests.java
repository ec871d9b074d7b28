package dev.sandboxed.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Outcome;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.api.limit.DataSize;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessRunnerTests {

    @TempDir
    Path folder;

    private Host host;

    @BeforeEach
    void openHost() {
        host = new Host(folder);
    }

    @Test
    void argumentsArriveLiterally() {
        String[] words = {"a b", "'q'", "\"d\"", "$HOME", "*", "line\nbreak", "", "ümlaut €", "--", "\\"};
        String[] all = new String[words.length + 1];
        all[0] = "%s\\0";
        System.arraycopy(words, 0, all, 1, words.length);
        ExecResult result = host.run(Command.of("printf", all));
        assertThat(result.stdout().split("\0", -1)).startsWith(words).hasSize(words.length + 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 126, 127, 128, 137, 143, 254, 255})
    void exitCodesComeBackUnchangedAndAreNeverTakenForSignals(int code) {
        ExecResult result = host.run(Command.shell("exit " + code));
        assertThat(result.outcome()).isEqualTo(Outcome.EXITED);
        assertThat(result.exitCode()).isEqualTo(code);
        assertThat(result.signal()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 6, 9, 11, 13, 15, 34})
    void deathBySignalIsToldFromAnExit(int signal) {
        ExecResult result = host.run(Command.shell("kill -" + signal + " $$"));
        assertThat(result.outcome()).isEqualTo(Outcome.SIGNALED);
        assertThat(result.signal()).contains(new Signal(signal));
        assertThat(result.exitCode()).isEqualTo(128 + signal);
    }

    @Test
    void missingProgramGives127AndForbiddenOne126() throws Exception {
        Files.writeString(folder.resolve("plain"), "echo no");
        assertThat(host.run(Command.of("no-such-program-here")).exitCode()).isEqualTo(127);
        assertThat(host.run(Command.of("./no-such-file")).exitCode()).isEqualTo(127);
        assertThat(host.run(Command.of("./plain")).exitCode()).isEqualTo(126);
        assertThat(host.run(Command.of("/tmp")).exitCode()).isEqualTo(126);
        assertThat(host.run(Command.of("no-such-program-here")).stderr())
                .isEqualTo("sandboxed: no-such-program-here: command not found\n");
    }

    @Test
    void scriptWithoutInterpreterIsNotHandedToAShell() throws Exception {
        Path script = Files.writeString(folder.resolve("bare"), "echo from a shell");
        script.toFile().setExecutable(true);
        ExecResult result = host.run(Command.of("./bare"));
        assertThat(result.exitCode()).isEqualTo(126);
        assertThat(result.stdout()).isEmpty();
    }

    @Test
    void outputsAreSeparateAndByteExact() {
        ExecResult result = host.run(Command.shell("printf 'a\\000\\377b'; printf 'e\\001\\200' >&2"));
        assertThat(result.stdoutBytes()).containsExactly('a', 0, 0xff, 'b');
        assertThat(result.stderrBytes()).containsExactly('e', 1, 0x80);
    }

    @Test
    void outputBeyondTheLimitIsCountedAndDropped() {
        ExecResult result =
                host.run(Command.of("head", "-c", "3000000", "/dev/zero").outputLimit(DataSize.ofMebibytes(1)));
        assertThat(result.succeeded()).isTrue();
        assertThat(result.truncated()).isTrue();
        assertThat(result.out().size()).isEqualTo(1 << 20);
        assertThat(result.out().written()).isEqualTo(3_000_000);
    }

    @Test
    void outputCanGoToAFileOfTheHost() throws Exception {
        Path target = folder.resolve("out.bin");
        ExecResult result =
                host.run(Command.of("head", "-c", "40000000", "/dev/zero").stdoutTo(target));
        assertThat(result.truncated()).isFalse();
        assertThat(result.out().file()).contains(target);
        assertThat(Files.size(target)).isEqualTo(40_000_000);
    }

    @Test
    void outputFileThatCannotBeWrittenIsRefusedBeforeAnythingStarts() {
        Path target = folder.resolve("missing/out.bin");
        assertThatThrownBy(() -> host.run(Command.of("touch", "ran").stdoutTo(target)))
                .isInstanceOf(SandboxFileException.class)
                .hasMessageContaining(target.toString());
        assertThat(folder.resolve("ran")).doesNotExist();
    }

    @Test
    void stdinOfEveryKindArrives() throws Exception {
        byte[] binary = new byte[50 << 20];
        new Random(1).nextBytes(binary);
        Path file = Files.write(folder.resolve("in.bin"), binary);
        assertThat(host.run(Command.of("cat").stdin("text\n")).stdout()).isEqualTo("text\n");
        assertThat(host.run(Command.of("cat")).stdout()).isEmpty();
        for (Stdin input :
                new Stdin[] {Stdin.bytes(binary), Stdin.file(file), Stdin.stream(new ByteArrayInputStream(binary))}) {
            assertThat(host.run(Command.of("cmp", "-", "in.bin").stdin(input)).succeeded())
                    .as("%s", input)
                    .isTrue();
        }
    }

    @Test
    void commandThatNeverReadsItsStdinIsNotHeldUp() {
        Stdin endless = Stdin.bytes(new byte[10 << 20]);
        assertThat(host.run(Command.of("true").stdin(endless)).succeeded()).isTrue();
    }

    @Test
    void stdinFileThatDoesNotExistIsRefused() {
        Path missing = folder.resolve("nowhere");
        assertThatThrownBy(() -> host.run(Command.of("cat").stdin(Stdin.file(missing))))
                .isInstanceOf(SandboxFileException.class)
                .hasMessageContaining(missing.toString());
        assertThat(host.scope.usage().processes()).isZero();
    }

    @Test
    void nothingOfTheHostsEnvironmentLeaksIn() {
        String[] lines = host.run(Command.of("env")).stdout().split("\n");
        assertThat(lines).hasSize(Host.ENV.size() + 1).anyMatch(line -> line.startsWith("SANDBOXED="));
    }

    @Test
    void noDescriptorOfTheJvmLeaksIn() {
        ExecResult result = host.run(Command.shell("ls /proc/self/fd"));
        assertThat(result.stdout().lines().map(Integer::parseInt)).containsExactly(0, 1, 2, 3);
    }

    @Test
    void megabyteOfArgumentsIsPassedOrRefusedWithItsSize() {
        String large = "x".repeat(100_000);
        String[] ten = new String[10];
        java.util.Arrays.fill(ten, large);
        assertThat(host.run(Command.of("echo", ten)).out().written()).isEqualTo(1_000_010);
        assertThatThrownBy(() -> host.run(Command.of("echo", "x".repeat(1 << 20))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'echo' are too large")
                .hasMessageContaining("pass large data as stdin");
    }

    @Test
    void durationIsMeasured() {
        ExecResult result = host.run(Command.of("sleep", "0.2"));
        assertThat(result.duration()).isBetween(Duration.ofMillis(200), Duration.ofSeconds(5));
    }

    @Test
    void backgroundChildLeftOnPurposeDoesNotBlockTheResult() {
        ExecResult result = host.run(Command.shell("sleep 300 & echo $!"));
        long pid = Long.parseLong(result.stdout().strip());
        assertThat(result.succeeded()).isTrue();
        assertThat(result.duration()).isLessThan(Duration.ofSeconds(5));
        assertThat(Host.isAlive(pid)).isTrue();
        assertThat(host.scope.killAll()).isTrue();
        assertThat(Host.isAlive(pid)).isFalse();
    }

    @Test
    void backgroundChildThatFloodsThePipeDoesNotBlockTheResult() {
        ExecResult result = host.run(Command.shell("yes & echo started >&2"));
        assertThat(result.succeeded()).isTrue();
        assertThat(result.duration()).isLessThan(Duration.ofSeconds(10));
        assertThat(host.scope.killAll()).isTrue();
    }

    @Test
    void octalEscapesDecodeAsUtf8() {
        assertThat(host.run(Command.of("printf", "\\303\\251\\342\\202\\254")).stdout())
                .isEqualTo("é€");
        assertThat("é€".getBytes(StandardCharsets.UTF_8)).hasSize(5);
    }

    @Test
    void whoeverWatchesIsToldWhatIsBeyondTheLimitAndWhatGoesToAFile() {
        List<String> told = new ArrayList<>();
        Path file = folder.resolve("err");
        ExecResult result = host.run(Command.shell("echo 123456; echo odd >&2")
                .outputLimit(DataSize.ofBytes(3))
                .stderrTo(file)
                .onOutput(chunk -> told.add(chunk.toString())));

        assertThat(result.stdout()).isEqualTo("123");
        assertThat(file).hasContent("odd\n");
        assertThat(told).contains("STDOUT: 123456\n", "STDERR: odd\n");
    }
}
