package dev.sandboxed.junit.internal.inside;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.files.DownloadOptions;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.core.internal.choice.ProviderRequest;
import dev.sandboxed.core.internal.health.BackgroundThread;
import dev.sandboxed.core.internal.pool.Lease;
import dev.sandboxed.junit.internal.guest.GuestMain;
import dev.sandboxed.junit.internal.guest.GuestRequest;
import dev.sandboxed.junit.internal.guest.Inside;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Archives of classes that are loaded already, from which a JVM starts in half the time. Each is made once, by a JVM of the same kind that
 * runs a test which does nothing, in a sandbox that no other test has; tests do not wait for it. That there is none costs only time.
 */
final class ClassArchives implements AutoCloseable {

    private static final Logger LOG = System.getLogger(ClassArchives.class.getName());

    private static final String ARCHIVE = Inside.FOLDER + "/classes.jsa";
    private static final DataSize LARGEST = DataSize.ofMebibytes(256);
    private static final Duration LONGEST = Duration.ofMinutes(2);

    /** The end of a run waits for what is being made, so that short runs have it next time, but not long. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);

    private final Shipment shipment;
    private final Function<ProviderRequest, Lease> claim;
    private final boolean possible;
    private final Map<String, CountDownLatch> making = new ConcurrentHashMap<>();

    /**
     * Creates archives as they are asked for.
     *
     * @param claim claims a sandbox with the class path mounted
     */
    ClassArchives(Shipment shipment, Function<ProviderRequest, Lease> claim) {
        this.shipment = shipment;
        this.claim = claim;
        this.possible = shipment.classPath().canStartFromJars();
    }

    /**
     * Returns the arguments that make a JVM use its archive; none while there is none, which is made then.
     *
     * @param request asks for a sandbox like that of the JVM
     */
    List<String> argumentsFor(GuestJava java, ProviderRequest request) {
        if (java.way() == Way.UPLOADED || !possible) {
            return List.of();
        }
        String name =
                java.way().name() + "-" + Integer.toHexString(java.identity().hashCode()) + ".jsa";
        if (Files.isRegularFile(shipment.folder().resolve(name))) {
            return List.of(
                    "-XX:SharedArchiveFile=" + java.way().shipped(shipment) + "/" + name,
                    "-Xshare:auto",
                    "-Xlog:cds*=off");
        }
        CountDownLatch done = new CountDownLatch(1);
        if (making.putIfAbsent(name, done) == null) {
            BackgroundThread.start("sandboxed-class-archive", () -> {
                try {
                    make(java, request, shipment.folder().resolve(name));
                } finally {
                    done.countDown();
                }
            });
        }
        return List.of();
    }

    private void make(GuestJava java, ProviderRequest request, Path target) {
        try (Lease lease = claim.apply(request)) {
            Sandbox sandbox = lease.selected().sandbox();
            List<String> argv = new ArrayList<>(java.command(
                    java.way().archivedPathFile(shipment), sandbox.spec().limits()));
            argv.addAll(List.of(
                    "-XX:ArchiveClassesAtExit=" + ARCHIVE, "-Xlog:cds*=off", GuestMain.class.getName(), "rehearse"));
            sandbox.files().mkdirs(Inside.FOLDER);
            sandbox.exec(Command.of(argv)
                            .stdin(GuestRequest.rehearsal().written())
                            .timeout(LONGEST))
                    .orThrow();
            Publication.once(
                    target,
                    made -> sandbox.files().download(ARCHIVE, made, DownloadOptions.DEFAULT.withBudget(LARGEST)));
        } catch (RuntimeException | IOException e) {
            LOG.log(Level.DEBUG, "No archive of classes was made; tests inside start without", e);
        }
    }

    @Override
    public void close() {
        long deadline = System.nanoTime() + LONGEST_WAIT.toNanos();
        try {
            for (CountDownLatch done : making.values()) {
                if (!done.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    LOG.log(Level.DEBUG, "An archive of classes was not finished in time");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
