package dev.sandboxed.provider.microvm.internal;

import dev.sandboxed.api.ApiVersion;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;

/** Opens the provider {@code qemu}. */
public final class QemuProviderFactory implements SandboxProviderFactory {

    @Override
    public String name() {
        return Kind.QEMU.provider();
    }

    @Override
    public int apiVersion() {
        return ApiVersion.CURRENT;
    }

    @Override
    public SandboxProvider open(ProviderContext context) {
        return new MicrovmProvider(Kind.QEMU, context);
    }
}
