package dev.sandboxed.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.api.spi.ForwardingSandboxFiles;
import dev.sandboxed.api.spi.ForwardingSandboxProvider;
import dev.sandboxed.serve.Wire.Answer;
import dev.sandboxed.serve.Wire.Box;
import dev.sandboxed.serve.Wire.Envelope;
import dev.sandboxed.serve.Wire.Stream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a sandbox with folders that are hard to watch does to itself, and not to others. */
@Timeout(60)
class WatchTests {

    private static final String WATCH = "/filesystem.Filesystem/WatchDir";
    private static final String CREATE = "/filesystem.Filesystem/CreateWatcher";
    private static final String EVENTS = "/filesystem.Filesystem/GetWatcherEvents";
    private static final int MOST = 10_000;

    @TempDir
    private Path folder;

    private final CountDownLatch go = new CountDownLatch(1);
    private final AtomicInteger hanging = new AtomicInteger();
    private Server server;
    private Wire wire;

    /** Its first sandbox does not tell what is in a folder once it has been watched, as when its guest stops every look. */
    private final class Stopping extends ForwardingSandboxProvider {

        private final AtomicInteger made = new AtomicInteger();

        Stopping(SandboxProvider provider) {
            super(provider);
        }

        @Override
        public Sandbox create(SandboxSpec spec) {
            Sandbox sandbox = super.create(spec);
            return made.incrementAndGet() > 1
                    ? sandbox
                    : new ForwardingSandbox(sandbox) {
                        @Override
                        public SandboxFiles files() {
                            return new Stopped(super.files());
                        }
                    };
        }
    }

    private final class Stopped extends ForwardingSandboxFiles {

        Stopped(SandboxFiles files) {
            super(files);
        }

        @Override
        public List<FileEntry> list(String path) {
            if (Thread.currentThread().getName().startsWith("sandboxed-serve-")) {
                hanging.incrementAndGet();
                try {
                    go.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            return super.list(path);
        }
    }

    private void start(UnaryOperator<SandboxProvider> change) {
        server = Server.changed(change, folder, E2bSettings.DEFAULT);
        wire = new Wire(server.e2b());
    }

    @AfterEach
    void stop() {
        go.countDown();
        server.close();
    }

    private static void make(Box box, int from, int to) throws IOException {
        String script = "cd w && seq " + from + " " + to + " | xargs touch";
        box.start("{\"process\":{\"cmd\":\"/bin/sh\",\"args\":[\"-c\",\"" + script + "\"]}}");
    }

    @Test
    void aFolderWithTooManyEntriesIsNotWatched() throws Exception {
        start(UnaryOperator.identity());
        Box box = wire.create();
        box.call("/filesystem.Filesystem/MakeDir", "{\"path\":\"w\"}");
        make(box, 1, MOST + 1);

        Answer refused = box.call(CREATE, "{\"path\":\"w\"}");

        assertThat(refused.status()).as(refused.text()).isEqualTo(429);
        assertThat(refused.text()).contains("resource_exhausted", "has 10001 entries", "at most 10000");
    }

    @Test
    void theWatchOfAFolderThatBecomesTooLargeEndsWithTheReason() throws Exception {
        start(UnaryOperator.identity());
        Box box = wire.create();
        box.call("/filesystem.Filesystem/MakeDir", "{\"path\":\"w\"}");
        make(box, 1, MOST);
        String id = box.call(CREATE, "{\"path\":\"w\"}").json().get("watcherId").asText();
        try (Stream stream = box.open(WATCH, "{\"path\":\"w\"}", Map.of())) {
            stream.next();
            make(box, MOST + 1, MOST + 1);
            List<Envelope> rest = stream.rest();

            assertThat(rest.get(rest.size() - 1).message().get("error").toString())
                    .contains("resource_exhausted", "has 10001 entries");
        }
        await().untilAsserted(() -> {
            Answer ended = box.call(EVENTS, "{\"watcherId\":\"" + id + "\"}");
            assertThat(ended.status()).as(ended.text()).isEqualTo(429);
            assertThat(ended.text()).contains("has 10001 entries");
        });
    }

    @Test
    void aGuestThatStopsEveryLookHoldsUpNoWatchAndNoTimeoutOfOthers() throws Exception {
        start(Stopping::new);
        Box stopping = wire.create();
        Box other = wire.create();
        stopping.call("/filesystem.Filesystem/MakeDir", "{\"path\":\"w\"}");
        other.call("/filesystem.Filesystem/MakeDir", "{\"path\":\"w\"}");
        for (int number = 0; number < 8; number++) {
            stopping.call(CREATE, "{\"path\":\"w\"}");
        }
        await().until(() -> hanging.get() > 0);

        try (Stream stream = other.open(WATCH, "{\"path\":\"w\"}", Map.of())) {
            stream.next();
            make(other, 1, 1);
            assertThat(stream.next().message().toString()).contains("EVENT_TYPE_CREATE");
        }
        try (Stream stream = other.open(
                "/process.Process/Start",
                "{\"process\":{\"cmd\":\"/bin/sleep\",\"args\":[\"100\"]}}",
                Map.of("Connect-Timeout-Ms", "200"))) {
            List<Envelope> said = stream.rest();
            assertThat(said.get(said.size() - 1).message().toString()).contains("deadline_exceeded");
        }
    }
}
