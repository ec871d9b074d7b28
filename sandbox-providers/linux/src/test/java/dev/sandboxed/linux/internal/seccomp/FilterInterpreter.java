package dev.sandboxed.linux.internal.seccomp;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Runs a filter as the kernel does, so that those for processors that are not here can be tested too. */
final class FilterInterpreter {

    static final int ALLOWED = 0x7fff_0000;
    static final int KILLED = 0x8000_0000;

    private final ByteBuffer program;

    FilterInterpreter(byte[] program) {
        this.program = ByteBuffer.wrap(program).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns the answer to a system call. */
    int answer(int processor, int number, long... arguments) {
        ByteBuffer call = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
        call.putInt(number).putInt(processor).putLong(0);
        for (long argument : arguments) {
            call.putLong(argument);
        }
        int register = 0;
        for (int at = 0; ; at++) {
            int code = program.getShort(at * 8);
            int ifTrue = program.get(at * 8 + 2) & 0xff;
            int ifFalse = program.get(at * 8 + 3) & 0xff;
            int operand = program.getInt(at * 8 + 4);
            switch (code) {
                case 0x20 -> register = call.getInt(operand);
                case 0x05 -> at += operand;
                case 0x15 -> at += register == operand ? ifTrue : ifFalse;
                case 0x35 -> at += Integer.compareUnsigned(register, operand) >= 0 ? ifTrue : ifFalse;
                case 0x45 -> at += (register & operand) != 0 ? ifTrue : ifFalse;
                case 0x06 -> {
                    return operand;
                }
                default -> throw new IllegalStateException("Not an instruction of ours: " + code + " at " + at);
            }
        }
    }

    static int failure(int error) {
        return 0x0005_0000 | error;
    }
}
