package dev.sandboxed.guest.internal.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.process.internal.output.ByteSink;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MarkScannerTests {

    private static final String WORD = "c0ffee";

    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private final List<String> marks = new ArrayList<>();
    /** What came when: marks in between of output. */
    private final StringBuilder order = new StringBuilder();

    private int ends;
    private final MarkScanner scanner = new MarkScanner(
            WORD,
            new ByteSink() {
                @Override
                public void accept(byte[] bytes, int length) {
                    output.write(bytes, 0, length);
                    order.append(new String(bytes, 0, length, StandardCharsets.ISO_8859_1));
                }

                @Override
                public void end() {
                    ends++;
                }
            },
            mark -> {
                marks.add(mark);
                order.append('<').append(mark).append('>');
            });

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String mark(String text) {
        return "\036" + WORD + " " + text + "\037";
    }

    private String written() {
        return output.toString(StandardCharsets.ISO_8859_1);
    }

    /** A guest in a guest once waited for ever: its last byte was held back. */
    @Test
    void whatTheSupervisorOfAGuestInsideSaysIsPassedOnToItsLastByte() {
        String foreign = "\036decade hello 7 Linux\037";
        scanner.accept(bytes(foreign));
        assertThat(written()).isEqualTo(foreign);
    }

    @Test
    void marksAreFoundWhereverTheChunksAreCut() {
        String text = "a\036b" + mark("begin") + "\0\377\036\036" + mark("end exit 0 0 free") + mark("done") + "z";
        String expected = "a\036b<begin>\0\377\036\036<end exit 0 0 free><done>z";
        byte[] all = bytes(text);
        for (int first = 0; first <= all.length; first++) {
            for (int second = first; second <= all.length; second++) {
                order.setLength(0);
                scanner.accept(Arrays.copyOfRange(all, 0, first));
                scanner.accept(Arrays.copyOfRange(all, first, second));
                scanner.accept(Arrays.copyOfRange(all, second, all.length));
                assertThat(order).as("cut at %d and %d", first, second).hasToString(expected);
            }
        }
    }

    @Test
    void marksAreFoundByteByByte() {
        for (byte one : bytes("x" + mark("hello 7 writable Linux version 6") + "\036" + WORD + "y" + mark("done"))) {
            scanner.accept(new byte[] {one});
        }
        assertThat(marks).containsExactly("hello 7 writable Linux version 6", "done");
        assertThat(written()).isEqualTo("x\036" + WORD + "y");
    }

    @Test
    void edgeOfOutputIsTheEdgeOfAMark() {
        scanner.accept(bytes("out\036" + mark("done") + "\036"));
        scanner.accept(bytes(mark("begin")));
        scanner.end();
        assertThat(order).hasToString("out\036<done>\036<begin>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\036decade done\036",
                "\036c0ffe\036",
                "\036c0ffeedone\036",
                "\036 c0ffee done\036",
                "\036C0FFEE done\036",
                "c0ffee done\036",
                "\036\036\036\036",
                "\036c0ffee\036"
            })
    void whatOnlyLooksLikeAMarkIsOutput(String alike) {
        scanner.accept(bytes(alike));
        scanner.end();
        for (byte one : bytes(alike)) {
            scanner.accept(new byte[] {one});
        }
        scanner.end();
        assertThat(marks).isEmpty();
        assertThat(written()).isEqualTo(alike + alike);
    }

    @Test
    void beginningWithoutAnEndIsOutputOnceNothingMoreComes() {
        String half = "\036" + WORD + " end exit 0";
        scanner.accept(bytes(half));
        assertThat(written()).isEmpty();
        scanner.end();
        assertThat(written()).isEqualTo(half);
        assertThat(marks).isEmpty();
        assertThat(ends).isEqualTo(1);
    }

    @Test
    void endlessMarkIsNotHeldBackForever() {
        String endless = "\036" + WORD + " " + "x".repeat(5000);
        for (byte one : bytes(endless)) {
            scanner.accept(new byte[] {one});
        }
        assertThat(written()).isEqualTo(endless);
        scanner.accept(bytes(mark("done")));
        assertThat(marks).containsExactly("done");
    }

    @Test
    void outputIsNotHeldBackWithoutNeed() {
        scanner.accept(bytes("a\036b"));
        assertThat(written()).isEqualTo("a\036b");
        scanner.accept(bytes("c\036" + WORD.substring(0, 2) + "!"));
        assertThat(written()).isEqualTo("a\036bc\036" + WORD.substring(0, 2) + "!");
    }

    @Test
    void textOfAMarkIsUtf8() {
        scanner.accept(("\036" + WORD + " hello 1 closed Linüx\037").getBytes(StandardCharsets.UTF_8));
        assertThat(marks).containsExactly("hello 1 closed Linüx");
    }
}
