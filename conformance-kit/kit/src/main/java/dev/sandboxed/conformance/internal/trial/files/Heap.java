package dev.sandboxed.conformance.internal.trial.files;

import dev.sandboxed.api.limit.DataSize;
import java.lang.ref.WeakReference;

/** The memory of this JVM that was in use at a moment. It belongs to all who work here, so only large growth says much. */
public final class Heap {

    private static final int ATTEMPTS = 3;
    private static final DataSize NOISE = DataSize.ofMebibytes(32);

    private final boolean telling;
    private final long before;

    private Heap(boolean telling) {
        this.telling = telling;
        this.before = telling ? used() : 0;
    }

    /** Looks at the memory in use before something of a size goes through it; small sizes are not looked at. */
    public static Heap before(DataSize size) {
        return new Heap(size.bytes() > NOISE.bytes());
    }

    /** Returns by how much it has grown since; nothing where that is too little to say anything. */
    public DataSize grown() {
        long more = telling && garbageIsCollected() ? used() - before : 0;
        return more < NOISE.bytes() ? DataSize.ZERO : DataSize.ofBytes(more);
    }

    /** A JVM may be told to ignore the request, and then nothing can be said about who holds what. */
    static boolean garbageIsCollected() {
        WeakReference<byte[]> garbage = new WeakReference<>(new byte[1]);
        for (int i = 0; i < ATTEMPTS && garbage.get() != null; i++) {
            System.gc();
        }
        return garbage.get() == null;
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
