package dev.sandboxed.api.exec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Collects an output in bounded memory: keeps the first bytes up to a limit and counts the rest. For provider authors.
 *
 * <p>Not safe for several threads at once.
 */
public final class OutputCollector {

    private static final int SEGMENT = 64 * 1024;

    private final long limit;
    private final List<byte[]> segments = new ArrayList<>();
    private int used;
    private int size;
    private long written;

    public OutputCollector(long limit) {
        this.limit = limit;
    }

    /** Takes bytes that a command wrote. */
    public void append(byte[] source, int offset, int length) {
        written += length;
        int left = (int) Math.min(length, limit - size);
        int from = offset;
        while (left > 0) {
            byte[] segment = segmentWithRoom(left);
            int part = Math.min(left, segment.length - used);
            System.arraycopy(source, from, segment, used, part);
            used += part;
            size += part;
            from += part;
            left -= part;
        }
    }

    /** Returns what was collected so far; later bytes do not change it. */
    public Output toOutput() {
        if (written == 0) {
            return Output.EMPTY;
        }
        List<byte[]> kept = new ArrayList<>(segments);
        if (!kept.isEmpty()) {
            int last = kept.size() - 1;
            kept.set(last, Arrays.copyOf(kept.get(last), used));
        }
        return new Output(kept, size, written, null);
    }

    /** A first small segment keeps short outputs small; later ones are of full size. */
    private byte[] segmentWithRoom(int wanted) {
        if (segments.isEmpty() || used == segments.get(segments.size() - 1).length) {
            int length = segments.isEmpty() ? Math.min(SEGMENT, Math.max(wanted, 1024)) : SEGMENT;
            segments.add(new byte[length]);
            used = 0;
        }
        return segments.get(segments.size() - 1);
    }
}
