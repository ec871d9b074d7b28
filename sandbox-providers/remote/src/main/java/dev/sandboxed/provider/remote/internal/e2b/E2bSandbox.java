package dev.sandboxed.provider.remote.internal.e2b;

import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.Usage;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.guest.sandbox.GuestSandbox;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A sandbox at the service, and the commands and files in it. */
final class E2bSandbox extends GuestSandbox {

    private final Lease lease;
    private volatile @Nullable Future<?> renewal;
    private boolean released;
    private final AtomicLong highestCpu = new AtomicLong();

    /**
     * What it takes to keep a sandbox.
     *
     * @param base the template that it was made from, or that the snapshot was that it was made from
     * @param pausing pauses it
     * @param renewing lets it live on
     * @param snapshots keeps what is saved of it
     * @param takenDisk tells how much of its disk is taken, as far as the service knows
     * @param end ends it at the service; called once
     */
    record Lease(
            String base,
            Pausing pausing,
            Renewal renewing,
            E2bSnapshots snapshots,
            Supplier<Optional<DataSize>> takenDisk,
            Runnable end) {}

    /** Takes over a sandbox. */
    E2bSandbox(Creation creation, SandboxInfo info, Capabilities capabilities, Service service, Lease lease) {
        super(creation, info, capabilities, service);
        this.lease = lease;
    }

    /** Lets the service keep it alive as long as it is in use. */
    synchronized void renew() {
        renewNoMore();
        if (!released) {
            renewal = lease.renewing().keep(info().nativeId(), this::gone);
        }
    }

    /** Leaves it to the service to end it in time. */
    synchronized void renewNoMore() {
        Future<?> renewing = renewal;
        if (renewing != null) {
            renewing.cancel(false);
        }
    }

    /** Takes note that the service has ended it. */
    private void gone(String why) {
        destroy(why);
    }

    @Override
    protected void hold() {
        renewNoMore();
        try {
            lease.pausing().hold(commands().mark(), fault("The sandbox could not be paused"));
        } catch (RuntimeException e) {
            renew();
            throw e;
        }
    }

    /** However that ends, it may run at the service from then on, which ends whatever nobody renews. */
    @Override
    protected void letGo() {
        try {
            lease.pausing().letGo(fault("The sandbox could not be resumed"));
        } finally {
            renew();
        }
    }

    @Override
    protected Snapshot save(SnapshotOptions options) {
        requireRunning();
        return lease.snapshots().save(subject(), options);
    }

    /** Returns it as something to save. */
    E2bSnapshots.Subject subject() {
        return new E2bSnapshots.Subject(id(), info().nativeId(), lease.base(), commands(), this::whileStill);
    }

    /** The service breaks every connection of a sandbox that it saves. */
    private String whileStill(Supplier<String> saving) {
        return lease.pausing().during(commands().mark(), fault("The sandbox could not be saved"), saving);
    }

    @Override
    protected Usage measure() {
        String[] told = GuestScript.USAGE.run(commands()).split(" ");
        long nanos = Long.parseLong(told[0]) * (Duration.ofSeconds(1).toNanos() / Long.parseLong(told[3]));
        DataSize memory = DataSize.ofBytes(Long.parseLong(told[1]) * Long.parseLong(told[4]));
        Duration cpu = Duration.ofNanos(highestCpu.accumulateAndGet(nanos, Math::max));
        return withPeak(new Usage(cpu, memory, memory, Integer.parseInt(told[2])))
                .withDisk(lease.takenDisk().get());
    }

    @Override
    protected void release() {
        synchronized (this) {
            released = true;
            renewNoMore();
        }
        commands().close();
        try {
            lease.end().run();
        } finally {
            lease.pausing().close();
        }
    }
}
