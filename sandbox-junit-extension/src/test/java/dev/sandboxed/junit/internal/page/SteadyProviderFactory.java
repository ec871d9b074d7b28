package dev.sandboxed.junit.internal.page;

import dev.sandboxed.api.ApiVersion;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.testkit.Answer;
import dev.sandboxed.testkit.MockSandboxProvider;

/** Opens a provider whose sandboxes cost nothing, and print 200 characters for every command. */
public final class SteadyProviderFactory implements SandboxProviderFactory {

    @Override
    public String name() {
        return "steady";
    }

    @Override
    public int apiVersion() {
        return ApiVersion.CURRENT;
    }

    @Override
    public SandboxProvider open(ProviderContext context) {
        return MockSandboxProvider.builder()
                .context(context)
                .name(name())
                .onAnything()
                .answer(Answer.stdout("x".repeat(200)))
                .build();
    }
}
