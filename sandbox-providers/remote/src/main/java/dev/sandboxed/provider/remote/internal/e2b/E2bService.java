package dev.sandboxed.provider.remote.internal.e2b;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.guest.exec.GuestChannel;
import dev.sandboxed.guest.exec.GuestCommands;
import dev.sandboxed.guest.exec.GuestProcess;
import dev.sandboxed.guest.exec.SupervisorScript;
import dev.sandboxed.guest.sandbox.GuestSandbox;
import dev.sandboxed.provider.remote.internal.e2b.envd.Daemon;
import dev.sandboxed.provider.remote.internal.e2b.envd.DaemonRuntime;
import java.io.IOException;
import java.io.UncheckedIOException;
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
     * @throws UncheckedIOException if not even the first process can be started
     */
    @Override
    public GuestCommands commands(Function<String, Fault> fault, Consumer<String> gone) {
        DaemonRuntime runtime = new DaemonRuntime(daemon, spec, fault, gone);
        String word = SupervisorScript.word();
        try {
            GuestChannel first = runtime.start(
                    new GuestProcess(SupervisorScript.serving(word), SupervisorScript.environment(), null, null));
            return new GuestCommands(runtime, GuestCommands.Home.of(spec, fault), first, word);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
