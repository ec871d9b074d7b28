package dev.sandboxed.guest.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.guest.internal.words.OddVariables;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTests {

    private static String sent(Command command, Map<String, String> env) {
        OddVariables variables = OddVariables.in(env, Set.of());
        return new String(Request.of(command, variables, "/work", "m-1.").bytes(), StandardCharsets.UTF_8);
    }

    private static String sent(Command command) {
        return sent(command, Map.of());
    }

    @Test
    void commandIsOneLineOfShell() {
        Map<String, String> env = new LinkedHashMap<>();
        env.put("A", "1");
        env.put("_B2", "");
        assertThat(sent(Command.of("echo", "x"), env)).isEqualTo("run m-1. /work A=1 _B2= -- echo x\n");
    }

    @Test
    void everyWordThatMeansSomethingToAShellIsQuoted() {
        assertThat(sent(Command.of("a b", "", "$X", "*", "`x`", "\\", "\"", "é€😀", "!")))
                .endsWith(" -- 'a b' '' '$X' '*' '`x`' '\\' '\"' 'é€😀' '!'\n");
        assertThat(sent(Command.of("it's"))).endsWith(" 'it'\\''s'\n");
        assertThat(Request.of(Command.of("x"), OddVariables.NONE, "/it's", "m").bytes())
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("run m '/it'\\''s' -- x\n");
    }

    @Test
    void lineBreaksInsideOfWordsDoNotEndTheLine() {
        assertThat(sent(Command.of("a", "\n", "b\nc\n"), Map.of("X", "1\n2")))
                .containsOnlyOnce("\n")
                .contains(
                        " 'X=1'\"$sandboxed_n\"'2' -- a ",
                        " ''\"$sandboxed_n\"'' 'b'\"$sandboxed_n\"'c'\"$sandboxed_n\"''\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a.b", "a-b", "1a", "é", "a b", "UID", "PPID", "_", "IFS", "BASH_ENV", "OPTIND", "sandboxed_word"
            })
    void namesThatAShellCannotSetTravelInOthers(String name) {
        assertThat(sent(Command.of("echo", "x"), Map.of(name, "it's\nA=1")))
                .startsWith("odd='if env -S true ")
                .endsWith("; sandboxed_run m-1. /work 'SANDBOXED_ODD_0=" + name
                        + "=it'\\''s'\"$sandboxed_n\"'A=1' -- echo x\n");
    }

    @Test
    void commandThatReadsGetsTheRestOfTheInput() {
        Request request = Request.of(Command.of("cat").stdin("text"), OddVariables.NONE, "/work", "m-1.");
        assertThat(request.feeds()).isTrue();
        assertThat(request.marker()).isEqualTo("m-1.");
        assertThat(new String(request.bytes(), StandardCharsets.UTF_8)).isEqualTo("feed m-1. /work -- cat\n");
        assertThat(Request.of(Command.of("cat").stdin(Stdin.open()), OddVariables.NONE, "/", "m")
                        .feeds())
                .isTrue();
        assertThat(Request.of(Command.of("cat"), OddVariables.NONE, "/", "m").feeds())
                .isFalse();
        assertThat(Request.of(Command.of("cat").stdin(""), OddVariables.NONE, "/", "m")
                        .feeds())
                .isFalse();
    }

    @Test
    void longRequestIsAnnouncedByItsLengthInBytes() {
        String word = "€'\n".repeat(1000);
        byte[] sent = Request.of(Command.of("echo", word), OddVariables.NONE, "/", "m")
                .bytes();
        String text = new String(sent, StandardCharsets.UTF_8);
        int line = text.indexOf('\n');
        int length = Integer.parseInt(text.substring(0, line));
        assertThat(text).startsWith(length + "\nrun m / -- echo ").endsWith("'");
        assertThat(sent.length - line - 1).isEqualTo(length);
    }

    @Test
    void shortRequestIsNoNumber() {
        assertThat(sent(Command.of("echo", "x".repeat(400)))).startsWith("run").endsWith("x\n");
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
        assertThat(sent(Command.of("echo", "x".repeat(128 * 1024 - 1)))).endsWith("x");
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
