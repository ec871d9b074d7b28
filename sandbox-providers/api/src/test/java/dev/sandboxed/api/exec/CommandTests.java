package dev.sandboxed.api.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sandboxed.api.limit.DataSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandTests {

    @Test
    void passesEveryArgumentLiterally() {
        Command command = Command.of("printf", "", " ", "$HOME", "*", "'\"", "a\nb", "-n");

        assertThat(command.argv()).containsExactly("printf", "", " ", "$HOME", "*", "'\"", "a\nb", "-n");
        assertThat(command.script()).isEmpty();
    }

    @Test
    void hasDocumentedDefaults() {
        Command command = Command.of("true");

        assertThat(command.timeout()).isEqualTo(Duration.ofMinutes(10));
        assertThat(command.outputLimit()).isEqualTo(DataSize.ofMebibytes(16));
        assertThat(command.env()).isEmpty();
        assertThat(command.cwd()).isEmpty();
        assertThat(command.user()).isEmpty();
        assertThat(command.stdoutFile()).isEmpty();
        assertThat(command.stderrFile()).isEmpty();
        assertThat(((Stdin.Bytes) command.stdin()).content()).isEmpty();
    }

    @Test
    void keepsEverySettingAndLeavesTheOriginalAlone() {
        Command plain = Command.of("cat");
        Command full = plain.env("A", "1")
                .cwd("sub")
                .stdin("in")
                .user("nobody")
                .timeout(Duration.ofSeconds(5))
                .outputLimit(DataSize.ofKibibytes(1))
                .stdoutTo(Path.of("out"))
                .stderrTo(Path.of("err"));

        assertThat(full.argv()).containsExactly("cat");
        assertThat(full.env()).containsExactlyEntriesOf(Map.of("A", "1"));
        assertThat(full.cwd()).contains("sub");
        assertThat(((Stdin.Bytes) full.stdin()).content()).asString().isEqualTo("in");
        assertThat(((Stdin.Bytes) full.stdin(new byte[] {0, 1}).stdin()).content())
                .containsExactly(0, 1);
        assertThat(full.user()).contains("nobody");
        assertThat(full.timeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(full.outputLimit()).isEqualTo(DataSize.ofKibibytes(1));
        assertThat(full.stdoutFile()).contains(Path.of("out"));
        assertThat(full.stderrFile()).contains(Path.of("err"));
        assertThat(plain.env()).isEmpty();
        assertThat(plain.timeout()).isEqualTo(Command.DEFAULT_TIMEOUT);
    }

    @Test
    void runsAScriptWithTheShellAndQuotesWhatIsAppended() {
        Command command = Command.shell("echo \"$HOME\"", "two words", "it's", "", "plain");

        assertThat(command.script()).contains("echo \"$HOME\" 'two words' 'it'\\''s' '' plain");
        assertThat(command.argv()).containsExactly("/bin/sh", "-c", "echo \"$HOME\" 'two words' 'it'\\''s' '' plain");
        assertThat(command.timeout(Duration.ofSeconds(1)).script()).isEqualTo(command.script());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "plain-word_1.txt   | plain-word_1.txt",
                "/a/b:c=d,e@f%g+h   | /a/b:c=d,e@f%g+h",
                "\"\"               | ''",
                "\" \"              | ' '",
                "a b                | 'a b'",
                "it's               | 'it'\\''s'",
                "'                  | ''\\'''",
                "$HOME              | '$HOME'",
                "`id`               | '`id`'",
                "*                  | '*'",
                "~                  | '~'",
                "a;b                | 'a;b'",
                "#x                 | '#x'",
                "!x                 | '!x'",
                "\"a\nb\"           | \"'a\nb'\"",
                "\\                 | '\\'",
                "ü                  | 'ü'",
                "٣                  | '٣'",
            })
    void quotesWhatTheShellWouldChange(String word, String quoted) {
        assertThat(Command.quote(word)).isEqualTo(quoted);
    }

    @Test
    void quotesSoThatAShellGivesTheWordBack() {
        for (char c = 1; c < 128; c++) {
            String word = "x" + c + "'" + c;

            assertThat(unquote(Command.quote(word))).isEqualTo(word);
        }
    }

    /** Reads a word as the shell does that consists of single-quoted parts and escaped quotes. */
    private static String unquote(String quoted) {
        StringBuilder word = new StringBuilder();
        boolean inside = false;
        for (int i = 0; i < quoted.length(); i++) {
            char c = quoted.charAt(i);
            if (c == '\'') {
                inside = !inside;
            } else if (c == '\\' && !inside) {
                word.append(quoted.charAt(++i));
            } else {
                assertThat(inside || "x".indexOf(c) >= 0 || Character.isLetterOrDigit(c))
                        .isTrue();
                word.append(c);
            }
        }
        assertThat(inside).isFalse();
        return word.toString();
    }

    @Test
    void showsWhatIsRunAndNotItsEnvironment() {
        assertThat(Command.of("echo", "a b", "c").env("TOKEN", "s3cr3t")).hasToString("echo 'a b' c");
        assertThat(Command.shell("echo $A").env("TOKEN", "s3cr3t")).hasToString("echo $A");
    }

    @Test
    void refusesNoProgram() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Command.of(List.of()))
                .withMessage("A command needs a program to run, but was [];"
                        + " give its name first, as in Command.of(\"echo\", \"hello\")");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Command.of("", "x"))
                .withMessageStartingWith("A command needs a program to run, but was [, x]");
    }

    @Test
    void refusesNulInAnArgument() {
        String message = "An argument of a command has NUL at index 1: 'a\\0b'; pass binary data as a file or as stdin";

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Command.of("echo", "a\0b"))
                .withMessage(message);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Command.of("a\0b"))
                .withMessage(message);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Command.shell("a\0b"))
                .withMessage(message);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Command.shell("echo", "a\0b"))
                .withMessageContaining("has NUL at index");
    }

    @Test
    void addsAndOverridesVariables() {
        Command command = Command.of("env").env("A", "1").env("B", "=x\n'\"").env(Map.of("A", "2"));

        assertThat(command.env()).containsOnly(Map.entry("A", "2"), Map.entry("B", "=x\n'\""));
    }

    @Test
    void refusesVariablesThatNoEnvironmentHolds() {
        Command command = Command.of("env");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> command.env("A=", "x"))
                .withMessageStartingWith("Not a name for an environment variable: 'A='");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> command.env("A", "s3cr3t\0"))
                .withMessage("The value of environment variable 'A' has NUL at index 6;"
                        + " pass binary data as a file or as stdin");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-1S", "P365DT1S"})
    void refusesTimeoutsThatNobodyMeans(Duration timeout) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Command.of("true").timeout(timeout))
                .withMessage("A command's timeout must be above zero and at most 365 days, but was " + timeout
                        + "; give for example Duration.ofSeconds(5)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0.000000001S", "P365D"})
    void acceptsTheShortestAndTheLongestTimeout(Duration timeout) {
        assertThat(Command.of("true").timeout(timeout).timeout()).isEqualTo(timeout);
    }

    @Test
    void refusesOutputLimitsBeyondMemory() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Command.of("true").outputLimit(DataSize.ofGibibytes(2)))
                .withMessage("An output limit must be at most 1g, but was 2g; send larger output to a file");
    }

    @Test
    void refusesABlankUserAndAnEmptyDirectory() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Command.of("true").user(" "))
                .withMessage("The user of a command must not be blank; leave it out for the default");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Command.of("true").cwd(""))
                .withMessage("The directory of a command must not be empty");
    }

    @Test
    void aChangedCopyIsStillWatched() {
        Command watched = Command.of("true").onOutput(chunk -> {});

        assertThat(watched.timeout(Duration.ofSeconds(1)).outputWatcher()).isEqualTo(watched.outputWatcher());
        assertThat(Command.of("true").outputWatcher()).isEmpty();
    }
}
