package dev.sandboxed.benchmarks.tools;

import java.io.PrintStream;

/** Prints lines as they come, and remembers whether all of them hold and nothing was left out. */
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

    /** Says that a provider cannot be tried here, so that what was asked for does not hold. */
    public void notTried(String provider, String reason) {
        out.println("  " + provider + " was NOT TRIED: " + reason);
        allHold = false;
    }

    public boolean allHold() {
        return allHold;
    }
}
