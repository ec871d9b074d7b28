package dev.sandboxed.serve.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.api.spi.ForwardingSandboxProvider;
import dev.sandboxed.serve.SandboxServer;
import dev.sandboxed.serve.contract.Visitor.Answer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What others notice of it while a sandbox, or all of them, are being removed. */
@Timeout(60)
class TeardownTests extends WithServer {

    private static final Duration SOON = Duration.ofSeconds(5);

    private final List<Slow> made = new CopyOnWriteArrayList<>();
    private final CountDownLatch go = new CountDownLatch(1);
    private SandboxServer slow;

    /** Is destroyed from the moment on at which its removal begins, as all are, and gone when that has ended. */
    private final class Slow extends ForwardingSandbox {

        private final CountDownLatch removing = new CountDownLatch(1);
        private final boolean fails;

        Slow(Sandbox sandbox, boolean fails) {
            super(sandbox);
            this.fails = fails;
        }

        /** Ends by itself. */
        void end() {
            removing.countDown();
            sandbox().close();
        }

        @Override
        public SandboxInfo info() {
            return removing.getCount() == 0 ? super.info().in(SandboxState.DESTROYED) : super.info();
        }

        @Override
        public void close() {
            removing.countDown();
            if (fails) {
                sandbox().close();
                throw new SandboxTransportException(Fault.of("nobody answers").remedy("ask again"));
            }
            try {
                go.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            super.close();
        }
    }

    private Visitor serve(boolean firstFails) {
        SandboxProvider slowly = new ForwardingSandboxProvider(provider) {
            @Override
            public Sandbox create(SandboxSpec spec) {
                Slow sandbox = new Slow(super.create(spec), firstFails && made.isEmpty());
                made.add(sandbox);
                return sandbox;
            }
        };
        slow = SandboxServer.start(List.of(slowly), SETTINGS);
        return new Visitor(slow.url(), TOKEN, "somebody-who-asks");
    }

    @AfterEach
    void goOn() {
        go.countDown();
        slow.close();
    }

    private static Answer soon(CompletableFuture<Answer> answer) throws Exception {
        return answer.get(SOON.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    void aSandboxIsMadeWhileAnotherIsStillBeingRemoved() throws Exception {
        Visitor client = serve(false);
        client.create("one", work());
        CompletableFuture<Answer> removal = CompletableFuture.supplyAsync(() -> client.delete("/v1/sandboxes/one"));
        made.get(0).removing.await();

        Answer second = soon(CompletableFuture.supplyAsync(() -> client.create("two", work() + "2")));

        assertThat(second.status()).as(second.text()).isEqualTo(201);
        go.countDown();
        assertThat(soon(removal).status()).isEqualTo(204);
    }

    @Test
    void whoeverAsksAgainForWhatIsBeingRemovedDoesNotGetThat() throws Exception {
        Visitor client = serve(false);
        client.create("one", work());
        CompletableFuture<Answer> removal = CompletableFuture.supplyAsync(() -> client.delete("/v1/sandboxes/one"));
        made.get(0).removing.await();

        Answer again = soon(CompletableFuture.supplyAsync(() -> client.create("one", work())));

        assertThat(again.status()).as(again.text()).isEqualTo(429);
        go.countDown();
        assertThat(soon(removal).status()).isEqualTo(204);
        assertThat(client.create("one", work()).status()).isEqualTo(201);
    }

    @Test
    void whatIsBeingRemovedStillTakesItsRoom() throws Exception {
        Visitor client = serve(false);
        client.create("one", work());
        client.create("two", work() + "2");
        CompletableFuture<Answer> removal = CompletableFuture.supplyAsync(() -> client.delete("/v1/sandboxes/one"));
        made.get(0).removing.await();

        Answer third = soon(CompletableFuture.supplyAsync(() -> client.create("three", work() + "3")));

        assertThat(third.status()).isEqualTo(429);
        go.countDown();
        assertThat(soon(removal).status()).isEqualTo(204);
        assertThat(client.create("three", work() + "3").status()).isEqualTo(201);
    }

    @Test
    void oneThatCannotBeGivenBackFailsNobodyElse() {
        Visitor client = serve(true);
        client.create("one", work());
        made.get(0).end();

        Answer second = client.create("two", work() + "2");

        assertThat(second.status()).as(second.text()).isEqualTo(201);
    }

    @Test
    void nothingIsBegunWhileTheServiceIsBeingStopped() throws Exception {
        Visitor client = serve(false);
        client.create("one", work());
        CompletableFuture<Void> stop = CompletableFuture.runAsync(slow::close);
        made.get(0).removing.await();

        Answer late = soon(CompletableFuture.supplyAsync(() -> client.create("two", work() + "2")));

        assertThat(late.status()).as(late.text()).isEqualTo(503);
        assertThat(late.text()).contains("The service is being stopped");
        assertThat(made).hasSize(1);
        go.countDown();
        await().until(stop::isDone);
    }
}
