package dev.sandboxed.junit.internal.kept;

import dev.sandboxed.core.internal.config.Configuration;

/**
 * The command that opens a shell in a kept sandbox.
 *
 * @param options what it needs besides the id; with a blank behind it, or empty
 */
record ShellCommand(String options) {

    /** A test's JVM often has settings that a person's shell has not. */
    static ShellCommand of(Configuration general) {
        return new ShellCommand(
                general.hasUsualStateDirectory()
                        ? ""
                        : "--state-dir " + quoted(general.stateDirectory().toString()) + " ");
    }

    String opening(String id) {
        return "./sandboxed shell " + options + id;
    }

    private static String quoted(String word) {
        return word.matches("[A-Za-z0-9_./=:@%+,-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
