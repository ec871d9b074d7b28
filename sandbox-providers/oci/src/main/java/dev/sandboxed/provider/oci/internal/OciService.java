package dev.sandboxed.provider.oci.internal;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.guest.exec.GuestCommands;
import dev.sandboxed.guest.sandbox.GuestSandbox;
import dev.sandboxed.guest.sandbox.SharedPause;
import dev.sandboxed.provider.oci.internal.container.Container;
import dev.sandboxed.provider.oci.internal.container.ContainerRuntime;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What serves a container.
 *
 * @param word what its first process marks its words with
 * @param pause holds it still
 */
record OciService(SandboxSpec spec, Container container, String word, SharedPause pause)
        implements GuestSandbox.Service {

    @Override
    public GuestCommands commands(Function<String, Fault> fault, Consumer<String> gone) {
        ContainerRuntime runtime = new ContainerRuntime(container, spec.limits(), fault, gone, pause::awaitBriefOnes);
        return new GuestCommands(runtime, GuestCommands.Home.of(spec, fault), container.first(), word);
    }
}
