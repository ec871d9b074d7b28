package dev.sandboxed.api.internal.files;

/** How deep a tree is walked. */
public final class WalkDepth {

    private WalkDepth() {}

    /**
     * Returns the depth to walk to.
     *
     * @throws IllegalArgumentException if it is less than 1
     */
    public static int require(int depth) {
        if (depth < 1) {
            throw new IllegalArgumentException("The depth of a walk must be at least 1, but was " + depth
                    + "; give 1 for a directory's own entries");
        }
        return depth;
    }
}
