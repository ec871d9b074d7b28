package dev.sandboxed.core.internal.pool;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.ForwardingSandboxProvider;
import dev.sandboxed.core.internal.choice.ProviderRequest;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A provider that has the next sandboxes ready before they are asked for. Nobody announces what comes, so it goes by what came: of
 * a spec that was asked for twice, as many are made ahead as are allowed, and only of the last few such specs. Safe from several
 * threads.
 */
public final class WarmProvider extends ForwardingSandboxProvider {

    private static final int SPECS = 4;
    /** Specs that came once are many, and most never come again. */
    private static final int REMEMBERED = 256;

    private final SandboxPool pool;
    private final int ahead;
    private final Map<ProviderRequest, Deque<Expectation>> expected = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<ProviderRequest, Boolean> seen = new LinkedHashMap<>(16, 0.75f, true) {

        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ProviderRequest, Boolean> eldest) {
            return size() > REMEMBERED;
        }
    };

    /**
     * Creates one that has nothing ready yet.
     *
     * @param provider what it shows of itself; the pool must know it by its name
     * @param pool makes the sandboxes; it is not closed with the provider
     * @param ahead how many are made ahead of each spec
     */
    public WarmProvider(SandboxProvider provider, SandboxPool pool, int ahead) {
        super(provider);
        this.pool = pool;
        this.ahead = ahead;
    }

    @Override
    public Sandbox create(SandboxSpec spec) {
        ProviderRequest request = ProviderRequest.of(spec).on(name());
        Lease lease = pool.claim(request, take(request));
        expectMore(request);
        return lease.sandbox();
    }

    private synchronized @Nullable Expectation take(ProviderRequest request) {
        Deque<Expectation> waiting = expected.get(request);
        return waiting == null ? null : waiting.poll();
    }

    private synchronized void expectMore(ProviderRequest request) {
        boolean again = seen.put(request, true) != null;
        if (!again || Poolable.whyNot(request).isPresent()) {
            return;
        }
        Deque<Expectation> waiting = expected.computeIfAbsent(request, none -> new ArrayDeque<>());
        waiting.addAll(pool.expect(Collections.nCopies(ahead - waiting.size(), request)));
        if (expected.size() > SPECS) {
            ProviderRequest eldest = expected.keySet().iterator().next();
            pool.withdraw(List.copyOf(expected.remove(eldest)));
        }
    }
}
