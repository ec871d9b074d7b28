package dev.sandboxed.wire.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.sandboxed.api.Usage;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.limit.Resource;
import dev.sandboxed.api.limit.ResourceLimitException;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.Secret;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class WordsTests {

    @Test
    void whatIsExpectedArrivesInItsOrderWithEachSpecOnce() throws IOException {
        SandboxSpec one = SandboxSpec.builder().workdir("/one").build();
        SandboxSpec other = SandboxSpec.builder().workdir("/other").build();

        ExpectedWords arrived =
                overTheWire(ExpectedWords.of("runc", List.of(one, other, one, one)), ExpectedWords.class);

        assertThat(arrived.provider()).isEqualTo("runc");
        assertThat(arrived.kinds()).hasSize(2);
        assertThat(arrived.specs()).containsExactly(one, other, one, one);
    }

    private static <T> T overTheWire(T words, Class<T> kind) throws JsonProcessingException {
        return Words.asked(Words.written(words), kind);
    }

    @Test
    void aSpecArrivesAsItWas() throws IOException {
        SandboxSpec spec = SandboxSpec.builder()
                .image("debian:12")
                .workdir("/somewhere")
                .limits(Limits.builder()
                        .cpus(0.5)
                        .memory(DataSize.ofMebibytes(64))
                        .disk(DataSize.ofMebibytes(10))
                        .processes(7)
                        .openFiles(20)
                        .bandwidth(DataSize.ofKibibytes(100))
                        .addressSpace(DataSize.ofGibibytes(1))
                        .cpuTime(Duration.ofSeconds(3))
                        .build())
                .network(NetworkPolicy.allowing("host.example").exposing(80))
                .env("NAME", "value")
                .secret("KEY", Secret.of("hidden"))
                .user("nobody")
                .readOnlyRoot(true)
                .label("a", "b")
                .option("c", "d")
                .timeToLive(Duration.ofNanos(1_500_000_001))
                .startupTimeout(Duration.ofMillis(2))
                .build();

        SpecWords arrived = overTheWire(SpecWords.of(spec), SpecWords.class);

        assertThat(arrived.spec()).isEqualTo(spec);
        assertThat(arrived.toString()).doesNotContain("hidden");
        assertThat(overTheWire(SpecWords.of(SandboxSpec.defaults()), SpecWords.class)
                        .spec())
                .isEqualTo(SandboxSpec.defaults());
    }

    @Test
    void aCommandArrivesAsItWas() throws IOException {
        Command command = Command.of("printf", "%s", "a b\n")
                .env("X", "y")
                .cwd("below")
                .user("1000")
                .timeout(Duration.ofNanos(1));

        Command arrived = overTheWire(
                        CommandWords.of("c1", command, "in".getBytes(UTF_8), new TerminalSize(7, 8)),
                        CommandWords.class)
                .command();

        assertThat(arrived.argv()).isEqualTo(command.argv());
        assertThat(arrived.env()).isEqualTo(command.env());
        assertThat(arrived.cwd()).isEqualTo(command.cwd());
        assertThat(arrived.user()).isEqualTo(command.user());
        assertThat(arrived.timeout()).isEqualTo(command.timeout());
        assertThat(((Stdin.Bytes) arrived.stdin()).content()).asString().isEqualTo("in");
        assertThat(CommandWords.of("c2", command, null, null).command().stdin()).isEqualTo(Stdin.open());
        assertThat(CommandWords.of("c2", command, null, new TerminalSize(7, 8)).terminal())
                .isEqualTo(new TerminalSize(7, 8));
    }

    static List<Ending> endings() {
        return List.of(
                Ending.exited(3),
                Ending.signaled(Signal.TERM),
                Ending.timedOut(),
                Ending.outOfMemory(),
                Ending.outOfDisk(3));
    }

    @Test
    void whatWasUsedArrivesAsItWas() throws IOException {
        Usage usage = new Usage(Duration.ofMillis(1500), DataSize.ofMebibytes(2), DataSize.ofMebibytes(3), 4);
        Usage limited = usage.withDisk(Optional.of(DataSize.ofMebibytes(5)));

        assertThat(overTheWire(UsageWords.of(usage), UsageWords.class).usage()).isEqualTo(usage);
        assertThat(overTheWire(UsageWords.of(limited), UsageWords.class).usage())
                .isEqualTo(limited);
    }

    @ParameterizedTest
    @MethodSource("endings")
    void anEndArrivesAsItWas(Ending ending) throws IOException {
        Frame frame = Frame.of(CommandEvent.ended(ending, Duration.ofMillis(12)));

        Frame arrived = Frame.read(new ByteArrayInputStream(frame.written())).orElseThrow();

        assertThat(arrived.event().ending()).contains(ending);
        assertThat(arrived.event().took()).isEqualTo(Duration.ofMillis(12));
    }

    static List<SandboxException> failures() {
        Fault fault = Fault.of("It broke").remedy("mend it");
        return List.of(
                SandboxFileException.of("/a", FileFailure.MISSING, fault),
                SandboxFileException.of("/a", FileFailure.NOT_EMPTY, fault),
                new ResourceLimitException(Resource.DISK, "1m", "2m", fault),
                new UnsupportedCapabilityException(Capability.PAUSE, fault),
                new SandboxTransportException(fault));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aFailureArrivesAsItWas(SandboxException failure) throws IOException {
        FaultWords arrived = overTheWire(FaultWords.of(failure), FaultWords.class);

        assertThat(arrived.exception(fault -> fault))
                .hasSameClassAs(failure)
                .hasMessage(failure.getMessage())
                .usingRecursiveComparison()
                .ignoringFields("stackTrace", "cause", "suppressedExceptions")
                .isEqualTo(failure);
    }

    @Test
    void somethingMissingIsToldFromOtherFailures() {
        assertThat(FaultWords.of(failures().get(0)).exception(fault -> fault))
                .isInstanceOf(SandboxFileNotFoundException.class);
    }

    @Test
    void whatIsNotOursShowsNothingOfItself() {
        assertThat(FaultWords.of(new IllegalStateException("token abc")).what()).doesNotContain("abc");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"host\":\"h\",\"port\":1,\"more\":2}",
                "{\"host\":\"h\",\"port\":1,\"port\":2}",
                "{\"host\":\"h\",\"port\":null}",
                "{\"host\":\"h\",\"port\":1.5}",
                "{\"host\":\"h\",\"port\":1} {}",
                "[]",
                ""
            })
    void whatIsAskedIsReadStrictly(String text) {
        assertThatThrownBy(() -> Words.asked(text.getBytes(UTF_8), Place.class))
                .isInstanceOf(JsonProcessingException.class);
    }

    @Test
    void whatALaterServiceAddsIsPassedOver() throws IOException {
        byte[] text = "{\"host\":\"h\",\"port\":1,\"more\":2}".getBytes(UTF_8);

        assertThat(Words.answered(text, Place.class)).isEqualTo(new Place("h", 1));
    }

    @Test
    void aFrameThatIsTooLongOrCutIsRefused() {
        byte[] tooLong = {1, 0x7f, 0, 0, 0};
        byte[] cut = {1, 0, 0, 0, 5, 'a'};

        assertThatThrownBy(() -> Frame.read(new ByteArrayInputStream(tooLong)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("2130706432");
        assertThatThrownBy(() -> Frame.read(new ByteArrayInputStream(cut))).isInstanceOf(IOException.class);
    }

    @Test
    void whatAProviderCannotDoThatIsKnownHereIsPassedOver() {
        ProviderWords words = new ProviderWords(
                "other", true, "1", null, null, "container", List.of("PAUSE", "FUTURE"), 0.1, null, null);

        assertThat(words.features()).containsExactly(Capability.PAUSE);
        assertThat(words.status(Map.of()).isAvailable()).isTrue();
    }

    @Test
    void aServiceThatOnlyStartsProcessesSaysSo() throws IOException {
        String told = "{\"name\":\"n\",\"available\":true,\"isolation\":\"process\",\"capabilities\":[]";

        assertThat(Words.answered((told + "}").getBytes(UTF_8), ProviderWords.class)
                        .startsProcessesOnly())
                .isFalse();
        assertThat(Words.answered((told + ",\"processesOnly\":true}").getBytes(UTF_8), ProviderWords.class)
                        .startsProcessesOnly())
                .isTrue();
    }

    @Test
    void whatCanBeDoneInsideIsNotAskedOfAServiceThatOnlyStartsProcesses() {
        SandboxSpec usual = SandboxSpec.builder()
                .workdir("/elsewhere")
                .env("NAME", "value")
                .secret("KEY", Secret.of("hidden"))
                .label("a", "b")
                .timeToLive(Duration.ofMinutes(1))
                .build();
        SandboxSpec special = SandboxSpec.builder()
                .image("debian:12")
                .limits(Limits.builder().processes(7).build())
                .network(NetworkPolicy.of(Network.NONE))
                .user("nobody")
                .readOnlyRoot(true)
                .build();

        assertThat(Words.written(ProcessWords.Spec.of(usual))).asString(UTF_8).isEqualTo("{}");
        assertThat(Words.written(ProcessWords.Spec.of(special)))
                .asString(UTF_8)
                .isEqualTo("{\"image\":\"debian:12\",\"limits\":{\"processes\":7},\"network\":{\"mode\":\"none\"},"
                        + "\"user\":\"nobody\",\"readOnlyRoot\":true}");
    }
}
