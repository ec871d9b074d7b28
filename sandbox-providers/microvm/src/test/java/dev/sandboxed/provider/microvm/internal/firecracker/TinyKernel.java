package dev.sandboxed.provider.microvm.internal.firecracker;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** A kernel for x86_64 that halts at once. Monitors take it for one, and have it running long before any other has booted. */
final class TinyKernel {

    private static final int BASE = 0x1000000;
    private static final int HEADER = 64;
    private static final int SEGMENT = 56;
    private static final int CODE_AT = HEADER + 2 * SEGMENT;
    private static final int CODE = 16;
    private static final int NOTE = 24;
    private static final int LOAD = 1;
    private static final int NOTES = 4;
    private static final int X86_64 = 62;
    /** Says where the kernel begins, for whoever boots it as Xen does: QEMU. */
    private static final int ENTRY_NOTE = 18;

    private TinyKernel() {}

    static byte[] bytes() {
        ByteBuffer file = ByteBuffer.allocate(CODE_AT + CODE + NOTE).order(ByteOrder.LITTLE_ENDIAN);
        file.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1}).position(16);
        file.putShort((short) 2).putShort((short) X86_64).putInt(1);
        file.putLong(BASE).putLong(HEADER).putLong(0).putInt(0);
        file.putShort((short) HEADER)
                .putShort((short) SEGMENT)
                .putShort((short) 2)
                .putShort((short) HEADER);
        file.position(HEADER);
        segment(file, LOAD, CODE_AT, BASE, CODE);
        segment(file, NOTES, CODE_AT + CODE, BASE + CODE, NOTE);
        // No interrupts, halt, and should anything come: halt again.
        file.put(new byte[] {(byte) 0xfa, (byte) 0xf4, (byte) 0xeb, (byte) 0xfd});
        file.position(CODE_AT + CODE);
        file.putInt(4).putInt(Long.BYTES).putInt(ENTRY_NOTE);
        file.put("Xen\0".getBytes(StandardCharsets.US_ASCII)).putLong(BASE);
        return file.array();
    }

    private static void segment(ByteBuffer file, int type, int offset, long address, long size) {
        file.putInt(type).putInt(5).putLong(offset).putLong(address).putLong(address);
        file.putLong(size).putLong(size).putLong(4);
    }
}
