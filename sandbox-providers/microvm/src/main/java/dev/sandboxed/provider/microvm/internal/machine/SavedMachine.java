package dev.sandboxed.provider.microvm.internal.machine;

import java.nio.file.Path;

/**
 * A machine that was saved: its memory, the state of its devices, and the drive that it writes to.
 *
 * @param folder where all of that lies; nobody writes there any more
 */
public record SavedMachine(Path folder) {

    /** Returns its memory, which a restored machine maps and does not change; absent where its state has it all. */
    public Path memory() {
        return folder.resolve("memory");
    }

    /** Returns the state of its processors and devices. */
    public Path state() {
        return folder.resolve("state");
    }

    /** Returns the drive that it wrote to; a restored machine gets a copy. */
    public Path changes() {
        return folder.resolve(MachinePlan.CHANGES);
    }
}
