package dev.sandboxed.provider.local.bubblewrap.still;

import dev.sandboxed.linux.cgroup.ControlGroup;
import java.io.IOException;

/** Holds a sandbox still for as long as anybody wants: who stopped it, and who saves its files. */
public final class Stillness {

    private final Hold hold;
    private int reasons;

    private Stillness(Hold hold) {
        this.hold = hold;
    }

    /**
     * Choose the surest way that there is for a sandbox.
     *
     * @param group its control group
     * @param firstProcess what the host calls its first process
     */
    public static Stillness of(ControlGroup group, int firstProcess) {
        return new Stillness(group.freezer()
                .<Hold>map(freezer -> new FrozenGroup(freezer))
                .orElseGet(() -> new StoppedProcesses(firstProcess)));
    }

    /**
     * Hold it.
     *
     * @throws IOException if it cannot be proven that nothing moves; it is not held then
     */
    public synchronized void begin() throws IOException {
        if (reasons == 0) {
            hold.begin();
        }
        reasons++;
    }

    /**
     * Make sure that nothing has moved since it was held.
     *
     * @throws IOException if something has
     */
    public synchronized void check() throws IOException {
        hold.check();
    }

    /** Want it held no longer. */
    public synchronized void end() {
        reasons = Math.max(0, reasons - 1);
        if (reasons == 0) {
            hold.end();
        }
    }

    /** Tell what helps where it cannot be held. */
    public String remedy() {
        return hold.remedy();
    }
}
