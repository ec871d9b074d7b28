package dev.sandboxed.provider.remote.internal.http.guest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.guest.exec.GuestChannel;
import dev.sandboxed.guest.exec.GuestProcess;
import dev.sandboxed.provider.remote.internal.fake.FakeService;
import dev.sandboxed.provider.remote.internal.http.service.HttpSettings;
import dev.sandboxed.provider.remote.internal.http.service.SandboxLine;
import dev.sandboxed.provider.remote.internal.http.service.ServiceClient;
import dev.sandboxed.provider.remote.internal.wire.Wire;
import dev.sandboxed.wire.internal.CommandEvent;
import dev.sandboxed.wire.internal.FaultWords;
import dev.sandboxed.wire.internal.Frame;
import dev.sandboxed.wire.internal.ProcessWords;
import dev.sandboxed.wire.internal.Words;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The streams of a process at a service that only starts processes. */
@Timeout(60)
class HttpChannelTests {

    private static final String START = "POST /v1/sandboxes/box/commands";
    private static final String INPUT = "POST /v1/sandboxes/box/commands/p1/input";
    private static final String LIST = "GET /v1/sandboxes";
    private static final GuestProcess PROCESS = new GuestProcess(List.of("cat", "a b"), Map.of("X", "y"), null, null);
    private static final Frame STARTED = Frame.of(CommandEvent.STARTED);
    private static final Frame ENDED = Frame.of(CommandEvent.ended(Ending.exited(3), Duration.ZERO));
    private static final ProcessWords.All HERE =
            new ProcessWords.All(List.of(new ProcessWords.Sandbox("box", Map.of(), "native")));

    @TempDir
    private Path folder;

    private final CountDownLatch over = new CountDownLatch(1);
    private final List<String> gone = new ArrayList<>();
    private FakeService service;
    private Wire wire;
    private SandboxLine line;
    private HttpRuntime runtime;

    @BeforeEach
    void start() throws IOException {
        service = new FakeService()
                .on(LIST, 200, HERE)
                .on(INPUT, new MockResponse.Builder().code(204).build());
        HttpSettings settings = new HttpSettings("http", service.context(folder, "requestTimeout", "3s"));
        wire = new Wire(settings.wire());
        ServiceClient client = new ServiceClient("http", settings, wire);
        line = new SandboxLine(
                client,
                "box",
                new GuestHandle(Fault::of, gone::add),
                limit -> new ProcessList(client).ids(limit).contains("box"));
        SandboxSpec spec = SandboxSpec.builder()
                .workdir("/there")
                .env("A", "b c")
                .env("PATH", "/mine")
                .env("ODD.NAME", "z")
                .build();
        runtime = new HttpRuntime(line, spec, Duration.ofSeconds(1));
    }

    @AfterEach
    void stop() {
        over.countDown();
        wire.close();
        service.close();
    }

    private static Frame out(String text) {
        return new Frame(Frame.STDOUT, text.getBytes(UTF_8));
    }

    private static String textOf(GuestChannel channel, Source source) throws IOException {
        StringBuilder text = new StringBuilder();
        for (Optional<OutputChunk> chunk = channel.read(); chunk.isPresent(); chunk = channel.read()) {
            if (chunk.get().source() == source) {
                text.append(new String(chunk.get().bytes(), UTF_8));
            }
        }
        return text.toString();
    }

    @Test
    void aProcessIsAskedForByItsWordsAloneAndItsFramesAreItsOutputs() throws IOException {
        Frame later = new Frame(77, new byte[] {1, 2, 3});
        Frame err = new Frame(Frame.STDERR, "no".getBytes(UTF_8));
        Frame alive = Frame.of(CommandEvent.NONE);
        service.on(
                START,
                FakeService.frames(alive, STARTED, out("he"), alive, later, err, out(""), out("llo"), ENDED)
                        .build());

        HttpChannel channel = (HttpChannel) runtime.start(PROCESS);

        assertThat(textOf(channel, Source.STDOUT)).isEqualTo("hello");
        assertThat(channel.ending()).contains(Ending.exited(3));
        assertThat(runtime.explain(channel, "")).isEqualTo(Ending.exited(3));
        byte[] asked = service.requests(START).get(0).getBody().toByteArray();
        ProcessWords.Start words = Words.asked(asked, ProcessWords.Start.class);
        assertThat(words.argv())
                .startsWith("/usr/bin/env", "-i")
                .contains("PATH=/mine", "HOME=/there", "A=b c", "X=y")
                .doesNotContain("ODD.NAME=z")
                .endsWith("cat", "a b");
    }

