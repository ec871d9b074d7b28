package dev.sandboxed.conformance.internal.trial.files;

import dev.sandboxed.api.limit.DataSize;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A large content that is made while it is read, and compared while it is read, so that it never lies in memory.
 *
 * <p>It also finds out whether it lies in the reader's memory: whoever reads it gives the buffers to fill, and at the end
 * those that are still held are counted. Copies of them show in the memory of the whole JVM, where they are large.
 */
public final class LargeContent extends InputStream {

    private static final int BLOCK = 64 * 1024;

    private final long size;
    private final List<WeakReference<byte[]>> buffers = new ArrayList<>();
    private final Heap heap;
    private long position;
    private boolean ended;
    private DataSize held = DataSize.ZERO;

    public LargeContent(DataSize size) {
        this.size = size.bytes();
        this.heap = Heap.before(size);
    }

    @Override
    public int read() {
        return position < size ? byteAt(position++) & 0xff : -1;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) {
        int count = (int) Math.min(length, size - position);
        if (length == 0) {
            return 0;
        }
        if (count <= 0) {
            if (!ended) {
                ended = true;
                held = countHeld();
            }
            return -1;
        }
        buffers.add(new WeakReference<>(buffer));
        for (int i = 0; i < count; i++) {
            buffer[offset + i] = byteAt(position++);
        }
        return count;
    }

    /** Returns how much the reader still held when it reached the end. */
    public DataSize heldAtTheEnd() {
        return held;
    }

    /**
     * Returns the first place in what came back where it differs, by a byte or by its length.
     *
     * @param halfway what to do when half of it was read
     */
    public static OptionalLong firstDifference(DataSize size, InputStream back, Runnable halfway) throws IOException {
        long half = size.bytes() / 2;
        OptionalLong early = firstDifference(0, half, back);
        if (early.isPresent()) {
            return early;
        }
        halfway.run();
        OptionalLong late = firstDifference(half, size.bytes(), back);
        return late.isPresent() || back.read() < 0 ? late : OptionalLong.of(size.bytes());
    }

    private static OptionalLong firstDifference(long from, long to, InputStream back) throws IOException {
        byte[] block = new byte[BLOCK];
        for (long at = from; at < to; ) {
            int wanted = (int) Math.min(block.length, to - at);
            int count = back.readNBytes(block, 0, wanted);
            for (int i = 0; i < count; i++) {
                if (block[i] != byteAt(at + i)) {
                    return OptionalLong.of(at + i);
                }
            }
            at += count;
            if (count < wanted) {
                return OptionalLong.of(at);
            }
        }
        return OptionalLong.empty();
    }

    /** No block of it is like another, so that swapped and repeated blocks show. */
    private static byte byteAt(long position) {
        return (byte) ((position * 0x9E3779B97F4A7C15L) >>> 56);
    }

    private DataSize countHeld() {
        if (!Heap.garbageIsCollected()) {
            return DataSize.ZERO;
        }
        Set<byte[]> alive = Collections.newSetFromMap(new IdentityHashMap<>());
        for (WeakReference<byte[]> buffer : buffers) {
            byte[] there = buffer.get();
            if (there != null) {
                alive.add(there);
            }
        }
        long inBuffers = alive.stream().mapToLong(buffer -> buffer.length).sum();
        return DataSize.ofBytes(Math.max(inBuffers, heap.grown().bytes()));
    }
}
