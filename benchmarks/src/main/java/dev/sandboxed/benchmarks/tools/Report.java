package dev.sandboxed.benchmarks.tools;

import java.io.PrintStream;

/** Prints lines as they come, and remembers whether all of them hold. */
public final class Report {

    private final PrintStream out;
    private boolean allHold = true;

    public Report(PrintStream out) {
        this.out = out;
    }

    public void add(Line line) {
        out.println("  " + line);
        out.flush();
        allHold &= line.holds();
    }

    public boolean allHold() {
        return allHold;
    }
}
