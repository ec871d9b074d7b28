package dev.sandboxed.checks.broken.provider.one;

import dev.sandboxed.checks.broken.provider.two.Two;

/** Breaks an arrow: providers do not know one another. */
public final class OneUsesTwo {
    private OneUsesTwo() {}

    public static Two two() {
        return new Two();
    }
}
