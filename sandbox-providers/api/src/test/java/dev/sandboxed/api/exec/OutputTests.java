package dev.sandboxed.api.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutputTests {

    private static final int SEGMENT = 64 * 1024;

    @Test
    void isEmptyWhenNothingWasWritten() {
        Output output = new OutputCollector(10).toOutput();

        assertThat(output).isSameAs(Output.EMPTY).hasToString("Output[0 bytes]");
        assertThat(output.bytes()).isEmpty();
        assertThat(output.truncated()).isFalse();
    }

    @Test
    void keepsAllUpToItsLimit() {
        Output output = collected(10, "0123456789");

        assertThat(output.text()).isEqualTo("0123456789");
        assertThat(output.written()).isEqualTo(10);
        assertThat(output.truncated()).isFalse();
    }

    @Test
    void isTruncatedOneByteBeyondItsLimit() {
        Output output = collected(10, "0123456789X");

        assertThat(output.text()).isEqualTo("0123456789");
        assertThat(output.size()).isEqualTo(10);
        assertThat(output.written()).isEqualTo(11);
        assertThat(output.truncated()).isTrue();
        assertThat(output).hasToString("Output[11 bytes, first 10 kept]");
    }

    @Test
    void keepsTheFirstBytesWhenTheLimitFallsWithinAnAppend() {
        assertThat(collected(10, "01234", "56789X", "YZ").text()).isEqualTo("0123456789");
    }

    @Test
    void countsWithoutKeepingWhenItsLimitIsNothing() {
        Output output = collected(0, "abc");

        assertThat(output.bytes()).isEmpty();
        assertThat(output.written()).isEqualTo(3);
        assertThat(output.truncated()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1023, 1024, 1025, SEGMENT - 1, SEGMENT, SEGMENT + 1, 3 * SEGMENT, 3 * SEGMENT + 7})
    void isExactAroundTheEdgesOfItsSegments(int length) {
        byte[] bytes = pattern(length);
        OutputCollector atOnce = new OutputCollector(Integer.MAX_VALUE);
        atOnce.append(bytes, 0, length);
        OutputCollector inPieces = new OutputCollector(Integer.MAX_VALUE);
        for (int at = 0; at < length; at += 700) {
            inPieces.append(bytes, at, Math.min(700, length - at));
        }

        assertThat(atOnce.toOutput().bytes()).isEqualTo(bytes);
        assertThat(inPieces.toOutput().bytes()).isEqualTo(bytes);
    }

    @Test
    void isNotChangedByWhatIsAppendedLater() {
        OutputCollector collector = new OutputCollector(100);
        append(collector, "early");
        Output early = collector.toOutput();
        append(collector, " and late");

        assertThat(early.text()).isEqualTo("early");
        assertThat(early.written()).isEqualTo(5);
        assertThat(collector.toOutput().text()).isEqualTo("early and late");
    }

    @Test
    void isNotChangedThroughArrays() {
        byte[] given = {1, 2};
        Output output = Output.of(given);
        given[0] = 9;
        output.bytes()[1] = 9;

        assertThat(output.bytes()).containsExactly(1, 2);
    }

    @Test
    void takesThePartOfAnArrayThatItIsTold() {
        OutputCollector collector = new OutputCollector(100);
        collector.append("xxabcxx".getBytes(StandardCharsets.UTF_8), 2, 3);

        assertThat(collector.toOutput().text()).isEqualTo("abc");
    }

    @Test
    void decodesInvalidBytesAsReplacements() {
        assertThat(Output.of(new byte[] {'a', (byte) 0xff, 0}).text()).isEqualTo("a\ufffd\0");
    }

    @Test
    void isNotTruncatedWhenItWentToAFile() {
        Output output = Output.inFile(Path.of("out.txt"), 5_000);

        assertThat(output.truncated()).isFalse();
        assertThat(output.size()).isZero();
        assertThat(output.written()).isEqualTo(5_000);
        assertThat(output.file()).contains(Path.of("out.txt"));
        assertThat(output).hasToString("Output[5000 bytes, in out.txt]");
    }

    private static Output collected(int limit, String... parts) {
        OutputCollector collector = new OutputCollector(limit);
        Arrays.stream(parts).forEach(part -> append(collector, part));
        return collector.toOutput();
    }

    private static void append(OutputCollector collector, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        collector.append(bytes, 0, bytes.length);
    }

    private static byte[] pattern(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 31 + i / 251);
        }
        return bytes;
    }
}
