package dev.sandboxed.provider.remote.internal.e2b;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.guest.exec.GuestCommands;
import dev.sandboxed.guest.files.GuestArchives;
import dev.sandboxed.guest.internal.start.GuestStart;
import dev.sandboxed.guest.sandbox.GuestSandbox;
import dev.sandboxed.provider.remote.internal.e2b.envd.Daemon;
import dev.sandboxed.provider.remote.internal.e2b.envd.DaemonArchives;
import dev.sandboxed.provider.remote.internal.e2b.envd.DaemonRuntime;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What serves a sandbox at the service.
 *
 * @param spec what it was made from
 * @param daemon the daemon inside
 */
record E2bService(SandboxSpec spec, Daemon daemon) implements GuestSandbox.Service {

    /**
     * {@inheritDoc}
     *
     * @throws java.io.UncheckedIOException if not even the first process can be started
     */
    @Override
    public GuestCommands commands(Function<String, Fault> fault, Consumer<String> gone) {
        return GuestStart.commands(new DaemonRuntime(daemon, spec, fault, gone), spec, fault);
    }

    @Override
    public GuestArchives archives(GuestCommands commands) {
        return new DaemonArchives(daemon, spec.user().orElse(null), commands);
    }
}
