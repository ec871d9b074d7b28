package dev.sandboxed.folder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.conformance.archive.WatchedTree;
import java.util.Map;

/**
 * Unpacks one generated archive after the other beside a tree that must not change. How many is said by the system property
 * {@code sandbox.test.archives}.
 */
public final class ArchiveStorm {

    /** The beginning of the seeds that are always the same. */
    public static final long FIXED = 12_000_000;

    private static final int NUMBER = Integer.getInteger("sandbox.test.archives", 300);

    private ArchiveStorm() {}

    /** Unpacks the archive of a seed, and looks at what came of it. */
    @FunctionalInterface
    public interface Unpacking {

        /** Tell whether the archive was taken; one that is refused in the right way is no fault. */
        boolean unpack(long seed) throws Exception;
    }

    /** Unpack them; what goes wrong names the seed. */
    public static void over(WatchedTree tree, long first, Unpacking unpacking) {
        Map<String, String> before = tree.describe();
        int taken = 0;
        for (long seed = first; seed < first + NUMBER; seed++) {
            try {
                taken += unpacking.unpack(seed) ? 1 : 0;
            } catch (Throwable e) {
                throw new AssertionError(about(seed, first) + " got " + e, e);
            }
            assertThat(tree.describe())
                    .as(about(seed, first) + " changed what is outside")
                    .isEqualTo(before);
        }
        assertThat(taken)
                .as(
                        "archives from seed %d that were taken, of %d: a generator of nothing but refused ones proves little",
                        first, NUMBER)
                .isBetween(NUMBER / 50, NUMBER - NUMBER / 50);
    }

    private static String about(long seed, long first) {
        return "The archive of seed " + seed + " (number " + (seed - first + 1) + ")";
    }
}
