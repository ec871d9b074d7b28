package dev.sandboxed.assertions;

import static dev.sandboxed.assertions.Results.text;
import static dev.sandboxed.assertions.SandboxAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Named.named;

import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Output;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Builds print the messages of failing assertions, and build servers obey what they find there. */
class HarmlessMessagesTests {

    private static final ExecResult PRINTED =
            Results.printed(text("##vso[task.upload]/home\n::error::no\n\u001b[2J"), Output.EMPTY);

    static Stream<Named<ThrowingCallable>> failing() {
        return Stream.of(
                named("the command", () -> assertThat(PRINTED).failed()),
                named("its output", () -> assertThat(PRINTED).stdout().isEqualTo("x")),
                named("a part of its output", () -> assertThat(PRINTED).stdout().contains("x y z")),
                named(
                        "the beginning of its output",
                        () -> assertThat(PRINTED).stdout().startsWith("x")),
                named(
                        "that it printed nothing",
                        () -> assertThat(PRINTED).stdout().isEmpty()));
    }

    @ParameterizedTest
    @MethodSource("failing")
    void whatWasPrintedIsShownAndNotObeyed(ThrowingCallable assertion) {
        assertThat(Failing.message(assertion))
                .contains("# #vso[task.upload]")
                .doesNotContain("##vso", "\u001b")
                .doesNotContainPattern("(?m)^\\s*::");
    }
}
