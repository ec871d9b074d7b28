package dev.sandboxed.linux.internal.cgroup;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * What holds all processes of a control group still, whatever they have prepared against it. The kernel alone decides which
 * those are, and no signal lets them go on.
 *
 * @param control what is written to
 * @param freezing what is written there to hold them
 * @param thawing what is written there to let them go on
 * @param state what tells how far that has come
 * @param frozen the line in it that says that nothing moves any more
 * @param delaysDeath whether those that are held cannot even be killed before they are let go
 */
public record Freezer(Path control, String freezing, String thawing, Path state, String frozen, boolean delaysDeath) {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration ATTEMPT = Duration.ofMillis(200);
    private static final Duration LOOK = Duration.ofMillis(1);

    /** Speaks of the one of a group of version 1. */
    static Freezer legacy(Path group) {
        Path state = group.resolve("freezer.state");
        return new Freezer(state, "FROZEN", "THAWED", state, "FROZEN", true);
    }

    /** Speaks of the one of a group of version 2. */
    static Freezer unified(Path group) {
        return new Freezer(group.resolve("cgroup.freeze"), "1", "0", group.resolve("cgroup.events"), "frozen 1", false);
    }

    /**
     * Holds all processes still.
     *
     * @throws IOException if some still move after a while, and all go on then; or if the group is gone
     */
    public void freeze() throws IOException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < end) {
            GroupFiles.write(control, freezing);
            if (isFrozenWithin(ATTEMPT)) {
                return;
            }
            // What the kernel advises for a group that is stuck half way.
            thaw();
        }
        throw new IOException("the processes in control group '" + control.getParent() + "' still move after "
                + PATIENCE.toSeconds() + " s");
    }

    private boolean isFrozenWithin(Duration time) throws IOException {
        long end = System.nanoTime() + time.toNanos();
        boolean still = isFrozen();
        while (!still && System.nanoTime() < end) {
            LockSupport.parkNanos(LOOK.toNanos());
            still = isFrozen();
        }
        return still;
    }

    /** Returns whether nothing moves. */
    public boolean isFrozen() throws IOException {
        return GroupFiles.read(state).lines().anyMatch(frozen::equals);
    }

    /** Lets all processes go on. */
    public void thaw() throws IOException {
        GroupFiles.write(control, thawing);
    }
}
