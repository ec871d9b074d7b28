package dev.sandboxed.junit.internal.page;

import java.util.ArrayList;
import java.util.List;

/** Puts what overlaps in time into different lanes. */
final class Lanes {

    private final List<Double> ends = new ArrayList<>();

    /** Returns the first lane, counted from 1, that is free at the beginning, and takes it until the end. */
    int place(double began, double ended) {
        for (int i = 0; i < ends.size(); i++) {
            if (ends.get(i) <= began) {
                ends.set(i, ended);
                return i + 1;
            }
        }
        ends.add(ended);
        return ends.size();
    }
}
