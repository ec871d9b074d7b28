package dev.sandboxed.provider.local.internal.proot;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;

/** Finds programs that other programs carry along as plain bytes, in the format of Linux for 64 bits, little-endian. */
final class ElfFile {

    private static final int MAGIC = 0x464c457f;
    private static final byte CLASS_64 = 2;
    private static final byte LITTLE_ENDIAN = 1;
    private static final int HEADER = 64;
    private static final int SEGMENT = 56;
    private static final int SECTION = 64;
    private static final int MOST_SEGMENTS = 32;

    private final ByteBuffer file;
    private final int start;

    private ElfFile(ByteBuffer file, int start) {
        this.file = file;
        this.start = start;
    }

    /** Returns the program for the same machine that lies in another one; empty if there is none, or more than one. */
    static Optional<byte[]> onlyOneIn(byte[] program) {
        ByteBuffer file = ByteBuffer.wrap(program).order(ByteOrder.LITTLE_ENDIAN);
        ElfFile around = new ElfFile(file, 0);
        if (!around.isProgram()) {
            return Optional.empty();
        }
        Optional<byte[]> found = Optional.empty();
        for (int at = HEADER; at <= program.length - HEADER; at++) {
            ElfFile inner = new ElfFile(file, at);
            if (inner.isProgram() && inner.machine() == around.machine()) {
                if (found.isPresent()) {
                    return Optional.empty();
                }
                found = Optional.of(Arrays.copyOfRange(program, at, (int) inner.end()));
            }
        }
        return found;
    }

    private boolean isProgram() {
        return file.capacity() - start >= HEADER
                && file.getInt(start) == MAGIC
                && file.get(start + 4) == CLASS_64
                && file.get(start + 5) == LITTLE_ENDIAN
                && segments() > 0
                && segments() <= MOST_SEGMENTS
                && file.getShort(start + 54) == SEGMENT
                && isInside(segmentTable(), (long) segments() * SEGMENT)
                && isInside(sectionTable(), (long) sections() * SECTION)
                && end() <= file.capacity();
    }

    private boolean isInside(long offset, long size) {
        return offset >= 0 && offset <= file.capacity() - start - size;
    }

    private short machine() {
        return file.getShort(start + 18);
    }

    private long segmentTable() {
        return file.getLong(start + 32);
    }

    private long sectionTable() {
        return file.getLong(start + 40);
    }

    private int segments() {
        return Short.toUnsignedInt(file.getShort(start + 56));
    }

    private int sections() {
        return Short.toUnsignedInt(file.getShort(start + 60));
    }

    /** The table of sections comes last, unless somebody took it away. */
    private long end() {
        long end = sectionTable() + (long) sections() * SECTION;
        for (int i = 0; i < segments(); i++) {
            int segment = start + (int) segmentTable() + i * SEGMENT;
            long offset = file.getLong(segment + 8);
            long size = file.getLong(segment + 32);
            if (!isInside(offset, size) || size < 0) {
                return Long.MAX_VALUE;
            }
            end = Math.max(end, offset + size);
        }
        return start + end;
    }
}
