package dev.sandboxed.cli;

/** The exit codes that are ours; all others are those of the command that was run. */
final class ExitCode {

    static final int OK = 0;
    /** Something could not be removed. */
    static final int FAILED = 1;
    /** Wrong options, for everything but {@code run}. */
    static final int USAGE = 2;
    /** The command's time was up. */
    static final int TIMED_OUT = 124;
    /** No sandbox could be had, it died, or the options of {@code run} are wrong. */
    static final int NO_SANDBOX = 125;
    /** Whoever read our output is gone: 128 plus the number of SIGPIPE. */
    static final int BROKEN_PIPE = 141;

    private ExitCode() {}
}
