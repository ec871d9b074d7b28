package dev.sandboxed.serve.internal.http;

import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.wire.internal.Contract;
import dev.sandboxed.wire.internal.ProviderWords;
import dev.sandboxed.wire.internal.ServiceWords;
import java.time.Duration;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * What a server tells about itself. A provider is asked at most once a second, however many clients want to know: to answer, some
 * make a sandbox and remove it.
 */
final class Health {

    private static final Duration FRESH = Duration.ofSeconds(1);
    private static final double MILLIS = 1000;

    private final Collection<SandboxProvider> providers;
    private final Duration lease;
    private @Nullable ServiceWords told;
    private long at;

    Health(Collection<SandboxProvider> providers, Duration lease) {
        this.providers = providers;
        this.lease = lease;
    }

    synchronized ServiceWords words() {
        ServiceWords last = told;
        if (last != null && System.nanoTime() - at < FRESH.toNanos()) {
            return last;
        }
        ServiceWords now = new ServiceWords(
                Contract.VERSION,
                lease.toMillis() / MILLIS,
                providers.stream().map(ProviderWords::of).toList());
        told = now;
        at = System.nanoTime();
        return now;
    }
}
