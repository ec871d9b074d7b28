package dev.sandboxed.core.internal.choice;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.ExpectingProvider;
import dev.sandboxed.api.spi.ForwardingSandboxProvider;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/** A provider, and the factory of itself, that notes what it is told to expect. */
public final class ExpectantProvider extends ForwardingSandboxProvider
        implements ExpectingProvider, SandboxProviderFactory {

    /** Everything that was told, the last at the end. */
    public final List<List<SandboxSpec>> told = new CopyOnWriteArrayList<>();

    private final FakeProvider provider;
    private volatile Predicate<SandboxSpec> made = spec -> true;

    public ExpectantProvider(FakeProvider provider) {
        super(provider);
        this.provider = provider;
    }

    public ExpectantProvider makesAheadOnly(Predicate<SandboxSpec> those) {
        this.made = those;
        return this;
    }

    @Override
    public boolean makesAhead(SandboxSpec spec) {
        return made.test(spec);
    }

    @Override
    public void expect(List<SandboxSpec> next) {
        told.add(List.copyOf(next));
    }

    @Override
    public int apiVersion() {
        return provider.apiVersion();
    }

    @Override
    public SandboxProvider open(ProviderContext context) {
        provider.open(context);
        return this;
    }
}
