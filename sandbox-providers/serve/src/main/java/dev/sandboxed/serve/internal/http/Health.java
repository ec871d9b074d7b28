package dev.sandboxed.serve.internal.http;

import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.serve.supply.SandboxSupply;
import dev.sandboxed.wire.internal.Contract;
import dev.sandboxed.wire.internal.ProviderWords;
import dev.sandboxed.wire.internal.ServiceWords;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What a server tells about itself. A provider is asked at most once a second, however many clients want to know: to answer, some
 * make a sandbox and remove it.
 */
final class Health {

    private static final Duration FRESH = Duration.ofSeconds(1);
    private static final double MILLIS = 1000;

    private final SandboxSupply supply;
    private final Duration lease;
    private final Map<String, Last> told = new ConcurrentHashMap<>();

    private record Told(long at, ProviderWords words) {}

    /** What one provider has told. Only those who want to know about that one wait while it is asked, which may take seconds. */
    private static final class Last {

        private @Nullable Told told;

        synchronized ProviderWords words(SandboxProvider provider) {
            Told last = told;
            if (last == null || System.nanoTime() - last.at() >= FRESH.toNanos()) {
                ProviderWords words = ProviderWords.of(provider);
                // Not earlier: whoever has waited for a slow answer would ask once more.
                last = new Told(System.nanoTime(), words);
                told = last;
            }
            return last.words();
        }
    }

    Health(SandboxSupply supply, Duration lease) {
        this.supply = supply;
        this.lease = lease;
    }

    /**
     * Returns what there is to tell.
     *
     * @param wanted the only provider that somebody wants to know about; without it, or if it is not there, all are told
     */
    ServiceWords words(Optional<String> wanted) {
        List<SandboxProvider> all = supply.providers();
        List<SandboxProvider> one = all.stream()
                .filter(provider -> wanted.filter(provider.name()::equals).isPresent())
                .toList();
        return new ServiceWords(
                Contract.VERSION,
                lease.toMillis() / MILLIS,
                (one.isEmpty() ? all : one).stream().map(this::words).toList(),
                supply.makesAhead() ? true : null);
    }

    private ProviderWords words(SandboxProvider provider) {
        return told.computeIfAbsent(provider.name(), name -> new Last()).words(provider);
    }
}
