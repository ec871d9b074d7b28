package dev.sandboxed.provider.microvm.internal.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class FramesTests {

    private static DataInputStream coming(byte... bytes) {
        return new DataInputStream(new ByteArrayInputStream(bytes));
    }

    @Test
    void aRequestIsOneFrameWhoseFieldsEndWithZeros() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Frames.ask(out, List.of("token", "", "ü"));

        assertThat(out.toByteArray()).isEqualTo("Q\0\0\0\ntoken\0\0ü\0".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void framesAreReadOneAfterTheOther() throws IOException {
        DataInputStream in = coming(
                (byte) 'O',
                (byte) 0,
                (byte) 0,
                (byte) 0,
                (byte) 2,
                (byte) 'h',
                (byte) 'i',
                (byte) 'X',
                (byte) 0,
                (byte) 0,
                (byte) 0,
                (byte) 1,
                (byte) '7');

        assertThat(Frames.read(in)).hasValueSatisfying(frame -> {
            assertThat(frame.type()).isEqualTo(Frames.OUTPUT);
            assertThat(frame.text()).isEqualTo("hi");
        });
        assertThat(Frames.read(in))
                .hasValueSatisfying(frame -> assertThat(frame.text()).isEqualTo("7"));
        assertThat(Frames.read(in)).isEmpty();
    }

    @Test
    void aMachineThatSaysHowMuchItWillSendCannotFillOurMemory() {
        assertThatThrownBy(() -> Frames.read(coming((byte) 'O', (byte) 0x7f, (byte) 0, (byte) 0, (byte) 0)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("2130706432 bytes");
        assertThatThrownBy(() -> Frames.read(coming((byte) 'O', (byte) 0xff, (byte) 0, (byte) 0, (byte) 0)))
                .isInstanceOf(IOException.class);
    }

    @Test
    void theEndInTheMiddleOfAFrameIsNoEnd() {
        assertThatThrownBy(() -> Frames.read(coming((byte) 'O', (byte) 0, (byte) 0, (byte) 0, (byte) 9, (byte) 'h')))
                .isInstanceOf(EOFException.class);
    }
}
