package dev.sandboxed.folder.internal.disk;

/** Judges how much room there is in a file system, whoever has looked. */
public final class DiskRoom {

    /** What may be left when a program is refused a larger piece. */
    private static final long HARDLY_ANYTHING = 1 << 20;

    private static final int SMALL_PART = 32;

    private DiskRoom() {}

    /** Returns whether so few bytes are left of a file system that whoever was refused more was refused for that. */
    public static boolean isUsedUp(long size, long left) {
        return left < Math.min(HARDLY_ANYTHING, size / SMALL_PART);
    }
}
