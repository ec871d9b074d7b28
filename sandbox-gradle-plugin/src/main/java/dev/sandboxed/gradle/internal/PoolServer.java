package dev.sandboxed.gradle.internal;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.gradle.api.GradleException;
import org.gradle.api.file.FileCollection;
import org.gradle.api.logging.Logger;
import org.gradle.api.logging.Logging;
import org.gradle.process.ExecOperations;
import org.jspecify.annotations.Nullable;

/**
 * A process beside the build that has its pool of sandboxes. It ends with the build, however that ends: it reads from a pipe until
 * nobody is at the other end.
 */
final class PoolServer implements AutoCloseable {

    private static final Logger LOG = Logging.getLogger(PoolServer.class);
    private static final int SHOWN = 4_000;
    private static final int KEPT = 1 << 16;
    private static final long LONGEST_START_SECONDS = 60;
    private static final long LONGEST_END_MILLIS = 60_000;
    private static final String LAST_LINE = "export SANDBOX_POOL_TOKEN=";

    private final Path folder;
    private final OutputStream input = new PipedOutputStream();
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final ByteArrayOutputStream log = new Tail();
    /** Open when it listens, or has ended. */
    private final CountDownLatch begun = new CountDownLatch(1);

    private final Thread thread;
    private volatile @Nullable RuntimeException failure;

    private PoolServer(Path folder, ExecOperations exec, FileCollection classpath, Map<String, String> settings)
            throws IOException {
        this.folder = folder;
        PipedInputStream end = new PipedInputStream((PipedOutputStream) input);
        List<String> arguments = List.of(
                "serve", "--pool", "--until-eof", "--socket", socket().toString(), "--token-file", token().toString());
        this.thread = new Thread(
                () -> {
                    try {
                        exec.javaexec(spec -> {
                            ToolProcess.describe(spec, classpath, settings, arguments);
                            spec.setStandardInput(end);
                            spec.setStandardOutput(new Said());
                            spec.setErrorOutput(log);
                        });
                    } catch (RuntimeException e) {
                        failure = e;
                    } finally {
                        begun.countDown();
                    }
                },
                "sandboxed-pool");
    }

    /**
     * Starts one, and waits until it listens.
     *
     * @throws GradleException if it ends before that
     */
    static PoolServer start(ExecOperations exec, FileCollection classpath, Map<String, String> settings) {
        try {
            // Nobody else may look into it, nor connect to what is in it.
            Path folder = Files.createTempDirectory("sandboxed-pool");
            PoolServer server = new PoolServer(folder, exec, classpath, settings);
            Files.writeString(server.token(), UUID.randomUUID().toString());
            server.thread.start();
            server.awaitListening();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException("The pool of the build could not be started", e);
        }
    }

    /** What it prints until it listens. */
    private final class Said extends OutputStream {

        @Override
        public void write(int one) {
            said.write(one);
            if (one == '\n' && said.toString(StandardCharsets.UTF_8).contains(LAST_LINE)) {
                begun.countDown();
            }
        }
    }

    private void awaitListening() {
        try {
            if (!begun.await(LONGEST_START_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("The pool of the build has not begun within {} s", LONGEST_START_SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!said.toString(StandardCharsets.UTF_8).contains(LAST_LINE)) {
            close();
            throw new GradleException(
                    "The pool of the build ended before it had begun; leave out sharedPool, or mend what it says: "
                            + logged(),
                    failure);
        }
    }

    private Path socket() {
        return folder.resolve("socket");
    }

    private Path token() {
        return folder.resolve("token");
    }

    private String logged() {
        String text = log.toString(StandardCharsets.UTF_8).strip();
        return text.substring(Math.max(0, text.length() - SHOWN));
    }

    /** Returns the settings with which it is found. */
    Map<String, String> access() {
        return Map.of("sandbox.poolServer", "unix:" + socket(), "sandbox.poolTokenFile", token().toString());
    }

    /** It ends as soon as its input does; what does not end is killed by Gradle, which waits for it on the thread. */
    @Override
    public void close() {
        boolean interrupted = Thread.interrupted();
        try {
            input.close();
            thread.join(LONGEST_END_MILLIS);
            thread.interrupt();
            thread.join(LONGEST_END_MILLIS);
            LOG.info("The pool of the build has ended: {}", logged());
        } catch (IOException e) {
            LOG.warn("The pool of the build could not be told to end", e);
        } catch (InterruptedException e) {
            thread.interrupt();
            interrupted = true;
        } finally {
            removeFiles();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void removeFiles() {
        try {
            Files.deleteIfExists(socket());
            Files.deleteIfExists(token());
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            LOG.warn("What the pool of the build has left in {} could not be removed", folder, e);
        }
    }

    /** The last that was written, as far as anybody wants to see it. */
    private static final class Tail extends ByteArrayOutputStream {

        @Override
        public synchronized void write(byte[] bytes, int offset, int length) {
            if (count > KEPT) {
                reset();
            }
            super.write(bytes, offset, length);
        }
    }
}
