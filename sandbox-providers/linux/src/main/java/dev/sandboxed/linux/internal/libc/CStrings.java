package dev.sandboxed.linux.internal.libc;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A list of strings as C wants it: a table of pointers that ends in null, and the bytes behind it, in one block. */
public final class CStrings implements AutoCloseable {

    private final Memory block;

    public CStrings(List<String> strings) {
        List<byte[]> encoded = strings.stream()
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList();
        long table = (encoded.size() + 1L) * Native.POINTER_SIZE;
        long size = table;
        for (byte[] bytes : encoded) {
            size += bytes.length + 1L;
        }
        block = new Memory(size);
        long at = table;
        for (int i = 0; i < encoded.size(); i++) {
            byte[] bytes = encoded.get(i);
            block.write(at, bytes, 0, bytes.length);
            block.setByte(at + bytes.length, (byte) 0);
            block.setPointer((long) i * Native.POINTER_SIZE, block.share(at));
            at += bytes.length + 1L;
        }
        block.setPointer((long) encoded.size() * Native.POINTER_SIZE, Pointer.NULL);
    }

    /** Point at the table. */
    public Pointer table() {
        return block;
    }

    /** Point at the first string itself. */
    public Pointer first() {
        return block.getPointer(0);
    }

    @Override
    public void close() {
        block.close();
    }
}
