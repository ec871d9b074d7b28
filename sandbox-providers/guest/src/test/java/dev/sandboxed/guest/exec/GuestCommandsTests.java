package dev.sandboxed.guest.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.CommandStartException;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Outcome;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.limit.DataSize;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What commands give back. */
class GuestCommandsTests extends GuestTest {

    @Test
    void exitCodesComeBackUnchangedFromSupervisorsThatServeManyCommands() {
        for (int code : List.of(0, 1, 2, 42, 124, 125, 126, 127, 128, 129, 130, 137, 141, 143, 254, 255)) {
            ExecResult result = guest.sh("exit " + code);
            assertThat(result.outcome()).as("exit %d", code).isEqualTo(Outcome.EXITED);
            assertThat(result.exitCode()).isEqualTo(code);
        }
        // One more is kept ready where a command takes long, which on a busy machine each may do.
        assertThat(guest.started).hasValueLessThan(4);
    }

    @Test
    void deathBySignalIsToldFromAnExit() {
        for (Signal signal : List.of(Signal.KILL, Signal.TERM, Signal.SEGV, Signal.HUP, Signal.ABRT, Signal.USR1)) {
            ExecResult result = guest.sh("kill -" + signal.number() + " $$; sleep 300");
            assertThat(result.signal()).as("%s", signal).contains(signal);
            assertThat(result.exitCode()).isEqualTo(128 + signal.number());
        }
    }

    @Test
    void programsThatAreNotThereOrMayNotRunGiveTheUsualCodes() throws Exception {
        Files.writeString(guest.at("plain"), "echo never");
        assertThat(guest.run(Command.of("no-such-program")).exitCode()).isEqualTo(127);
        assertThat(guest.run(Command.of("/no/such/program")).exitCode()).isEqualTo(127);
        assertThat(guest.run(Command.of("./plain")).exitCode()).isEqualTo(126);
        assertThat(guest.run(Command.of(".")).exitCode()).isIn(126, 127);
        assertThat(guest.run(Command.of("no-such-program")).stderr()).contains("no-such-program");
    }

    @Test
    void argumentsArriveLiterally() {
        List<String> words =
                List.of("a b", "", "'", "\"", "$HOME", "*", "`id`", "two\nlines\n", "\\", "-n", "é€😀", "\036");
        List<String> argv = new ArrayList<>(List.of("sh", "-c", "printf '[%s]' \"$@\"", "sh"));
        argv.addAll(words);
        assertThat(guest.run(Command.of(argv)).stdout()).isEqualTo("[" + String.join("][", words) + "]");
    }

