package dev.sandboxed.provider.docker.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.Owner;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.linux.internal.proc.EnclosingContainer;
import dev.sandboxed.linux.internal.proc.ProcessWorld;
import dev.sandboxed.network.internal.NetworkTools;
import dev.sandboxed.provider.docker.internal.container.Confinement;
import dev.sandboxed.provider.docker.internal.container.ContainerLabels;
import dev.sandboxed.provider.docker.internal.container.Enclosure;
import dev.sandboxed.provider.docker.internal.engine.Engine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the job of a CI server left in the engine goes when the job's container is gone. */
class EnclosureTests extends EngineTest {

    private static final String MOUNTS = "cat /proc/self/mountinfo";
    private static final String OF_A_JOB = new ProcessWorld("", "job", "another-boot", "pid:[4026532301]").written();
    private static final String NOBODY = "0".repeat(64);

    private Sandbox own;
    private String job;

    @BeforeEach
    void startAJob() {
        own = provider.create(SandboxSpec.defaults());
        job = runLike(own, "none", Map.of(), "sleep 300");
    }

    private String sandboxOf(String world, String enclosure) {
        ContainerLabels labels = new ContainerLabels(
                "docker-" + UUID.randomUUID(),
                world,
                Owner.current(),
                enclosure,
                Map.of(),
                Instant.now(),
                null,
                "container");
        return runLike(own, "none", labels.written(), "sleep 300");
    }

    @Test
    void whatAJobHasIsRemovedWhenItsContainerIsGoneAndNotBefore() {
        String left = sandboxOf(OF_A_JOB, job);

        provider.reap();
        assertThat(exists(left)).isTrue();

        remove(job);
        provider.reap();
        assertThat(exists(left)).isFalse();
    }

    @Test
    void aContainerThatHasEndedIsGoneAndOneThatIsPausedIsNot() {
        String left = sandboxOf(OF_A_JOB, job);

        client().pauseContainerCmd(job).exec();
        provider.reap();
        assertThat(exists(left)).isTrue();

        client().unpauseContainerCmd(job).exec();
        client().killContainerCmd(job).exec();
        await().untilAsserted(() -> {
            provider.reap();
            assertThat(exists(left)).isFalse();
        });
    }

    @Test
    void anOwnerThatCanBeSeenToLiveKeepsWhatItHas() {
        String living = sandboxOf(ProcessWorld.current().written(), NOBODY);

        provider.reap();
        assertThat(exists(living)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "none", "0000", "../version?", "../images"})
    void whatIsNoIdTellsNothing(String enclosure) {
        String inDoubt = sandboxOf(OF_A_JOB, enclosure);

        assertThat(provider.reap().failures()).isEmpty();
        assertThat(exists(inDoubt)).isTrue();
    }

    @Test
    void anEngineThatCannotBeAskedTellsNothing() {
        Map<String, String> nowhere = Map.of("host", "unix://" + state.resolve("nowhere.sock"));
        try (Engine silent = Engine.of(EngineRequired.hostContext(state).withSettings(nowhere))) {
            assertThat(new Enclosure(silent, Optional.empty()).isGone(NOBODY)).isFalse();
            assertThat(new Enclosure(silent, Optional.of(new EnclosingContainer(job, "x"))).id())
                    .isEqualTo(Enclosure.NONE);
        }
        assertThat(new Enclosure(engine, Optional.empty()).isGone(NOBODY)).isTrue();
    }

    @Test
    void whoRunsInAContainerKnowsItByItsMounts() throws IOException {
        assumeTrue(engine.info().storage().driver().equals("overlay2"), "the engine tells where layers lie");

        assertThat(enclosure(own.shell(MOUNTS).orThrow().stdout()).id())
                .isEqualTo(own.info().nativeId());
    }

    /** Whatever it is shown of the engine's host, it does not see the processes that the engine tells of. */
    @Test
    void whoRunsInAContainerOfTheEngineHasItsNetworksOnly() throws IOException {
        assumeTrue(engine.info().storage().driver().equals("overlay2"), "the engine tells where layers lie");
        assumeTrue(provider.capabilities().has(Capability.NETWORK_ALLOWLIST), "there are rooms outside of it");
        Enclosure within = enclosure(own.shell(MOUNTS).orThrow().stdout());
        DockerNetworks networks = new DockerNetworks(engine, within, EngineRequired.hostContext(state));

        NetworkTools.Offer offer = networks.offer(Confinement.of(null, engine.info()), engine.info());
        assertThat(offer.features()).containsExactlyInAnyOrder(Capability.NETWORK_FULL, Capability.PORTS);
        assertThat(offer.remedies().get(Capability.NETWORK_ALLOWLIST)).contains("not from within its containers");
    }

    /** They have the same name, in the same file. */
    @Test
    void aContainerThatSharesTheNetworkOfAnotherIsNotTakenForThat() throws IOException {
        String sharing = runLike(
                own, "container:" + job, Map.of(), MOUNTS + " > /tmp/all && mv /tmp/all /tmp/mounts; sleep 300");
        String mounts = await().ignoreExceptions().until(() -> read(sharing, "/tmp/mounts"), text -> !text.isEmpty());

        assertThat(mounts).contains(job + "/hostname");
        assertThat(enclosure(mounts).id()).isEqualTo(Enclosure.NONE);
    }

    @Test
    void theContainerOfAnotherEngineIsNone() throws IOException {
        String elsewhere =
                own.shell(MOUNTS).orThrow().stdout().replace(own.info().nativeId(), NOBODY);

        assertThat(enclosure(elsewhere).id()).isEqualTo(Enclosure.NONE);
    }

    private Enclosure enclosure(String mounts) throws IOException {
        Path root = Files.createTempDirectory(state, "root");
        Files.writeString(Files.createDirectories(root.resolve("proc/self")).resolve("mountinfo"), mounts);
        return new Enclosure(engine, EnclosingContainer.at(root));
    }

    private String read(String container, String path) throws IOException {
        try (TarArchiveInputStream tar = new TarArchiveInputStream(
                client().copyArchiveFromContainerCmd(container, path).exec())) {
            tar.getNextEntry();
            return new String(tar.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
