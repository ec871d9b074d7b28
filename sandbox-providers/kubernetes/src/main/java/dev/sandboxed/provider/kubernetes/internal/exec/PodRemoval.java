package dev.sandboxed.provider.kubernetes.internal.exec;

import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.provider.kubernetes.internal.cluster.Cluster;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Removes pods with all that runs in them. A cluster that is asked for that at once forgets the pod, and its node ends the processes
 * a second or more later; without the first of them the kernel leaves none of the others.
 *
 * @param cluster where the pods are
 * @param door starts processes in them
 */
public record PodRemoval(Cluster cluster, ExecDoor door) {

    private static final List<String> END_THE_FIRST = List.of("/bin/sh", "-c", "kill -TERM 1; exec sleep 60");
    private static final Duration TO_END = Duration.ofSeconds(2);
    private static final Duration TO_DELETE = Duration.ofSeconds(5);

    /**
     * Removes a pod, if there is one.
     *
     * @throws SandboxException if the cluster does not do it
     */
    public void of(String name) {
        try (ExecChannel ending = door.open(name, END_THE_FIRST, false, TO_END)) {
            ending.awaitOutput(TO_END);
        } catch (IOException e) {
            // It has no processes, or only its node can end them.
        } finally {
            cluster.within(TO_DELETE).delete(name);
        }
    }
}
