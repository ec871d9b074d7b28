package dev.sandboxed.benchmarks;

import java.io.PrintStream;

/** Prints lines as they come, and remembers whether all of them hold. */
final class Report {

    private final PrintStream out;
    private boolean allHold = true;

    Report(PrintStream out) {
        this.out = out;
    }

    void add(Line line) {
        out.println("  " + line);
        out.flush();
        allHold &= line.holds();
    }

    boolean allHold() {
        return allHold;
    }
}
