package dev.sandboxed.guest.internal.busybox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ElfHeaderTests {

    /** Makes the header of a program with 64 bits and one segment. */
    static byte[] program(ByteOrder order, int machine, int segment) {
        ByteBuffer bytes = ByteBuffer.allocate(200);
        bytes.putInt(0, 0x7f454c46);
        bytes.put(4, (byte) 2);
        bytes.put(5, (byte) (order == ByteOrder.BIG_ENDIAN ? 2 : 1));
        bytes.order(order);
        bytes.putShort(18, (short) machine);
        bytes.putLong(32, 64);
        bytes.putShort(54, (short) 56);
        bytes.putShort(56, (short) 1);
        bytes.putInt(64, segment);
        return bytes.array();
    }

    @Test
    void aProgramWithoutAnInterpreterIsStatic() {
        assertThat(ElfHeader.read(program(ByteOrder.LITTLE_ENDIAN, 62, 1))).contains(new ElfHeader(62, true));
        assertThat(ElfHeader.read(program(ByteOrder.BIG_ENDIAN, 22, 1))).contains(new ElfHeader(22, true));
    }

    @Test
    void aProgramWithAnInterpreterIsNot() {
        assertThat(ElfHeader.read(program(ByteOrder.LITTLE_ENDIAN, 62, 3))).contains(new ElfHeader(62, false));
    }

    @Test
    void aProgramOf32BitsIsRead() {
        ByteBuffer bytes = ByteBuffer.allocate(100);
        bytes.putInt(0, 0x7f454c46);
        bytes.put(4, (byte) 1);
        bytes.put(5, (byte) 1);
        bytes.order(ByteOrder.LITTLE_ENDIAN);
        bytes.putShort(18, (short) 40);
        bytes.putInt(28, 52);
        bytes.putShort(42, (short) 32);
        bytes.putShort(44, (short) 1);
        bytes.putInt(52, 3);

        assertThat(ElfHeader.read(bytes.array())).contains(new ElfHeader(40, false));
    }

    @Test
    void aScriptIsNoProgram() {
        assertThat(ElfHeader.read("#!/bin/sh\necho busybox\n".getBytes(StandardCharsets.UTF_8)))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 10, 40, 60, 65})
    void aProgramThatWasCutOffIsNone(int length) {
        assertThat(ElfHeader.read(Arrays.copyOf(program(ByteOrder.LITTLE_ENDIAN, 62, 1), length)))
                .isEmpty();
    }
}
