package dev.sandboxed.provider.remote.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.provider.remote.internal.fake.FakeService;
import dev.sandboxed.wire.internal.CommandEvent;
import dev.sandboxed.wire.internal.CommandWords;
import dev.sandboxed.wire.internal.FaultWords;
import dev.sandboxed.wire.internal.Frame;
import dev.sandboxed.wire.internal.Words;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is sent for a command, and what becomes of the answer. */
@Timeout(60)
class HttpCommandTests {

    private static final String RUN = "POST /v1/sandboxes/ID/commands";
    private static final String INPUT = "POST /v1/sandboxes/ID/commands/c1/input";
    private static final Frame STARTED = Frame.of(CommandEvent.STARTED);
    private static final Frame ENDED = Frame.of(CommandEvent.ended(Ending.exited(3), Duration.ofMillis(1500)));

    @TempDir
    private Path folder;

    private FakeService service;
    private HttpProvider provider;
    private Sandbox sandbox;

    @BeforeEach
    void start() throws IOException {
        service = new FakeService()
                .creating()
                .on("GET /v1/sandboxes/ID", 200, FakeService.sandbox("any"))
                .on(
                        "DELETE /v1/sandboxes/ID",
                        new MockResponse.Builder().code(204).build());
        provider = new HttpProvider(service.context(folder, "requestTimeout", "3s"));
        sandbox = provider.create(SandboxSpec.defaults());
    }

    @AfterEach
    void stop() {
        provider.close();
        service.close();
    }

    private static Frame out(String text) {
        return new Frame(Frame.STDOUT, text.getBytes(StandardCharsets.UTF_8));
    }

    private CommandWords asked() throws IOException {
        return Words.asked(service.requests(RUN).get(0).getBody().toByteArray(), CommandWords.class);
    }

    @Test
    void aCommandIsSentWithItsInputAndItsFramesAreItsResult() throws IOException {
        Frame later = new Frame(77, new byte[] {1, 2, 3});
        Frame err = new Frame(Frame.STDERR, "no".getBytes(StandardCharsets.UTF_8));
        service.on(
                RUN,
                FakeService.frames(STARTED, out("he"), Frame.of(CommandEvent.NONE), later, err, out("llo"), ENDED)
                        .build());
        ExecResult result = sandbox.exec(Command.of("cat", "a b").stdin("typed").timeout(Duration.ofSeconds(30)));
        assertThat(result.stdout()).isEqualTo("hello");
        assertThat(result.stderr()).isEqualTo("no");
        assertThat(result.ending()).isEqualTo(Ending.exited(3));
        assertThat(result.duration()).isEqualTo(Duration.ofMillis(1500));
        CommandWords words = asked();
        assertThat(words.argv()).containsExactly("cat", "a b");
        assertThat(words.timeoutSeconds()).isEqualTo(30);
        assertThat(words.inputFollows()).isFalse();
        assertThat(Base64.getDecoder().decode(words.input())).isEqualTo("typed".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aSignalIsToldFromAnExit() {
        Frame killed = Frame.of(CommandEvent.ended(Ending.signaled(Signal.TERM), Duration.ZERO));
        service.on(RUN, FakeService.frames(STARTED, killed).build());
        assertThat(sandbox.exec("true").ending()).isEqualTo(Ending.signaled(Signal.TERM));
    }

    @Test
    void aCommandWhoseAnswerIsLostIsNotSentAgain() {
        service.on(
                RUN,
                new MockResponse.Builder()
                        .onResponseStart(SocketEffect.ShutdownConnection.INSTANCE)
                        .build());
        assertThatThrownBy(() -> sandbox.exec("true")).isInstanceOf(SandboxTransportException.class);
        assertThat(service.requests(RUN)).hasSize(1);
        assertThat(sandbox.state()).isEqualTo(SandboxState.RUNNING);
    }

    @Test
    void anAnswerThatEndsBeforeTheCommandIsNoResult() {
        service.on(RUN, FakeService.frames(STARTED, out("half")).build());
        assertThatThrownBy(() -> sandbox.exec("true"))
                .isInstanceOf(SandboxTransportException.class)
                .hasMessageContaining("cut off");
        assertThat(service.requests(RUN)).hasSize(1);
    }

    @Test
    void anAnswerThatIsNoRowOfFramesIsNoResult() {
        service.on(
                RUN,
                new MockResponse.Builder()
                        .body("<html>Welcome to the gateway</html>")
                        .build());
        assertThatThrownBy(() -> sandbox.exec("true"))
                .isInstanceOf(SandboxTransportException.class)
                .hasMessageContaining("is this an answer of the contract?");
    }

    @Test
    void aBrokenConnectionOfASandboxThatIsGoneIsTheEndOfTheSandbox() {
        service.anew("GET /v1/sandboxes/ID");
        service.on(RUN, FakeService.frames(STARTED).build());
        assertThatThrownBy(() -> sandbox.exec("true")).isInstanceOf(SandboxDestroyedException.class);
        assertThat(sandbox.state()).isEqualTo(SandboxState.DESTROYED);
    }

    @Test
    void whatCannotBeStartedIsToldByStartAsWell() {
        FaultWords missing = new FaultWords(
                "sandbox-file-not-found", "No such directory '/nix'", null, "/nix", "missing", null, null, null, null);
        service.on(RUN, 404, missing)
                .on(
                        RUN,
                        FakeService.frames(Frame.of(new CommandEvent(null, null, null, null, missing)))
                                .build());
        for (int way = 0; way < 2; way++) {
            assertThatThrownBy(() -> sandbox.start(Command.of("true").cwd("/nix")))
                    .isInstanceOf(SandboxFileNotFoundException.class)
                    .hasMessageContaining("/nix");
        }
    }

    @Test
    void whatCouldNeverBeRightIsAnIllegalArgument() {
        service.on(RUN, 400, FaultWords.of(FaultWords.BAD_REQUEST, "Too many arguments", null));
        assertThatThrownBy(() -> sandbox.exec("true"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Too many arguments");
    }

    @Test
    void aLongInputFollowsInPiecesAndItsEndIsTold() throws IOException {
        byte[] input = new byte[600_000];
        input[599_999] = 7;
        service.on(INPUT, new MockResponse.Builder().code(204).build())
                // It ends when its input has had the time to come.
                .on(
                        RUN,
                        FakeService.frames(STARTED, ENDED)
                                .throttleBody(STARTED.written().length + 6L, 3, TimeUnit.SECONDS)
                                .build());
        sandbox.exec(Command.of("cat").stdin(Stdin.stream(new ByteArrayInputStream(input))));
        assertThat(asked().inputFollows()).isTrue();
        assertThat(asked().input()).isNull();
        List<RecordedRequest> pieces = service.requests(INPUT);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (RecordedRequest piece : pieces) {
            assertThat(piece.getBodySize()).isLessThanOrEqualTo(256 * 1024);
            all.writeBytes(piece.getBody().toByteArray());
        }
        assertThat(all.toByteArray()).isEqualTo(input);
        RecordedRequest last = pieces.get(pieces.size() - 1);
        assertThat(last.getUrl().queryParameter("end")).isEqualTo("true");
        assertThat(last.getBodySize()).isZero();
        assertThat(pieces.get(0).getUrl().queryParameter("end")).isNull();
    }
}
