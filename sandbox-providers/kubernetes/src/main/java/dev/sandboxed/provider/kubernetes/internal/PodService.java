package dev.sandboxed.provider.kubernetes.internal;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.guest.exec.GuestChannel;
import dev.sandboxed.guest.exec.GuestCommands;
import dev.sandboxed.guest.sandbox.GuestSandbox;
import dev.sandboxed.provider.kubernetes.internal.cluster.Cluster;
import dev.sandboxed.provider.kubernetes.internal.cluster.PodState;
import dev.sandboxed.provider.kubernetes.internal.exec.ExecDoor;
import dev.sandboxed.provider.kubernetes.internal.exec.PodRuntime;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What serves a sandbox that is a pod.
 *
 * @param spec what it was made from
 * @param cluster where it is
 * @param door starts processes in it
 * @param made the pod as it was made
 * @param first the streams of the first supervisor, which runs
 * @param word what that marks its words with
 */
record PodService(SandboxSpec spec, Cluster cluster, ExecDoor door, PodState made, GuestChannel first, String word)
        implements GuestSandbox.Service {

    @Override
    public GuestCommands commands(Function<String, Fault> fault, Consumer<String> gone) {
        return new GuestCommands(
                new PodRuntime(cluster, door, made, spec, fault, gone),
                GuestCommands.Home.of(spec, fault),
                first,
                word);
    }
}
