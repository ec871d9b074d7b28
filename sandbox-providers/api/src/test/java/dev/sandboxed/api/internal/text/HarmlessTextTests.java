package dev.sandboxed.api.internal.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class HarmlessTextTests {

    @ParameterizedTest
    @MethodSource
    void aCommandIsTakenApart(String text, String shown) {
        assertThat(HarmlessText.of(text)).isEqualTo(shown);
    }

    static Stream<Arguments> aCommandIsTakenApart() {
        return Stream.of(
                arguments("##teamcity[testFinished name='x']", "# #teamcity[testFinished name='x']"),
                arguments("a ##vso[task.complete] b", "a # #vso[task.complete] b"),
                arguments("a ###[command]b", "a ## #[command]b"),
                arguments("a\n \t##x\n", "a\n \t# #x\n"),
                arguments("::error::no", ": :error::no"),
                arguments("a\r\n \u3000::set-output name=x::y", "a\r\n \u3000: :set-output name=x::y"),
                arguments("a\u2028::error::no", "a\u2028: :error::no"),
                arguments(":::error::no", ": ::error::no"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a::b ##c\n", "# a\n: b\n", "x[##]\n", "one\r\ntwo\r\n\tthree 😀"})
    void whatNobodyObeysStaysAsItIs(String text) {
        assertThat(HarmlessText.of(text)).isEqualTo(text);
    }

    @Test
    void controlCharactersAreShownAndNotObeyed() {
        assertThat(HarmlessText.of("\u001b]52;c;eA==\u0007 50%\r100%\r\r\n\u0000\u009b2J\u007f"))
                .isEqualTo("\\u001b]52;c;eA==\\u0007 50%\\r100%\\r\r\n\\u0000\\u009b2J\\u007f");
    }

    @Test
    void aLineOfNothingButBeginningsOfCommandsIsReadAtOnce() {
        String text = ("#".repeat(500_000) + "a".repeat(500_000) + " ".repeat(500_000) + "\n").repeat(2);
        assertTimeoutPreemptively(
                Duration.ofSeconds(20), () -> assertThat(HarmlessText.of(text)).hasSize(text.length() + 2));
    }
}
