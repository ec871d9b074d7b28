package dev.sandboxed.guest.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Stdin;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class GuestBrokenInputTests extends GuestTest {

    @Test
    void brokenSourceKillsTheCommandBeforeItTakesHalfOfTheInputForAllOfIt() {
        InputStream broken = new InputStream() {
            private final InputStream half = new ByteArrayInputStream(new byte[1000]);

            @Override
            public int read() throws IOException {
                int next = half.read();
                if (next < 0) {
                    throw new IOException("the disk is gone");
                }
                return next;
            }

            @Override
            public int read(byte[] buffer, int offset, int length) throws IOException {
                int count = half.read(buffer, offset, length);
                if (count < 0) {
                    throw new IOException("the disk is gone");
                }
                return count;
            }
        };
        assertThatThrownBy(() -> guest.run(
                        Command.shell("cat >/dev/null; touch finished").stdin(Stdin.stream(broken))))
                .isInstanceOf(SandboxTransportException.class)
                .hasMessageContaining("the disk is gone");
        assertThat(guest.at("finished")).doesNotExist();
        assertThat(guest.sh("echo next").stdout()).isEqualTo("next\n");
    }

    @Test
    void threadThatFeedsACommandAndDiesDoesNotLeaveItWaitingForMore() {
        InputStream deadly = new InputStream() {
            @Override
            public int read() {
                throw new OutOfMemoryError("Java heap space");
            }

            @Override
            public int read(byte[] buffer, int offset, int length) {
                return read();
            }
        };
        assertThatThrownBy(() -> guest.run(Command.shell("cat >/dev/null; touch finished")
                        .stdin(Stdin.stream(deadly))
                        .timeout(Duration.ofSeconds(15))))
                .isInstanceOf(SandboxTransportException.class)
                .hasMessageContaining("Java heap space");
        assertThat(guest.at("finished")).doesNotExist();
    }
}
