package dev.sandboxed.benchmarks.tools;

/** One line of the report. Its text is what is printed. */
public interface Line {

    /** Returns whether it is as good as it has to be. */
    boolean holds();
}
