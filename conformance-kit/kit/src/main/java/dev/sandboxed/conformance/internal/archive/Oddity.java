package dev.sandboxed.conformance.internal.archive;

import java.util.EnumSet;
import java.util.Random;
import java.util.Set;

/**
 * What can be odd about an archive beside its links. Each archive has only some, since most of them get an archive refused
 * as soon as they occur, and nothing behind them would ever be tried.
 */
enum Oddity {
    /** Names that begin with a slash. */
    ABSOLUTE,
    /** Names with {@code ..}. */
    CLIMBING,
    /** Names with {@code .}, with several slashes or one at the end, and empty ones. */
    DOTS,
    /** Names that hide others in the layers of an image. */
    WHITEOUTS,
    /** Names that are not UTF-8. */
    OTHER_BYTES,
    /** Names that do not fit into a header. */
    LONG_NAMES,
    /** Extended headers that give an entry another name or target than its header. */
    OVERRIDING,
    /** Files with holes. */
    SPARSE,
    /** Devices and pipes, and types that nobody knows. */
    DEVICES,
    /** Sizes that no content follows, and ends in the middle. */
    BROKEN;

    private static final int ONE_ARCHIVE_IN = 5;
    private static final int ONE_TIME_IN = 8;

    /** Draws those of an archive. */
    static Set<Oddity> some(Random random) {
        Set<Oddity> some = EnumSet.noneOf(Oddity.class);
        for (Oddity each : values()) {
            if (random.nextInt(ONE_ARCHIVE_IN) == 0) {
                some.add(each);
            }
        }
        return some;
    }

    /** Draws whether it happens now, in an archive that has some. */
    boolean happens(Random random, Set<Oddity> some) {
        return some.contains(this) && random.nextInt(ONE_TIME_IN) == 0;
    }
}
