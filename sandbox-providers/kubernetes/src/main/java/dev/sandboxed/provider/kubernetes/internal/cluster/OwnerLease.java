package dev.sandboxed.provider.kubernetes.internal.cluster;

import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.api.spi.SandboxIds;
import dev.sandboxed.process.internal.owner.Ownership;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import java.io.InterruptedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What says that the owner of pods lives: an object of the cluster that is written anew again and again, and that all its pods are
 * removed with. Made with the first pod.
 */
public final class OwnerLease implements AutoCloseable {

    private static final Logger LOG = System.getLogger(OwnerLease.class.getName());

    private static final Duration SKEW = Duration.ofSeconds(30);
    private static final Duration TO_WRITE = Duration.ofSeconds(5);

    private final Cluster cluster;
    private final Ownership owner;
    private final Duration valid;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable Lease written;
    private @Nullable ScheduledExecutorService renewal;
    private @Nullable Future<?> renewing;

    /**
     * Asks nothing yet.
     *
     * @param owner whose it is
     * @param valid how long it holds when nobody writes it anew
     */
    public OwnerLease(Cluster cluster, Ownership owner, Duration valid) {
        this.cluster = cluster;
        this.owner = owner;
        this.valid = valid;
    }

    /**
     * Returns what a pod has to name so that it is removed with this lease.
     *
     * @param deadline until when the pod's caller waits, also for another one who is having the lease made
     * @throws SandboxException if the lease could not be made
     * @throws InterruptedIOException if the thread is interrupted
     */
    public OwnerReference reference(Deadline deadline) throws InterruptedIOException {
        lockWithin(deadline);
        Lease lease;
        try {
            lease = written;
            if (lease == null) {
                lease = cluster.within(deadline.remaining()).write(first());
                written = lease;
                keepRenewing();
            }
        } finally {
            lock.unlock();
        }
        ObjectMeta metadata = lease.getMetadata();
        return new OwnerReferenceBuilder()
                .withApiVersion(lease.getApiVersion())
                .withKind(lease.getKind())
                .withName(metadata.getName())
                .withUid(metadata.getUid())
                .build();
    }

    private void lockWithin(Deadline deadline) throws InterruptedIOException {
        try {
            while (!lock.tryLock(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS)) {
                deadline.check("waiting for the lease of this program, which another creation asks the cluster for");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while the lease of this program was awaited");
        }
    }

    private void keepRenewing() {
        if (renewal == null) {
            renewal = Executors.newSingleThreadScheduledExecutor(OwnerLease::thread);
            long third = valid.dividedBy(3).toMillis();
            renewing = renewal.scheduleAtFixedRate(this::renew, third, third, TimeUnit.MILLISECONDS);
        }
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "sandboxed-kubernetes-lease");
        thread.setDaemon(true);
        return thread;
    }

    private Lease first() {
        return new LeaseBuilder()
                .withNewMetadata()
                .withName(SandboxIds.next("sandboxed"))
                .withLabels(PodPlan.ours())
                .withAnnotations(owner.written())
                .endMetadata()
                .withNewSpec()
                .withHolderIdentity("process " + owner.owner().pid() + " of "
                        + owner.world().written())
                .withLeaseDurationSeconds((int) valid.toSeconds())
                .withRenewTime(now())
                .endSpec()
                .build();
    }

    /** Reads it first: the answer to an earlier renewal may have been lost, and what is older than the cluster's is refused. */
    void renew() {
        Lease known = written;
        if (known == null) {
            return;
        }
        String name = known.getMetadata().getName();
        try {
            Cluster quick = cluster.within(TO_WRITE);
            Optional<Lease> now = quick.findLease(name);
            if (now.isEmpty()) {
                LOG.log(Level.WARNING, "The lease {0} of this program was removed, and its pods will be, too", name);
                replace(known, null);
            } else {
                now.get().getSpec().setRenewTime(now());
                quick.write(now.get());
            }
        } catch (RuntimeException e) {
            // There are two more tries before it is over; what is thrown here would end them.
            LOG.log(Level.WARNING, "The lease of this program could not be renewed: {0}", e.getMessage());
        }
    }

    private void replace(Lease known, @Nullable Lease other) {
        lock.lock();
        try {
            if (known.equals(written)) {
                written = other;
            }
        } finally {
            lock.unlock();
        }
    }

    /** The API takes no more than six digits. */
    private static ZonedDateTime now() {
        return ZonedDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.MICROS);
    }

    /** Returns whether a lease is over, so that whatever names it may be removed; clocks may differ a little. */
    public static boolean isOver(Lease lease, Instant now) {
        Optional<ZonedDateTime> renewed = Optional.ofNullable(lease.getSpec().getRenewTime());
        Duration valid = Duration.ofSeconds(
                Optional.ofNullable(lease.getSpec().getLeaseDurationSeconds()).orElse(0));
        return renewed.map(at -> at.toInstant().plus(valid).plus(SKEW).isBefore(now))
                .orElse(true);
    }

    /** Returns whose it is, if it was written by us. */
    public static Optional<Ownership> ownership(Lease lease) {
        try {
            return Optional.of(Ownership.read(lease.getMetadata().getAnnotations()));
        } catch (IllegalArgumentException foreign) {
            return Optional.empty();
        }
    }

    /** Returns whether a pod names one of these leases, and that is not over. */
    public static boolean isKept(PodState pod, List<Lease> leases, Instant now) {
        Set<String> named = pod.pod().getMetadata().getOwnerReferences().stream()
                .map(OwnerReference::getName)
                .collect(Collectors.toSet());
        return leases.stream()
                .filter(lease -> named.contains(lease.getMetadata().getName()))
                .anyMatch(lease -> !isOver(lease, now));
    }

    /** Removes it. */
    @Override
    public void close() {
        Optional<Lease> last = end();
        last.ifPresent(lease -> cluster.deleteLease(lease.getMetadata().getName()));
    }

    private Optional<Lease> end() {
        lock.lock();
        try {
            if (renewal == null || renewing == null) {
                return Optional.empty();
            }
            renewing.cancel(false);
            renewal.shutdown();
            renewal = null;
            Optional<Lease> last = Optional.ofNullable(written);
            written = null;
            return last;
        } finally {
            lock.unlock();
        }
    }
}
