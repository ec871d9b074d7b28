package dev.sandboxed.checks.broken.cycle.left;

import dev.sandboxed.checks.broken.cycle.right.Right;

/** One half of a circle. It is also in a module that has no arrows. */
public record Left(Right right) {}
