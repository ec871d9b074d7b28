package dev.sandboxed.conformance.internal.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Unpacks one generated archive after the other beside a tree that must not change. Register it in a test class with {@code
 * RegisterExtension}, and let loose {@link #fixed} and {@link #fresh} in a test each. How many archives there are is said by
 * the configuration parameter of JUnit, or system property, {@value #NUMBER}; what came of them is logged.
 */
public final class ArchiveStorm implements BeforeEachCallback {

    /** What says how many archives there are. */
    public static final String NUMBER = "sandbox.test.archives";

    private static final Logger LOG = System.getLogger(ArchiveStorm.class.getName());
    private static final int USUAL_NUMBER = 300;
    private static final long FIXED = 12_000_000;
    /** Of this many archives at least one must be taken, and at least one refused: others prove little. */
    private static final int ONE_IN = 50;

    private @Nullable ExtensionContext test;

    /** Unpacks the archive of a seed, and looks at what came of it. */
    @FunctionalInterface
    public interface Unpacking {

        /**
         * Returns whether the archive was taken; one that is refused in the right way is no fault.
         *
         * @throws Exception if it was refused in another way
         */
        boolean unpack(long seed) throws Exception;
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        test = context;
    }

    /**
     * Unpacks archives that are the same in every run.
     *
     * @throws AssertionError naming the seed, if something outside changed or an archive was refused in a wrong way
     */
    public void fixed(WatchedTree tree, Unpacking unpacking) {
        over(tree, FIXED, unpacking);
    }

    /**
     * Unpacks archives that are others in every run.
     *
     * @throws AssertionError naming the seed, if something outside changed or an archive was refused in a wrong way
     */
    public void fresh(WatchedTree tree, Unpacking unpacking) {
        over(tree, new Random().nextInt(), unpacking);
    }

    private void over(WatchedTree tree, long first, Unpacking unpacking) {
        ExtensionContext context = Objects.requireNonNull(test, "the storm is not registered as an extension");
        int number = context.getConfigurationParameter(NUMBER, Integer::valueOf).orElse(USUAL_NUMBER);
        long start = System.nanoTime();
        Map<String, String> before = tree.describe();
        int taken = 0;
        for (long seed = first; seed < first + number; seed++) {
            String archive = "The archive of seed " + seed + " (number " + (seed - first + 1) + ")";
            try {
                taken += unpacking.unpack(seed) ? 1 : 0;
            } catch (Throwable e) {
                throw new AssertionError(archive + " got " + e, e);
            }
            assertEquals(before, tree.describe(), archive + " changed what is outside");
        }
        Duration time = Duration.ofNanos(System.nanoTime() - start);
        String told = number + " archives from seed " + first + ": " + taken + " taken, " + (number - taken)
                + " refused, in " + time.toSeconds() + " s";
        LOG.log(Level.INFO, context.getDisplayName() + " " + told);
        assertTrue(
                taken >= number / ONE_IN && number - taken >= number / ONE_IN,
                told + "; too many of one kind prove little");
    }
}
