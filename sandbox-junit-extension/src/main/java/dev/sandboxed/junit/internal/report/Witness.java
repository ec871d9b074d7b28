package dev.sandboxed.junit.internal.report;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.core.internal.choice.SelectedSandbox;

/** Hears which test has which sandbox, and what it runs there. Called on the threads of tests: it must be quick. */
public interface Witness {

    /** Hears nothing. */
    Witness NONE = new Witness() {};

    /**
     * A sandbox was handed to a test or to a class.
     *
     * @param owner JUnit's unique id of it
     */
    default void claimed(SelectedSandbox sandbox, String owner) {}

    /** A sandbox was asked why its test failed. */
    default void explained(String sandbox, Diagnosis diagnosis) {}

    /** Whoever had a sandbox has no more use for it. */
    default void released(String sandbox) {}

    /** A command began. */
    default Running began(String sandbox, Command command) {
        return Running.UNHEARD;
    }

    /** A command, until it has ended. */
    interface Running {

        /** Nobody hears how it ends. */
        Running UNHEARD = new Running() {};

        default void ended(ExecResult result) {}

        /** It has no result. */
        default void failed(RuntimeException failure) {}
    }
}
