package dev.sandboxed.guest.internal.busybox;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * Reads from the first bytes of a program what it runs on, and whether it needs anything beside itself.
 *
 * @param machine number of the architecture
 * @param isStatic whether it brings all of its libraries: no interpreter is named that would load them
 */
public record ElfHeader(int machine, boolean isStatic) {

    private static final int MAGIC = 0x7f454c46;
    private static final int BITS = 4;
    private static final int ORDER = 5;
    private static final int MACHINE = 18;
    private static final int INTERPRETER = 3;

    /** Reads it; nothing if the bytes are not those of a program in this format. */
    public static Optional<ElfHeader> read(byte[] program) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(program);
            if (bytes.getInt(0) != MAGIC) {
                return Optional.empty();
            }
            bytes.order(bytes.get(ORDER) == 2 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
            boolean wide = bytes.get(BITS) == 2;
            long table = wide ? bytes.getLong(32) : Integer.toUnsignedLong(bytes.getInt(28));
            int size = Short.toUnsignedInt(bytes.getShort(wide ? 54 : 42));
            int count = Short.toUnsignedInt(bytes.getShort(wide ? 56 : 44));
            boolean interpreted = false;
            for (int i = 0; i < count; i++) {
                interpreted |= bytes.getInt(Math.toIntExact(table + (long) i * size)) == INTERPRETER;
            }
            return Optional.of(new ElfHeader(Short.toUnsignedInt(bytes.getShort(MACHINE)), !interpreted));
        } catch (IndexOutOfBoundsException | BufferUnderflowException | ArithmeticException e) {
            return Optional.empty();
        }
    }
}
