package dev.sandboxed.linux.internal.seccomp;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Instructions of a filter, in the order in which the kernel runs them. Each looks at one register, which is loaded from
 * the description of a system call; jumps lead forward only. The last one must be an answer, or the kernel takes none.
 */
final class FilterCode {

    private static final int LOAD = 0x20;
    private static final int JUMP = 0x05;
    private static final int JUMP_IF_EQUAL = 0x15;
    private static final int JUMP_IF_AT_LEAST = 0x35;
    private static final int JUMP_IF_ANY_BIT = 0x45;
    private static final int ANSWER = 0x06;

    private static final int NUMBER = 0;
    private static final int PROCESSOR = 4;
    private static final int FIRST_ARGUMENT = 16;
    private static final int INSTRUCTION = 8;

    private static final int ALLOW = 0x7fff_0000;
    private static final int KILL = 0x8000_0000;
    private static final int FAIL = 0x0005_0000;

    /**
     * One instruction.
     *
     * @param code what it does
     * @param ifTrue how many to skip if its condition holds
     * @param ifFalse how many to skip if not
     * @param operand what it compares, loads or answers
     */
    private record Instruction(int code, int ifTrue, int ifFalse, int operand) {}

    private final List<Instruction> instructions = new ArrayList<>();

    FilterCode loadProcessor() {
        return add(LOAD, PROCESSOR);
    }

    FilterCode loadNumber() {
        return add(LOAD, NUMBER);
    }

    /** Loads the lower half of an argument; flags, modes and requests have no other. */
    FilterCode loadArgument(int index) {
        return add(LOAD, FIRST_ARGUMENT + index * Long.BYTES);
    }

    FilterCode allow() {
        return add(ANSWER, ALLOW);
    }

    FilterCode kill() {
        return add(ANSWER, KILL);
    }

    /** Lets the call fail with this number of an error. */
    FilterCode fail(int error) {
        return add(ANSWER, FAIL | error);
    }

    /** Does these only if the register has this value. */
    FilterCode ifEqual(int value, FilterCode then) {
        return when(JUMP_IF_EQUAL, value, then);
    }

    FilterCode ifAtLeast(int value, FilterCode then) {
        return when(JUMP_IF_AT_LEAST, value, then);
    }

    FilterCode ifAnyBit(int mask, FilterCode then) {
        return when(JUMP_IF_ANY_BIT, mask, then);
    }

    /** A condition skips 255 instructions at most, so it skips a jump, and that skips the rest. */
    private FilterCode when(int condition, int value, FilterCode then) {
        instructions.add(new Instruction(condition, 1, 0, value));
        add(JUMP, then.instructions.size());
        instructions.addAll(then.instructions);
        return this;
    }

    private FilterCode add(int code, int operand) {
        instructions.add(new Instruction(code, 0, 0, operand));
        return this;
    }

    /** Writes them as the kernel reads them; both processors put the lowest byte first. */
    byte[] bytes() {
        ByteBuffer buffer =
                ByteBuffer.allocate(instructions.size() * INSTRUCTION).order(ByteOrder.LITTLE_ENDIAN);
        for (Instruction one : instructions) {
            buffer.putShort((short) one.code()).put((byte) one.ifTrue()).put((byte) one.ifFalse());
            buffer.putInt(one.operand());
        }
        return buffer.array();
    }
}
