package dev.sandboxed.provider.local.internal.bubblewrap.box;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.guest.exec.GuestChannel;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TerminalChannelTests {

    /** Says the same again and again, but not for ever. */
    private static final class Endless implements GuestChannel {
        private int left = 1000;

        @Override
        public OutputStream input() {
            return OutputStream.nullOutputStream();
        }

        @Override
        public Optional<OutputChunk> read() {
            return left-- == 0 ? Optional.empty() : Optional.of(new OutputChunk(Source.STDOUT, new byte[32 * 1024]));
        }

        @Override
        public void close() {}
    }

    @Test
    void aFirstLineWithoutEndFillsNoMemory() {
        Endless endless = new Endless();
        TerminalChannel terminal = new TerminalChannel(endless, (name, size) -> {});
        assertThatThrownBy(terminal::read).isInstanceOf(IOException.class).hasMessageContaining("4096");
        assertThat(endless.left).isGreaterThan(990);
    }
}
