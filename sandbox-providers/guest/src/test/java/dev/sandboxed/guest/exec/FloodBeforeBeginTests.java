package dev.sandboxed.guest.exec;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.api.exec.TerminalSize;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Somebody who was left behind holds the supervisor still, and writes to its outputs in its place. */
@Timeout(120)
class FloodBeforeBeginTests {

    private static final Command COMMAND = Command.of("true").timeout(Duration.ofMinutes(2));

    /** A guest whose commands never begin, and whose outputs never end. */
    private static final class Flooded implements GuestRuntime {

        @Override
        public GuestChannel start(GuestProcess process) {
            return channel(process.argv().get(4), process.terminal() != null);
        }

        GuestChannel channel(String word, boolean flooded) {
            Queue<String> first = new ArrayDeque<>(List.of("hello 1 Linux", "ready"));
            return new GuestChannel() {
                private boolean closed;

                @Override
                public OutputStream input() {
                    return OutputStream.nullOutputStream();
                }

                @Override
                public Optional<OutputChunk> read() {
                    if (closed) {
                        return Optional.empty();
                    }
                    String said = first.poll();
                    if (said != null) {
                        byte[] bytes = ("\036" + word + " " + said + "\037").getBytes(StandardCharsets.UTF_8);
                        return Optional.of(new OutputChunk(Source.STDOUT, bytes));
                    }
                    return flooded
                            ? Optional.of(new OutputChunk(Source.STDERR, new byte[64 * 1024]))
                            : Optional.empty();
                }

                @Override
                public void close() {
                    closed = true;
                }
            };
        }

        @Override
        public boolean isAlive() {
            return true;
        }

        @Override
        public Ending explain(GuestChannel lost, String printed) {
            return Ending.exited(3);
        }
    }

    private GuestCommands commands() throws Exception {
        Flooded guest = new Flooded();
        GuestCommands.Home home = new GuestCommands.Home("/w", Map.of(), Set.of(), Fault::of);
        GuestCommands commands = new GuestCommands(guest, home, guest.channel("word", true), "word");
        commands.awaitReady();
        return commands;
    }

    @Test
    void whatCameBeforeACommandHadBegunFilledTheMemoryOfTheHost() throws Exception {
        try (GuestCommands commands = commands()) {
            assertThatThrownBy(() -> commands.start(COMMAND, result -> {}))
                    .isInstanceOf(SandboxTransportException.class)
                    .hasMessageContaining("bytes of output wait for a reader");
        }
    }

    @Test
    void whatCameBeforeATerminalHadBegunFilledTheMemoryOfTheHost() throws Exception {
        try (GuestCommands commands = commands()) {
            assertThatThrownBy(() -> commands.open(COMMAND, new TerminalSize(80, 24), ending -> {}))
                    .isInstanceOf(SandboxTransportException.class)
                    .hasMessageContaining("bytes of output wait for a reader");
        }
    }
}
