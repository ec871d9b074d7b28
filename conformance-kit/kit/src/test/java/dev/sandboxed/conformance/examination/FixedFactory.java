package dev.sandboxed.conformance.examination;

import dev.sandboxed.api.ApiVersion;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;
import java.util.function.Function;

/** Opens whatever a test wants to be examined. */
record FixedFactory(Function<ProviderContext, SandboxProvider> opening) implements SandboxProviderFactory {

    @Override
    public String name() {
        return "mock";
    }

    @Override
    public int apiVersion() {
        return ApiVersion.CURRENT;
    }

    @Override
    public SandboxProvider open(ProviderContext context) {
        return opening.apply(context);
    }
}