    @Test
    void outputsAreSeparateAndByteExact() throws Exception {
        byte[] all = new byte[3 * 256];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }
        Files.write(guest.at("bytes"), all);
        for (int round = 0; round < 3; round++) {
            ExecResult result = guest.sh("cat bytes; { printf '\\036\\036\\377'; cat bytes; printf '\\036'; } >&2");
            assertThat(result.stdoutBytes()).isEqualTo(all);
            assertThat(result.stderrBytes())
                    .startsWith(036, 036, 0xff)
                    .endsWith(036)
                    .hasSize(all.length + 4);
        }
        assertThat(guest.sh("").stdoutBytes()).isEmpty();
    }

    @Test
    void environmentHoldsWhatWasGivenAndNothingOfTheHost() {
        Command show = Command.of("env")
                .env("GREETING", "it's\nlong=")
                .env("odd.name", "1")
                .env("a-b", "two\nlines")
                .env("UID", "x")
                .env("IFS", "-")
                .env("EMPTY", "");
        String shown = guest.run(show).stdout();
        assertThat(shown)
                .contains(
                        "GREETING=it's\nlong=\n", "odd.name=1\n", "a-b=two\nlines\n", "UID=x\n", "IFS=-\n", "EMPTY=\n")
                .contains("LANG=C.UTF-8\n")
                .doesNotContain("SANDBOXED_SUPERVISOR", "sandboxed_", "HOME=");
        assertThat(guest.run(Command.of("env")).stdout())
                .contains("GREETING=hello\n")
                .doesNotContain("odd.name", "UID");
    }

    @Test
    void commandsStartInTheWorkdirOrWhereTheyAreTold() throws Exception {
        Files.createDirectories(guest.at("it's a\n-dir/sub"));
        Files.createDirectory(guest.at("-x"));
        assertThat(guest.sh("pwd").stdout()).isEqualTo(guest.workdir + "\n");
        assertThat(guest.run(Command.shell("pwd").cwd("it's a\n-dir/sub")).stdout())
                .isEqualTo(guest.workdir + "/it's a\n-dir/sub\n");
        assertThat(guest.run(Command.shell("pwd").cwd("-x")).stdout()).isEqualTo(guest.workdir + "/-x\n");
        assertThat(guest.run(Command.shell("pwd").cwd("/proc")).stdout()).isEqualTo("/proc\n");
    }

    @Test
    void directoryThatCannotBeEnteredIsNamed() throws Exception {
        Files.writeString(guest.at("file"), "");
        assertThatThrownBy(() -> guest.run(Command.of("touch", "made").cwd("no where")))
                .isInstanceOf(SandboxFileNotFoundException.class)
                .hasMessageContaining(guest.workdir + "/no where");
        assertThatThrownBy(() -> guest.run(Command.of("touch", "made").cwd("file")))
                .isInstanceOf(SandboxFileException.class)
                .isNotInstanceOf(SandboxFileNotFoundException.class)
                .hasMessageContaining(guest.workdir + "/file' of a command is no directory")
                .hasMessageNotContaining("mkdirs");
        assertThat(guest.at("made")).doesNotExist();
        Files.setPosixFilePermissions(Files.createDirectory(guest.at("closed")), Set.of());
        assertThatThrownBy(() -> guest.run(Command.of("true").user("65534").cwd("closed")))
                .isInstanceOf(SandboxFileException.class)
                .isNotInstanceOf(SandboxFileNotFoundException.class)
                .hasMessageContaining("closed");
        assertThat(guest.sh("echo fine").stdout()).isEqualTo("fine\n");
    }

    @Test
    void outputBeyondTheLimitIsCountedAndDropped() {
        ExecResult result =
                guest.run(Command.shell("yes | head -c 5000000; echo no >&2").outputLimit(DataSize.ofBytes(1000)));
        assertThat(result.truncated()).isTrue();
        assertThat(result.stdoutBytes()).hasSize(1000).startsWith('y', '\n', 'y', '\n');
        assertThat(result.out().written()).isEqualTo(5_000_000);
        assertThat(result.err().truncated()).isFalse();
        assertThat(result.stderr()).isEqualTo("no\n");
    }

    @Test
    void outputGoesToAFileOfTheHost() throws Exception {
        Path file = folder.resolve("out");
        ExecResult result =
                guest.run(Command.shell("printf 'a\\0b\\036'; echo err >&2").stdoutTo(file));
        assertThat(Files.readAllBytes(file)).containsExactly('a', 0, 'b', 036);
        assertThat(result.out().file()).contains(file);
        assertThat(result.stderr()).isEqualTo("err\n");
    }

    @Test
    void largeRequestsArriveWhole() {
        String word = "é\n'".repeat(20_000);
        ExecResult result = guest.run(
                Command.of("sh", "-c", "printf %s \"$1$WORD\"", "sh", word).env("WORD", word));
        assertThat(result.stdout()).isEqualTo(word + word);
        assertThat(guest.run(Command.of("cat").env("WORD", word).stdin("after")).stdout())
                .isEqualTo("after");
    }

    @Test
    void durationIsAtLeastWhatTheCommandTook() {
        assertThat(guest.run(Command.of("sleep", "0.2")).duration())
                .isBetween(Duration.ofMillis(200), Duration.ofSeconds(10));
    }

    @Test
    void commandsOfAnotherUserRunAsThatUser() {
        String status =
                guest.run(Command.shell("cat /proc/self/status").user("65534")).stdout();
        assertThat(status).contains("Uid:\t65534\t65534");
        assertThat(guest.sh("cat /proc/self/status").stdout()).contains("Uid:\t0\t0");
    }

    @Test
    void userThatIsNotThereIsToldAsSuchHoweverTheRuntimeSaysIt() {
        guest.refusal = () -> {
            throw new SandboxStartException(Fault.of("There is no user 'nobody-here' in the sandbox")
                    .remedy("name one that /etc/passwd inside has"));
        };
        assertThatThrownBy(() -> guest.run(Command.of("true").user("nobody-here")))
                .isInstanceOf(CommandStartException.class)
                .hasMessage("There is no user 'nobody-here' in the sandbox [provider local, sandbox sbx-1]\n"
                        + "  remedy: name one that /etc/passwd inside has");

        guest.refusal = () -> List.of(
                "/bin/sh",
                "-c",
                "echo 'unable to find user nobody-here: no matching entries in passwd file'; exit 126");
        assertThatThrownBy(() -> guest.run(Command.of("true").user("nobody-here")))
                .isInstanceOf(CommandStartException.class)
                .hasMessageContaining("There is no user 'nobody-here' in the sandbox [provider local, sandbox sbx-1]\n")
                .hasMessageContaining("  remedy: name one that /etc/passwd inside has");
    }

    @Test
    void shellThatNoLongerStartsIsNoFailedCreation() {
        guest.killSupervisors();
        guest.refusal = () -> List.of("/bin/sh", "-c", "echo 'no shell here'; exit 3");
        assertThatThrownBy(() -> guest.sh("true"))
                .isInstanceOf(CommandStartException.class)
                .hasMessageContainingAll("no shell here", "[provider local, sandbox sbx-1]");
    }
}
