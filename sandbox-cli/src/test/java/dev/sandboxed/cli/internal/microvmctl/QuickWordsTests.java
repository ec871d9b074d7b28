package dev.sandboxed.cli.internal.microvmctl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.wire.internal.CommandEvent;
import dev.sandboxed.wire.internal.CommandWords;
import dev.sandboxed.wire.internal.Frame;
import dev.sandboxed.wire.internal.NewSandbox;
import dev.sandboxed.wire.internal.Words;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written and read by hand is what the library writes and reads. */
class QuickWordsTests {

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\"", "\\", "\\u0041", "a\nb\t\r\b\f\u0001\u001f\u007f", "äöü€", "😀", "\u2028"})
    void theServerUnderstandsWords(String word) throws IOException {
        Command command = Command.of("printf", "%s", word).timeout(Duration.ofMillis(1234));

        CommandWords read = Words.asked(QuickWords.of("id-1", command, new byte[] {0, -1}), CommandWords.class);

        assertThat(read.id()).isEqualTo("id-1");
        assertThat(read.command().argv()).containsExactly("printf", "%s", word);
        assertThat(read.command().timeout()).isEqualTo(Duration.ofMillis(1234));
        assertThat(((Stdin.Bytes) read.command().stdin()).content()).containsExactly(0, -1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 999, 600_000, 31_536_000_000L})
    void theServerUnderstandsTimes(long millis) throws IOException {
        Command command = Command.of("true").timeout(Duration.ofMillis(millis));

        CommandWords read = Words.asked(QuickWords.of("x", command, null), CommandWords.class);

        assertThat(read.command().timeout()).isEqualTo(Duration.ofMillis(millis));
        assertThat(read.command().stdin()).isEqualTo(Stdin.open());
    }

    @ParameterizedTest
    @MethodSource
    void theServerUnderstandsSpecs(SandboxSpec spec) throws IOException {
        NewSandbox read = Words.asked(QuickWords.of("id-1", spec), NewSandbox.class);

        assertThat(read.id()).isEqualTo("id-1");
        assertThat(read.ownerOrNone()).isEmpty();
        assertThat(read.spec().spec()).isEqualTo(spec);
    }

    static Stream<SandboxSpec> theServerUnderstandsSpecs() {
        SandboxSpec plain = SandboxSpec.builder()
                .workdir("/a \"b\"\n")
                .label("who", "ä\\")
                .label("why", "")
                .timeToLive(Duration.ofMillis(1234))
                .startupTimeout(Duration.ofMillis(7))
                .build();
        return Stream.of(
                plain,
                SandboxSpec.defaults(),
                plain.toBuilder().env("A", "b").build(),
                plain.toBuilder().network(Network.NONE).build(),
                plain.toBuilder().image("busybox").user("nobody").build());
    }

    @ParameterizedTest
    @MethodSource
    void eventsAreReadAsTheLibraryDoes(CommandEvent event) throws IOException {
        Frame frame = Frame.of(event);

        CommandEvent read = QuickWords.event(frame);

        assertThat(read).isEqualTo(event);
        assertThat(read.ending()).isEqualTo(frame.event().ending());
    }

    static Stream<CommandEvent> eventsAreReadAsTheLibraryDoes() {
        return Stream.of(
                CommandEvent.NONE,
                CommandEvent.STARTED,
                CommandEvent.ended(Ending.exited(0), Duration.ofNanos(1)),
                CommandEvent.ended(Ending.exited(255), Duration.ofDays(365)),
                CommandEvent.ended(Ending.timedOut(), Duration.ofMillis(1500)),
                CommandEvent.ended(Ending.outOfMemory(), Duration.ZERO));
    }

    @Test
    void whatWentWrongIsReadByTheLibrary() throws IOException {
        Frame frame = Frame.of(CommandEvent.failed(new IllegalArgumentException("no \"such\" thing")));

        assertThat(QuickWords.event(frame).error()).isEqualTo(frame.event().error());
        assertThat(new String(frame.content(), StandardCharsets.UTF_8)).contains("such");
    }
}
