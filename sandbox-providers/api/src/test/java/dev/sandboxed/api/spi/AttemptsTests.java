package dev.sandboxed.api.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttemptsTests {

    @Test
    void everyStepIsTakenAndTheFirstFailureHasTheOthers() {
        List<Integer> taken = new ArrayList<>();

        assertThatIllegalStateException()
                .isThrownBy(() -> Attempts.forEach(List.of(1, 2, 3), number -> {
                    taken.add(number);
                    if (number > 1) {
                        throw new IllegalStateException("failed " + number);
                    }
                }))
                .withMessage("failed 2")
                .satisfies(e -> assertThat(e.getSuppressed())
                        .extracting(Throwable::getMessage)
                        .containsExactly("failed 3"));
        assertThat(taken).containsExactly(1, 2, 3);
    }

    /** An exception cannot be suppressed by itself: Java refuses that with another one. */
    @Test
    void oneFailureThatComesTwiceIsThrownOnce() {
        IllegalStateException failure = new IllegalStateException("again");
        Attempts attempts = new Attempts();
        attempts.add(failure);
        attempts.add(failure);

        assertThatIllegalStateException()
                .isThrownBy(attempts::throwFailures)
                .isSameAs(failure)
                .satisfies(e -> assertThat(e.getSuppressed()).isEmpty());
        assertThatNoException().isThrownBy(attempts::throwFailures);
    }
}
