package dev.sandboxed.cli.internal;

import dev.sandboxed.api.error.SandboxException;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns exceptions into a message for people and an exit code. */
final class Failures {

    private Failures() {}

    /** Returns what is wrong with the options, and with what they were meant to be. */
    static int wrongUsage(ParameterException failure, String[] args) {
        CommandLine line = failure.getCommandLine();
        PrintWriter err = line.getErr();
        CommandSpec command = line.getCommandSpec();
        err.println("sandboxed: " + failure.getMessage());
        UnmatchedArgumentException.printSuggestions(failure, err);
        err.println("  remedy: see '" + command.qualifiedName() + " --help'");
        err.flush();
        return command.exitCodeOnInvalidInput();
    }

    /** Returns what went wrong; the stack trace only when asked for, or when it is a fault of ours. */
    static int failed(Exception failure, CommandLine line) {
        PrintWriter err = line.getErr();
        boolean ours = failure instanceof SandboxException;
        err.println("sandboxed: " + (ours ? failure.getMessage() : failure.toString()));
        boolean verbose = line.getCommand() instanceof HostCommand command && command.isVerbose();
        if (verbose) {
            failure.printStackTrace(err);
        } else if (!ours) {
            err.println("  remedy: run it again with --verbose and report what it prints");
        }
        err.flush();
        return line.getCommandSpec().exitCodeOnExecutionException();
    }
}
