package dev.sandboxed.guest.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.Execution;
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
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shells that were replaced by something that knows our word and says anything. */
@Timeout(120)
class LyingSupervisorTests {

    private static final int ROUNDS = 400;
    private static final Command PATIENT = Command.of("true").timeout(Duration.ofMinutes(2));
    private static final List<String> SAID = List.of(
            "hello",
            "hello 1",
            "hello 1 Linux",
            "hello -7 x",
            "ready",
            "busy",
            "done",
            "gone",
            "begin",
            "begin 1",
            "begin 1 2",
            "begin 99999999999 2",
            "end",
            "end 1 exit 0 0",
            "end 1 exit 256 0",
            "end 1 exit 999 0",
            "end 1 signal 137 1",
            "end 1 signal 3 0",
            "end 1 signal 200 0",
            "end 1 lost lost 0",
            "end 1 signal lost -5",
            "end 1 cwd 200 0",
            "end 1 file 200 0",
            "end 1 denied 200 0",
            "end 1 unsettable 200 0",
            "end 2 exit 0 0",
            "",
            "x",
            "end 1 exit 0");

    /** A guest in which everything that is started says something else. */
    private static final class Liar implements GuestRuntime {
        private final Random random;

        Liar(long seed) {
            this.random = new Random(seed);
        }

        @Override
        public GuestChannel start(GuestProcess process) {
            return channel(process.argv().get(4));
        }

        GuestChannel channel(String word) {
            return new GuestChannel() {
                private int left = random.nextInt(12);
                private boolean begun;

                @Override
                public OutputStream input() {
                    return OutputStream.nullOutputStream();
                }

                @Override
                public Optional<OutputChunk> read() {
                    if (!begun) {
                        begun = true;
                        return said("hello 1 Linux");
                    }
                    return left-- <= 0 ? Optional.empty() : said(SAID.get(random.nextInt(SAID.size())));
                }

                private Optional<OutputChunk> said(String what) {
                    String edge = random.nextInt(9) == 0 ? "" : "\036";
                    byte[] bytes = (edge + word + " " + what + "\037").getBytes(StandardCharsets.UTF_8);
                    return Optional.of(new OutputChunk(random.nextBoolean() ? Source.STDOUT : Source.STDERR, bytes));
                }

                @Override
                public void close() {
                    left = 0;
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

    private static void lie(long seed) {
        for (int round = 0; round < ROUNDS; round++) {
            Liar liar = new Liar(seed + round);
            GuestCommands.Home home = new GuestCommands.Home("/w", Map.of(), Set.of(), Fault::of);
            Command command = Command.of("true").timeout(Duration.ofSeconds(1));
            boolean live = round % 2 == 0;
            Throwable thrown = catchThrowable(() -> {
                try (GuestCommands commands = new GuestCommands(liar, home, liar.channel("word"), "word")) {
                    commands.awaitReady();
                    if (live) {
                        try (Execution execution = commands.start(command, result -> {})) {
                            execution.forEachChunk(chunk -> {});
                            execution.await();
                        }
                    } else {
                        commands.run(command);
                    }
                }
            });
            if (thrown != null) {
                assertThat(thrown).as("the answers of seed %d", seed + round).isInstanceOf(SandboxException.class);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {7, 20_261_115})
    void onlyTypedErrorsComeOfRandomWords(long seed) {
        lie(seed);
    }

    @Test
    void onlyTypedErrorsComeOfWordsThatNobodyHasHeardBefore() {
        lie(System.nanoTime());
    }

    /** A guest whose commands never begin, since somebody was left behind who writes to their outputs without end. */
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

    private static GuestCommands flooded() throws Exception {
        Flooded guest = new Flooded();
        GuestCommands.Home home = new GuestCommands.Home("/w", Map.of(), Set.of(), Fault::of);
        GuestCommands commands = new GuestCommands(guest, home, guest.channel("word", true), "word");
        commands.awaitReady();
        return commands;
    }

    @Test
    void whatCameBeforeACommandHadBegunFilledTheMemoryOfTheHost() throws Exception {
        try (GuestCommands commands = flooded()) {
            assertThatThrownBy(() -> commands.start(PATIENT, result -> {}))
                    .isInstanceOf(SandboxTransportException.class)
                    .hasMessageContaining("bytes of output wait for a reader");
        }
    }

    @Test
    void whatCameBeforeATerminalHadBegunFilledTheMemoryOfTheHost() throws Exception {
        try (GuestCommands commands = flooded()) {
            assertThatThrownBy(() -> commands.open(PATIENT, new TerminalSize(80, 24), ending -> {}))
                    .isInstanceOf(SandboxTransportException.class)
                    .hasMessageContaining("bytes of output wait for a reader");
        }
    }
}
