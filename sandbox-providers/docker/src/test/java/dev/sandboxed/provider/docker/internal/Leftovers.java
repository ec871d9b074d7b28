package dev.sandboxed.provider.docker.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectVolumeResponse;
import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.Network;
import dev.sandboxed.api.Owner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What there is of this process in the engine and in this process itself, so that it can be compared with what is there
 * afterwards. Others may use the engine at the same time: what is theirs does not count.
 */
record Leftovers(
        Set<String> containers, Set<String> volumes, Set<String> networks, Set<String> threads, int descriptors) {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    static Leftovers now(DockerClient client) {
        return new Leftovers(containers(client), volumes(client), networks(client), ourThreads(), openDescriptors());
    }

    /** Waits until nothing is there that was not there when this was made. */
    void awaitNoMore(DockerClient client) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            Leftovers now = now(client);
            assertThat(now.containers()).as("containers").isSubsetOf(containers);
            assertThat(now.volumes()).as("volumes that nobody uses").isSubsetOf(volumes);
            assertThat(now.networks()).as("networks").isSubsetOf(networks);
            assertThat(now.threads()).as("threads").isSubsetOf(threads);
            assertThat(now.descriptors()).as("open descriptors").isLessThanOrEqualTo(descriptors);
        });
    }

    private static Set<String> containers(DockerClient client) {
        String pid = String.valueOf(Owner.current().pid());
        return client
                .listContainersCmd()
                .withShowAll(true)
                .withLabelFilter(Map.of("dev.sandboxed.owner.pid", pid))
                .exec()
                .stream()
                .map(Container::getId)
                .collect(Collectors.toSet());
    }

    private static Set<String> volumes(DockerClient client) {
        List<InspectVolumeResponse> unused =
                client.listVolumesCmd().withDanglingFilter(true).exec().getVolumes();
        return unused == null
                ? Set.of()
                : unused.stream().map(InspectVolumeResponse::getName).collect(Collectors.toSet());
    }

    private static Set<String> networks(DockerClient client) {
        return client.listNetworksCmd().exec().stream().map(Network::getName).collect(Collectors.toSet());
    }

    private static Set<String> ourThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(thread -> thread.getName() + " " + thread.getId())
                .filter(name -> name.startsWith("sandboxed-"))
                .collect(Collectors.toSet());
    }

    /** Leaves out jars: the JVM opens one for good when the first class in it is loaded, whenever that is. */
    private static int openDescriptors() {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return (int) open.map(Leftovers::target)
                    .filter(target -> !target.isEmpty() && !target.endsWith(".jar"))
                    .count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** It may have been closed since it was listed. */
    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException closedMeanwhile) {
            return "";
        }
    }
}
