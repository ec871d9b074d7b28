package dev.sandboxed.checks.broken.cycle.right;

import dev.sandboxed.checks.broken.cycle.left.Left;

/** The other half of a circle. */
public interface Right {
    Left left();
}