    @Test
    void bothOutputsAreToldApart() throws IOException {
        Frame err = new Frame(Frame.STDERR, "no".getBytes(UTF_8));
        service.on(START, FakeService.frames(STARTED, out("yes"), err, ENDED).build());

        assertThat(textOf(runtime.start(PROCESS), Source.STDERR)).isEqualTo("no");
    }

    @Test
    void whatIsWrittenIsSentInItsOrderAndItsEndIsToldOnce() throws IOException {
        service.on(START, FakeService.silent(over));
        runtime = new HttpRuntime(line, SandboxSpec.defaults(), Duration.ofSeconds(20));

        GuestChannel channel = runtime.start(PROCESS);
        channel.input().write("one".getBytes(UTF_8));
        channel.input().write("two".getBytes(UTF_8));
        channel.input().close();
        channel.input().close();

        List<RecordedRequest> pieces = service.requests(INPUT);
        assertThat(pieces).extracting(piece -> piece.getBody().utf8()).containsExactly("one", "two", "");
        assertThat(pieces).extracting(piece -> piece.getUrl().query()).containsExactly(null, null, "end=true");
    }

    @Test
    void anAnswerThatIsCutOffIsNoEndAndTheProcessIsToReadNoMore() throws IOException {
        service.on(START, FakeService.frames(STARTED, out("half")).build());

        GuestChannel channel = runtime.start(PROCESS);

        assertThat(channel.read()).isPresent();
        assertThatThrownBy(channel::read).isInstanceOf(IOException.class).hasMessageContaining("cut off");
        await().until(() -> service.requests(INPUT).size() == 1);
        assertThat(service.requests(INPUT).get(0).getUrl().query()).isEqualTo("end=true");
        assertThat(service.requests(START)).hasSize(1);
    }

    @Test
    void aServiceThatSaysNothingForTooLongIsGivenUp() throws IOException {
        service.on(START, FakeService.silent(over));

        GuestChannel channel = runtime.start(PROCESS);

        assertThatThrownBy(channel::read)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("No word of the command for 1000 ms");
    }

    @Test
    void whoWaitsIsWokenWhenTheChannelIsClosedAndTheProcessIsToReadNoMore() throws IOException {
        service.on(START, FakeService.silent(over));
        GuestChannel channel = runtime.start(PROCESS);

        channel.close();
        channel.close();

        assertThatThrownBy(channel::read).isInstanceOf(IOException.class).hasMessageContaining("closed");
        await().until(() -> service.requests(INPUT).size() == 1);
    }

    @Test
    void whatTheServiceRefusesIsToldBeforeAndAfterItsAnswerHasBegun() {
        FaultWords refused = FaultWords.of("sandbox-start", "No such program", null);
        service.on(START, 422, refused)
                .on(
                        START,
                        FakeService.frames(Frame.of(new CommandEvent(null, null, null, null, refused)))
                                .build());

        for (int way = 0; way < 2; way++) {
            assertThatThrownBy(() -> runtime.start(PROCESS))
                    .isInstanceOf(SandboxStartException.class)
                    .hasMessageContaining("No such program");
        }
    }

    @Test
    void aSandboxThatIsNotListedAnyMoreIsGone() {
        service.anew(LIST).on(LIST, 200, new ProcessWords.All(List.of()));

        assertThatThrownBy(() -> runtime.start(PROCESS)).isInstanceOf(SandboxDestroyedException.class);
        assertThat(gone).hasSize(1);
        assertThat(runtime.isAlive()).isFalse();
    }

    @Test
    void whereNobodyAnswersTheSandboxIsNotTakenToBeGone() {
        service.close();

        assertThatThrownBy(() -> runtime.start(PROCESS)).isInstanceOf(SandboxTransportException.class);
        assertThat(gone).isEmpty();
        assertThat(runtime.isAlive()).isTrue();
    }
}
