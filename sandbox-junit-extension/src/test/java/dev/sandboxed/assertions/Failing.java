package dev.sandboxed.assertions;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Gives the message of an assertion that must fail. */
final class Failing {

    private Failing() {}

    static String message(ThrowingCallable assertion) {
        return error(assertion).getMessage();
    }

    static AssertionError error(ThrowingCallable assertion) {
        AssertionError error = catchThrowableOfType(AssertionError.class, assertion);
        if (error == null) {
            throw new AssertionError("The assertion should have failed");
        }
        return error;
    }
}
