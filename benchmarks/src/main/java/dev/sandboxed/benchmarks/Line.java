package dev.sandboxed.benchmarks;

/** One line of the report. Its text is what is printed. */
sealed interface Line permits Comparison, Completion {

    /** Returns whether it is as good as it has to be. */
    boolean holds();
}
