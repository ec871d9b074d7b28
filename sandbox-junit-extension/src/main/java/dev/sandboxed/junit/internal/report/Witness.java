package dev.sandboxed.junit.internal.report;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.OutputChunk;
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

    /** A copy of a sandbox was made, for whoever has the original. */
    default void copied(String original, String copy) {}

    /** A sandbox was asked why its test failed. */
    default void explained(String sandbox, Diagnosis diagnosis) {}

    /** Whoever had a sandbox has no more use for it. */
    default void released(String sandbox) {}

    /** A command began. */
    default Running began(String sandbox, Command command) {
        return Running.UNHEARD;
    }

    /** Returns one that tells two. */
    static Witness both(Witness one, Witness other) {
        return new Witness() {
            @Override
            public void claimed(SelectedSandbox sandbox, String owner) {
                one.claimed(sandbox, owner);
                other.claimed(sandbox, owner);
            }

            @Override
            public void copied(String original, String copy) {
                one.copied(original, copy);
                other.copied(original, copy);
            }

            @Override
            public void explained(String sandbox, Diagnosis diagnosis) {
                one.explained(sandbox, diagnosis);
                other.explained(sandbox, diagnosis);
            }

            @Override
            public void released(String sandbox) {
                one.released(sandbox);
                other.released(sandbox);
            }

            @Override
            public Running began(String sandbox, Command command) {
                return Running.both(one.began(sandbox, command), other.began(sandbox, command));
            }
        };
    }

    /** A command, until it has ended. */
    interface Running {

        /** Nobody hears how it ends. */
        Running UNHEARD = new Running() {};

        /** It has written something. Called on a thread of the provider. */
        default void wrote(OutputChunk chunk) {}

        default void ended(ExecResult result) {}

        /** It has no result. */
        default void failed(RuntimeException failure) {}

        private static Running both(Running one, Running other) {
            return new Running() {
                @Override
                public void wrote(OutputChunk chunk) {
                    one.wrote(chunk);
                    other.wrote(chunk);
                }

                @Override
                public void ended(ExecResult result) {
                    one.ended(result);
                    other.ended(result);
                }

                @Override
                public void failed(RuntimeException failure) {
                    one.failed(failure);
                    other.failed(failure);
                }
            };
        }
    }
}
