package dev.sandboxed.core.internal.pool;

import dev.sandboxed.api.capability.Headroom;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.core.internal.choice.ProviderChain;
import dev.sandboxed.core.internal.choice.ProviderRequest;
import dev.sandboxed.core.internal.choice.SelectedSandbox;

/** Makes sandboxes ahead of their claims, as long as their host has room for them. */
final class Maker {

    private final ProviderChain chain;

    Maker(ProviderChain chain) {
        this.chain = chain;
    }

    /**
     * Makes one that has run a command.
     *
     * @throws PoolExhaustedException if the host of the provider has too little left, so that it is better made when it is needed
     * @throws dev.sandboxed.api.error.SandboxException if it cannot be created, or its first command does not succeed
     */
    SelectedSandbox make(ProviderRequest request) {
        String provider = chain.select(request).provider().name();
        chain.headroom(provider).ifPresent(spare -> requireRoom(provider, request, spare));
        return warm(chain.create(request));
    }

    private static void requireRoom(String provider, ProviderRequest request, Headroom spare) {
        long needed = PoolLimits.memoryOf(request.spec());
        if (spare.sandboxes() < 1 || spare.memory().bytes() < needed) {
            throw new PoolExhaustedException(Fault.of("The host has " + spare.memory() + " of memory and room for "
                            + spare.sandboxes() + " sandboxes to spare, too little to make one ahead")
                    .provider(provider)
                    .remedy("run fewer tests at once, or make fewer sandboxes ahead with sandbox.poolAhead"));
        }
    }

    /** What has run one command runs the next without delay, and has proven that it can. */
    private static SelectedSandbox warm(SelectedSandbox made) {
        try {
            ExecResult first = made.sandbox()
                    .exec(Command.shell(":").timeout(made.sandbox().spec().startupTimeout()));
            if (first.succeeded()) {
                return made;
            }
            throw new SandboxStartException(Fault.of("The first command of a sandbox " + first.ending())
                    .sandbox(made.sandbox().id()));
        } catch (RuntimeException | Error e) {
            try {
                made.close();
            } catch (RuntimeException notClosed) {
                e.addSuppressed(notClosed);
            }
            throw e;
        }
    }
}
