package dev.sandboxed.provider.remote.internal.e2b;

import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.Usage;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.guest.sandbox.GuestSandbox;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A sandbox at the service, and the commands and files in it. */
final class E2bSandbox extends GuestSandbox {

    private final Runnable end;
    private volatile @Nullable Future<?> renewal;
    private final AtomicLong highestCpu = new AtomicLong();

    /**
     * Takes over a sandbox.
     *
     * @param end ends it at the service; called once
     */
    E2bSandbox(Creation creation, SandboxInfo info, Capabilities capabilities, Service service, Runnable end) {
        super(creation, info, capabilities, service);
        this.end = end;
    }

    /** Lets the service keep it alive as long as it is in use. */
    void renewBy(Renewal renewing) {
        renewal = renewing.keep(info().nativeId(), this::gone);
    }

    /** Takes note that the service has ended it. */
    private void gone(String why) {
        destroy(why);
    }

    @Override
    protected Usage measure() {
        String[] told = GuestScript.USAGE.run(commands()).split(" ");
        long nanos = Long.parseLong(told[0]) * (Duration.ofSeconds(1).toNanos() / Long.parseLong(told[3]));
        DataSize memory = DataSize.ofBytes(Long.parseLong(told[1]) * Long.parseLong(told[4]));
        Duration cpu = Duration.ofNanos(highestCpu.accumulateAndGet(nanos, Math::max));
        return withPeak(new Usage(cpu, memory, memory, Integer.parseInt(told[2])));
    }

    @Override
    protected void release() {
        Future<?> renewing = renewal;
        if (renewing != null) {
            renewing.cancel(false);
        }
        commands().close();
        end.run();
    }
}
