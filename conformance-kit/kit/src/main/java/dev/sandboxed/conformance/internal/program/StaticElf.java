package dev.sandboxed.conformance.internal.program;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Makes an executable file of Linux out of code that uses nothing but system calls and what lies beside it. */
final class StaticElf {

    private static final byte[] IDENTITY = {0x7f, 'E', 'L', 'F', 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    private static final short EXECUTABLE = 2;
    private static final int VERSION = 1;
    private static final short FILE_HEADER = 64;
    private static final short SEGMENT_HEADER = 56;
    private static final int LOADED = 1;
    private static final int READ_AND_EXECUTE = 5;
    private static final long ADDRESS = 0x400000;
    /** The largest size of a page that either architecture has. */
    private static final long PAGE = 0x10000;

    private StaticElf() {}

    /**
     * Returns code with headers before it. The code begins to run at its first byte.
     *
     * @param machine the number that the format has for the architecture
     * @param code instructions and constants, which do not care where they lie in memory
     */
    static byte[] of(short machine, byte[] code) {
        int start = FILE_HEADER + SEGMENT_HEADER;
        int size = start + code.length;
        return ByteBuffer.allocate(size)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(IDENTITY)
                .putShort(EXECUTABLE)
                .putShort(machine)
                .putInt(VERSION)
                .putLong(ADDRESS + start)
                .putLong(FILE_HEADER)
                .putLong(0) // no table of sections
                .putInt(0) // no flags
                .putShort(FILE_HEADER)
                .putShort(SEGMENT_HEADER)
                .putShort((short) 1) // one segment
                .putShort((short) 0)
                .putShort((short) 0)
                .putShort((short) 0)
                .putInt(LOADED)
                .putInt(READ_AND_EXECUTE)
                .putLong(0) // from the beginning of the file
                .putLong(ADDRESS)
                .putLong(ADDRESS)
                .putLong(size)
                .putLong(size)
                .putLong(PAGE)
                .put(code)
                .array();
    }
}
