package dev.sandboxed.guest.internal.words;

import dev.sandboxed.process.internal.output.ByteSink;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Takes what a supervisor says out of the output of commands. It says it between a byte 036 and a byte 037 and begins with a
 * word that nobody else uses; whatever only looks like that is output. The two bytes differ, since a command may itself be a
 * supervisor: the end of what that says must not look like the beginning of something, for which more would be waited for.
 */
public final class MarkScanner {

    private static final byte BEGIN = 036;
    private static final byte END = 037;
    private static final int LONGEST = 1024;

    private final byte[] beginning;
    private final ByteSink output;
    private final Consumer<String> marks;
    private byte[] pending = {};

    public MarkScanner(String word, ByteSink output, Consumer<String> marks) {
        this.beginning = ("\036" + word + " ").getBytes(StandardCharsets.US_ASCII);
        this.output = output;
        this.marks = marks;
    }

    public void accept(byte[] bytes) {
        byte[] data = joined(pending, bytes);
        pending = new byte[0];
        int from = 0;
        while (from < data.length) {
            int edge = indexOf(BEGIN, data, from);
            pass(data, from, edge);
            if (edge == data.length) {
                return;
            }
            int end = endOfMark(data, edge);
            if (end == data.length) {
                pending = Arrays.copyOfRange(data, edge, data.length);
                return;
            }
            if (end < 0) {
                pass(data, edge, edge + 1);
                from = edge + 1;
            } else {
                int text = edge + beginning.length;
                marks.accept(new String(data, text, end - text, StandardCharsets.UTF_8));
                from = end + 1;
            }
        }
    }

    /** Nothing more comes, so what was pending back is output. */
    public void end() {
        pass(pending, 0, pending.length);
        pending = new byte[0];
        output.end();
    }

    /** Returns where the mark that begins here ends: the length of the data if that is still to come, -1 if it is none. */
    private int endOfMark(byte[] data, int edge) {
        int known = Math.min(beginning.length, data.length - edge);
        if (!Arrays.equals(data, edge, edge + known, beginning, 0, known)) {
            return -1;
        }
        int end = indexOf(END, data, edge + known);
        return end == data.length && end - edge > LONGEST ? -1 : end;
    }

    private static int indexOf(byte wanted, byte[] data, int from) {
        for (int i = from; i < data.length; i++) {
            if (data[i] == wanted) {
                return i;
            }
        }
        return data.length;
    }

    private void pass(byte[] data, int from, int to) {
        if (to > from) {
            output.accept(from == 0 ? data : Arrays.copyOfRange(data, from, to), to - from);
        }
    }

    private static byte[] joined(byte[] first, byte[] second) {
        if (first.length == 0) {
            return second;
        }
        byte[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }
}
