package dev.sandboxed.cli.internal.demo;

import dev.sandboxed.cli.internal.demo.TestOutcome.Ending;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Locale;
import picocli.CommandLine.Help.Ansi;

/** Writes the tests for people, each when it has ended: a line under the name of its class, and below what went wrong. */
public final class SuiteText {

    private static final String INDENT = "      ";

    private final PrintWriter out;
    private final Ansi ansi;
    private final boolean verbose;
    private String group = "";

    public SuiteText(PrintWriter out, Ansi ansi, boolean verbose) {
        this.out = out;
        this.ansi = ansi;
        this.verbose = verbose;
    }

    /** Writes one test. */
    public void print(TestOutcome outcome) {
        if (!outcome.group().equals(group)) {
            group = outcome.group();
            out.println("  " + group);
        }
        String where = outcome.providers().isEmpty() ? "-" : String.join(", ", outcome.providers());
        String line =
                String.format(Locale.ROOT, "  %8s  %-20s  %s", Summary.seconds(outcome.took()), where, outcome.name());
        out.println("    " + word(outcome.ending()) + line);
        if (!outcome.reason().isEmpty()) {
            out.println(outcome.reason().strip().indent(INDENT.length()).stripTrailing());
        }
        Throwable failure = outcome.failure();
        if (failure != null) {
            out.println(text(failure).strip().indent(INDENT.length()).stripTrailing());
        }
        if (outcome.ending() == Ending.FAILED) {
            outcome.attachments().forEach(file -> out.println(INDENT + "see " + file));
        }
        out.flush();
    }

    /** Writes how all of them ended. */
    public void print(Summary summary) {
        String style = summary.isGood() ? "bold,green" : "bold,red";
        out.println(ansi.string("@|" + style + " " + summary.describe() + "|@"));
        if (summary.passed() + summary.failed() + summary.skipped() == 0) {
            out.println("No test was found.");
        }
        out.flush();
    }

    /** All words have the same width; colours are added to them afterwards, since escapes have none. */
    private String word(Ending ending) {
        return ansi.string(
                switch (ending) {
                    case PASSED -> "@|green passed |@";
                    case FAILED -> "@|bold,red FAILED |@";
                    case SKIPPED -> "@|yellow skipped|@";
                });
    }

    private String text(Throwable failure) {
        if (verbose) {
            StringWriter trace = new StringWriter();
            failure.printStackTrace(new PrintWriter(trace));
            return trace.toString();
        }
        String message = failure.getMessage();
        return failure instanceof AssertionError && message != null ? message : failure.toString();
    }
}
