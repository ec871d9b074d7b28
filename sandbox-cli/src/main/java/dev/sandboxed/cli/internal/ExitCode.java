package dev.sandboxed.cli.internal;

/** The exit codes that are ours; all others are those of the command that was run. */
final class ExitCode {

    static final int OK = 0;
    /** What was asked for was done, and came out badly: something could not be removed, a test failed, no certificate. */
    static final int FAILED = 1;
    /** Wrong options, for everything but {@code run}. */
    static final int USAGE = 2;
    /** A provider is not certified, and fails only what it announced. */
    static final int EXPECTED_FAILURES = 3;
    /** The command's time was up. */
    static final int TIMED_OUT = 124;
    /** No sandbox could be had, it died, or the options of {@code run} are wrong. */
    static final int NO_SANDBOX = 125;
    /** Whoever read our output is gone: 128 plus the number of SIGPIPE. */
    static final int BROKEN_PIPE = 141;

    private ExitCode() {}
}
