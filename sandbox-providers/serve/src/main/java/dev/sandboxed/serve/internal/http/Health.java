package dev.sandboxed.serve.internal.http;

import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.serve.supply.SandboxSupply;
import dev.sandboxed.wire.internal.Contract;
import dev.sandboxed.wire.internal.ProviderWords;
import dev.sandboxed.wire.internal.ServiceWords;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a server tells about itself. A provider is asked at most once a second, however many clients want to know: to answer, some
 * make a sandbox and remove it.
 */
final class Health {

    private static final Duration FRESH = Duration.ofSeconds(1);
    private static final double MILLIS = 1000;

    private final SandboxSupply supply;
    private final Duration lease;
    private final Map<String, Told> told = new HashMap<>();

    private record Told(long at, ProviderWords words) {}

    Health(SandboxSupply supply, Duration lease) {
        this.supply = supply;
        this.lease = lease;
    }

    /**
     * Returns what there is to tell.
     *
     * @param wanted the only provider that somebody wants to know about; without it, or if it is not there, all are told
     */
    synchronized ServiceWords words(Optional<String> wanted) {
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
        Told last = told.get(provider.name());
        if (last == null || System.nanoTime() - last.at() >= FRESH.toNanos()) {
            last = new Told(System.nanoTime(), ProviderWords.of(provider));
            told.put(provider.name(), last);
        }
        return last.words();
    }
}
