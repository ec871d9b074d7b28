package dev.sandboxed.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.api.spi.ForwardingSandboxProvider;
import dev.sandboxed.serve.Wire.Answer;
import dev.sandboxed.serve.Wire.Box;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Requests to a sandbox that is on its way from running to paused, or back, and its life after that. */
@Timeout(60)
class PausingTests {

    private static final Duration LONGEST = Duration.ofSeconds(4);
    private static final String RESUMES = "\"autoResume\":{\"enabled\":true}";

    @TempDir
    private Path folder;

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);
    private Sandbox sandbox;
    private Server server;
    private Wire wire;

    /** Takes its time for what has a name. */
    private final class Slow extends ForwardingSandboxProvider {

        private final String action;

        Slow(SandboxProvider provider, String action) {
            super(provider);
            this.action = action;
        }

        @Override
        public Sandbox create(SandboxSpec spec) {
            sandbox = provider().create(spec);
            return new ForwardingSandbox(sandbox) {
                @Override
                public void stop() {
                    hold("pause");
                    super.stop();
                }

                @Override
                public void resume() {
                    hold("resume");
                    super.resume();
                }
            };
        }

        private void hold(String asked) {
            if (asked.equals(action)) {
                begun.countDown();
                try {
                    assertThat(go.await(30, TimeUnit.SECONDS)).isTrue();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    private void slow(String action) {
        slow(action, E2bSettings.DEFAULT.withMostSandboxes(1));
    }

    private void slow(String action, E2bSettings settings) {
        server = Server.changed(provider -> new Slow(provider, action), folder, settings);
        wire = new Wire(server.e2b());
    }

    @AfterEach
    void stop() {
        go.countDown();
        server.close();
    }

    @Test
    void aSandboxThatIsBeingPausedForLongIsNotSaidToBeGone() throws Exception {
        slow("pause");
        Box box = wire.create();
        CompletableFuture<Answer> pause = later(() -> pause(box));
        begun.await();

        Answer early = health(box);
        go.countDown();

        assertThat(early.status()).isEqualTo(409);
        assertThat(early.json().get("message").asText())
                .isEqualTo("The sandbox is still transitioning. Try again in a moment.");
        assertThat(early.json().get("sandboxId").asText()).isEqualTo(box.id());
        assertThat(early.json().get("code").asInt()).isEqualTo(409);
        assertThat(pause.join().status()).isEqualTo(204);
        assertThat(health(box).status()).isEqualTo(502);
    }

    @Test
    void whoeverComesWhileASandboxIsBeingPausedWaitsAndResumesIt() throws Exception {
        slow("pause");
        Box box = wire.create(RESUMES);
        CompletableFuture<Answer> pause = later(() -> pause(box));
        begun.await();

        CompletableFuture<Answer> request = later(() -> health(box));
        stillWaits(request);
        go.countDown();

        assertThat(pause.join().status()).isEqualTo(204);
        assertThat(request.join().status()).isEqualTo(204);
    }

    /** There is a place for just one, which the first of them takes for all. */
    @Test
    void allWhoComeToAPausedSandboxAtOnceAreAnswered() throws Exception {
        slow("resume");
        Box box = wire.create(RESUMES);
        assertThat(pause(box).status()).isEqualTo(204);
        CompletableFuture<Answer> first = later(() -> health(box));
        begun.await();

        CompletableFuture<Answer> second = later(() -> health(box));
        CompletableFuture<Answer> third = later(() -> health(box));
        stillWaits(second);
        stillWaits(third);
        go.countDown();

        assertThat(Stream.of(first, second, third).map(CompletableFuture::join).map(Answer::status))
                .containsOnly(204);
    }

    @Test
    void whoeverCannotResumeASandboxForOthersIsToldThat() throws Exception {
        slow("nothing");
        Box box = wire.create(RESUMES);
        assertThat(pause(box).status()).isEqualTo(204);
        wire.create();

        Answer answer = health(box);

        assertThat(answer.status()).isEqualTo(429);
        assertThat(answer.json().get("message").asText())
                .startsWith("you have reached the maximum number of concurrent E2B sandboxes (1)");
    }

    @Test
    void aSandboxThatDiedWhileItWasPausedIsNotFound() throws Exception {
        slow("resume");
        Box box = wire.create(RESUMES);
        assertThat(pause(box).status()).isEqualTo(204);
        CompletableFuture<Answer> request = later(() -> health(box));
        begun.await();

        sandbox.close();
        go.countDown();

        assertThat(request.join().status()).isEqualTo(502);
    }

    @Test
    void aSandboxThatWasPausedForLongerThanTheLongestLifeLivesOn() throws Exception {
        slow("nothing", E2bSettings.DEFAULT.withLongestLifetime(LONGEST));
        Box box = shortLived();
        String path = "/sandboxes/" + box.id();
        Instant born = time(box, "startedAt");
        assertThat(pause(box).status()).isEqualTo(204);
        await().until(() -> Instant.now().isAfter(born.plus(LONGEST)));

        Answer resumed = wire.api("POST", path + "/connect", "{\"timeout\":3}");
        Instant before = time(box, "endAt");
        Answer longer = wire.api("POST", path + "/connect", "{\"timeout\":4}");
        Instant after = time(box, "endAt");
        Answer shorter = wire.api("POST", path + "/connect", "{\"timeout\":1}");
        Answer changed = wire.api("POST", path + "/timeout", "{\"timeout\":60}");

        assertThat(resumed.status()).isEqualTo(201);
        assertThat(longer.status()).as(longer.text()).isEqualTo(200);
        assertThat(after).isAfter(before);
        assertThat(shorter.status()).isEqualTo(200);
        assertThat(changed.status()).as(changed.text()).isEqualTo(204);
        assertThat(time(box, "endAt"))
                .isAfterOrEqualTo(after)
                .isBefore(Instant.now().plus(LONGEST).plusMillis(1));
        assertThat(time(box, "startedAt")).isEqualTo(born);
    }

    private Answer pause(Box box) throws IOException {
        return wire.api("POST", "/sandboxes/" + box.id() + "/pause", null);
    }

    private Answer health(Box box) throws IOException {
        return wire.send(box.request("/health").build());
    }

    /** Asks something of a server. */
    @FunctionalInterface
    private interface Asking {
        Answer ask() throws IOException;
    }

    private static CompletableFuture<Answer> later(Asking asking) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return asking.ask();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                task -> new Thread(task).start());
    }

    private static void stillWaits(CompletableFuture<Answer> answer) {
        await().during(Duration.ofMillis(300)).atMost(Duration.ofSeconds(2)).until(() -> !answer.isDone());
    }

    private Box shortLived() throws IOException {
        Answer made = wire.api("POST", "/v2/sandboxes", "{\"templateID\":\"base\",\"timeout\":4}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return wire
        .new Box(
                made.json().get("sandboxID").asText(),
                made.json().get("envdAccessToken").asText());
    }

    private Instant time(Box box, String name) throws IOException {
        return Instant.parse(
                wire.api("GET", "/sandboxes/" + box.id(), null).json().get(name).asText());
    }
}
