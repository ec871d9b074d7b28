package dev.sandboxed.guest.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Stdin;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTests {

    private static String sent(Command command, Map<String, String> env) {
        return new String(Request.of(command, env, "/work", "m-1.").bytes(), StandardCharsets.UTF_8);
    }

    private static String sent(Command command) {
        return sent(command, Map.of());
    }

    @Test
    void commandIsOneLineOfShell() {
        Map<String, String> env = new LinkedHashMap<>();
        env.put("A", "1");
        env.put("_B2", "");
        assertThat(sent(Command.of("echo", "x"), env))
                .isEqualTo("export SANDBOXED_COMMAND='m-1.' A='1'"
                        + " _B2=''; sandboxed_cd '/work'; sandboxed_run 'echo' 'x'\n");
    }

    @Test
    void everyWordIsQuoted() {
        assertThat(sent(Command.of("a b", "", "$X", "*", "`x`", "\\", "\"", "é€😀", "!")))
                .endsWith("sandboxed_run 'a b' '' '$X' '*' '`x`' '\\' '\"' 'é€😀' '!'\n");
        assertThat(sent(Command.of("it's"))).endsWith(" 'it'\\''s'\n");
        assertThat(Request.of(Command.of("x"), Map.of(), "/it's", "m").bytes())
                .asString(StandardCharsets.UTF_8)
                .contains("sandboxed_cd '/it'\\''s';");
    }

    @Test
    void lineBreaksInsideOfWordsDoNotEndTheLine() {
        assertThat(sent(Command.of("a", "\n", "b\nc\n"), Map.of("X", "1\n2")))
                .containsOnlyOnce("\n")
                .contains(
                        " X='1'\"$sandboxed_n\"'2';",
                        " ''\"$sandboxed_n\"'' 'b'\"$sandboxed_n\"'c'\"$sandboxed_n\"''\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a.b", "a-b", "1a", "é", "a b", "UID", "PPID", "_", "IFS", "BASH_ENV", "OPTIND", "sandboxed_word"
            })
    void namesThatAShellCannotSetAreSetByEnv(String name) {
        assertThat(sent(Command.of("echo", "x"), Map.of(name, "it's\nA=1")))
                .startsWith("export SANDBOXED_COMMAND='m-1.'; ")
                .endsWith("sandboxed_run 'env' '" + name + "=it'\\''s'\"$sandboxed_n\"'A=1' 'echo' 'x'\n");
    }

    @Test
    void commandThatReadsGetsTheRestOfTheInput() {
        Request request = Request.of(Command.of("cat").stdin("text"), Map.of(), "/work", "m-1.");
        assertThat(request.feeds()).isTrue();
        assertThat(request.marker()).isEqualTo("m-1.");
        assertThat(new String(request.bytes(), StandardCharsets.UTF_8))
                .startsWith("<export ")
                .endsWith("sandboxed_feed 'cat'\n");
        assertThat(Request.of(Command.of("cat").stdin(Stdin.open()), Map.of(), "/", "m")
                        .feeds())
                .isTrue();
        assertThat(Request.of(Command.of("cat"), Map.of(), "/", "m").feeds()).isFalse();
        assertThat(Request.of(Command.of("cat").stdin(""), Map.of(), "/", "m").feeds())
                .isFalse();
    }

    @Test
    void longRequestIsAnnouncedByItsLengthInBytes() {
        String word = "€'\n".repeat(1000);
        for (String beginning : List.of("", "<")) {
            Command command = Command.of("echo", word).stdin(beginning);
            byte[] sent = Request.of(command, Map.of(), "/", "m").bytes();
            String text = new String(sent, StandardCharsets.UTF_8);
            int line = text.indexOf('\n');
            int length = Integer.parseInt(text.substring(beginning.length(), line));
            assertThat(text).startsWith(beginning + length + "\nexport ").endsWith("'");
            assertThat(sent.length - line - 1).isEqualTo(length);
        }
    }

    @Test
    void shortRequestIsNoNumber() {
        assertThat(sent(Command.of("echo", "x".repeat(1000))))
                .startsWith("export")
                .endsWith("x'\n");
    }

    @Test
    void tooLargeWordIsRefusedWithItsSize() {
        String large = "x".repeat(200 * 1024);
        assertThatThrownBy(() -> sent(Command.of("echo", large)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("echo", "204800", "131071", "stdin")
                .hasMessageNotContaining("xxx");
        assertThatThrownBy(() -> sent(Command.of("echo"), Map.of("BIG", large)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> sent(Command.of("echo", "€".repeat(50_000))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(sent(Command.of("echo", "x".repeat(128 * 1024 - 1)))).endsWith("x'");
    }

    @Test
    void tooLargeSumIsRefused() {
        String[] words = new String[30];
        Arrays.fill(words, "x".repeat(100_000));
        assertThatThrownBy(() -> sent(Command.of("echo", words)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("2000000");
    }
}
