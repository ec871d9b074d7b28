package dev.sandboxed.provider.docker.internal.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.StreamType;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.provider.docker.internal.EngineRequired;
import dev.sandboxed.provider.docker.internal.container.Container;
import dev.sandboxed.provider.docker.internal.engine.Engine;
import dev.sandboxed.provider.docker.internal.image.Images;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/** Makes containers and snapshots of them, and removes them all in the end. */
final class SnapshotBench implements AutoCloseable {

    static final String SANDBOX = "sandbox-of-snapshots";

    private final Engine engine;
    private final SnapshotImages snapshots;
    private final String image;
    private final Deque<Runnable> leftovers = new ArrayDeque<>();

    SnapshotBench(Path folder) {
        ProviderContext context = EngineRequired.hostContext(folder);
        engine = Engine.of(context);
        snapshots = new SnapshotImages(engine);
        image = new Images(engine, context).resolve(null, Deadline.in(Duration.ofSeconds(30)), line -> {});
    }

    Engine engine() {
        return engine;
    }

    SnapshotImages snapshots() {
        return snapshots;
    }

    String image() {
        return image;
    }

    Container start() {
        return start(request -> {});
    }

    Container start(Consumer<CreateContainerCmd> more) {
        return start(image, more);
    }

    /** Starts a container without a network, in which nothing happens. */
    Container start(String from, Consumer<CreateContainerCmd> more) {
        try (CreateContainerCmd request = engine.client().createContainerCmd(from)) {
            request.withEntrypoint("/bin/sleep", "1000")
                    .withHostConfig(HostConfig.newHostConfig().withNetworkMode("none"));
            more.accept(request);
            Container container = new Container(engine, request.exec().getId(), SANDBOX);
            leftovers.push(container::remove);
            container.start();
            return container;
        }
    }

    Snapshot save(Container container, SnapshotOptions options) {
        Snapshot snapshot = snapshots.save(container, SANDBOX, options);
        leftovers.push(() -> snapshots.delete(snapshot));
        return snapshot;
    }

    /** Saves with options, and starts a container from that. */
    Container restored(Container container, SnapshotOptions options) {
        return restore(save(container, options));
    }

    Container restore(Snapshot snapshot) {
        return start(snapshots.verify(snapshot), request -> {});
    }

    /** Runs a script that has to succeed, and returns what it says. */
    String says(Container container, String script) {
        String exec = engine.client()
                .execCreateCmd(container.id())
                .withCmd("/bin/sh", "-c", script)
                .withAttachStdout(true)
                .withAttachStderr(true)
                .exec()
                .getId();
        StringBuilder out = new StringBuilder();
        StringBuilder err = new StringBuilder();
        try {
            engine.client()
                    .execStartCmd(exec)
                    .exec(new ResultCallback.Adapter<Frame>() {
                        @Override
                        public void onNext(Frame frame) {
                            (frame.getStreamType() == StreamType.STDERR ? err : out)
                                    .append(new String(frame.getPayload(), StandardCharsets.UTF_8));
                        }
                    })
                    .awaitCompletion();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        assertThat(container.inspect(exec).getExitCodeLong())
                .as("'%s' said '%s' and '%s'", script, out, err)
                .isZero();
        return out.toString();
    }

    boolean exists(Container container, String path) {
        return says(container, "if test -e " + path + " || test -h " + path + "; then echo yes; else echo no; fi")
                .equals("yes\n");
    }

    @Override
    public void close() {
        try {
            leftovers.forEach(Runnable::run);
        } finally {
            engine.close();
        }
    }
}
