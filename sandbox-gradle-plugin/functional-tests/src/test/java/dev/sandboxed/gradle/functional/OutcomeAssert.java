package dev.sandboxed.gradle.functional;

import dev.sandboxed.gradle.functional.engine.Gradle.Outcome;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.Assertions;

/** Assertions on how a build ended. */
final class OutcomeAssert extends AbstractAssert<OutcomeAssert, Outcome> {

    /** What Gradle prints between the two headings, without the arrow that stands before the cause. */
    private static final Pattern CAUSE =
            Pattern.compile("\\* What went wrong:\\n.*\\n> (?<cause>(?s:.*?))\\n\\n\\* Try:");

    private OutcomeAssert(Outcome actual) {
        super(actual, OutcomeAssert.class);
    }

    static OutcomeAssert assertThat(Outcome outcome) {
        return new OutcomeAssert(outcome);
    }

    OutcomeAssert succeeded() {
        return is(true);
    }

    /** Verifies that it failed for just this reason, to the letter but for how Gradle indents it. */
    OutcomeAssert failedBecause(String reason) {
        is(false);
        Matcher matcher = CAUSE.matcher(actual.output());
        Assertions.assertThat(matcher.find()).as(actual.output()).isTrue();
        Assertions.assertThat(matcher.group("cause").replaceAll("(?m)^ +", "")).isEqualTo(reason);
        return this;
    }

    OutcomeAssert failed() {
        return is(false);
    }

    OutcomeAssert printed(String text) {
        Assertions.assertThat(actual.output()).contains(text);
        return this;
    }

    private OutcomeAssert is(boolean success) {
        Assertions.assertThat(actual.succeeded()).as(actual.output()).isEqualTo(success);
        return this;
    }
}
