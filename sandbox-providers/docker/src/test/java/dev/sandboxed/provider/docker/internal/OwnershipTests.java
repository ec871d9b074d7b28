package dev.sandboxed.provider.docker.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Owner;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.linux.internal.proc.ProcessWorld;
import dev.sandboxed.provider.docker.internal.container.ContainerLabels;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwnershipTests extends EngineTest {

    private Sandbox own;

    @BeforeEach
    void createASandbox() {
        own = provider.create(SandboxSpec.builder().label("suite", "ownership").build());
    }

    private SandboxProvider open(Owner owner) {
        return open(context -> context.withOwner(owner));
    }

    private static Owner ownerOf(Process process) {
        return Owner.of(process.toHandle());
    }

    private static Owner dead() throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sleep", "300").start();
        Owner owner = ownerOf(process);
        process.destroyForcibly().waitFor();
        return owner;
    }

    private String byHand(Map<String, String> labels) {
        return runLike(own, "none", labels, "sleep 300");
    }

    private static Map<String, String> labels(String world, Owner owner, Duration left) {
        return labels(world, owner, Duration.ZERO, left);
    }

    private static Map<String, String> labels(String world, Owner owner, Duration age, @Nullable Duration left) {
        Instant now = Instant.now();
        Instant expires = left == null ? null : now.plus(left);
        return new ContainerLabels(
                        "docker-" + UUID.randomUUID(), world, owner, "", Map.of(), now.minus(age), expires, "container")
                .written();
    }

    @Test
    void aContainerSaysWhoOwnsIt() {
        Map<String, String> written = inspect(own).getConfig().getLabels();

        assertThat(ContainerLabels.read(written)).hasValueSatisfying(labels -> {
            assertThat(labels.id()).isEqualTo(own.id());
            assertThat(labels.owner()).isEqualTo(Owner.current());
            assertThat(labels.world()).isEqualTo(ProcessWorld.current().written());
            assertThat(labels.labels()).containsExactly(Map.entry("suite", "ownership"));
        });
        assertThat(written)
                .containsEntry(
                        "dev.sandboxed.owner.pid",
                        String.valueOf(ProcessHandle.current().pid()));
    }

    @Test
    void whatADeadOwnerLeftIsRemovedAndNothingElse() throws Exception {
        Process alive = new ProcessBuilder("sleep", "300").start();
        try {
            Sandbox ofTheLiving = open(ownerOf(alive)).create(SandboxSpec.defaults());
            Sandbox ofTheDead = open(dead()).create(SandboxSpec.defaults());
            String foreign = byHand(Map.of());

            assertThat(provider.reap().removed()).contains(ofTheDead.id()).doesNotContain(own.id(), ofTheLiving.id());
            assertThat(exists(ofTheDead.info().nativeId())).isFalse();
            assertThat(own.shell("echo works").orThrow().stdout()).isEqualTo("works\n");
            assertThat(ofTheLiving.shell("echo works").orThrow().stdout()).isEqualTo("works\n");
            assertThat(exists(foreign)).isTrue();
            assertThat(provider.reap().removed()).doesNotContain(ofTheDead.id());
        } finally {
            alive.destroyForcibly().waitFor();
        }
    }

    @Test
    void theFirstCreationOfAProviderRemovesWhatADeadOwnerLeft() throws Exception {
        Sandbox ofTheDead = open(dead()).create(SandboxSpec.defaults());
        open(Owner.current()).create(SandboxSpec.defaults());

        assertThat(exists(ofTheDead.info().nativeId())).isFalse();
    }

    @Test
    void theSandboxesOfAnotherLivingOwnerAreListed() throws Exception {
        Process alive = new ProcessBuilder("sleep", "300").start();
        try {
            Sandbox other = open(ownerOf(alive)).create(SandboxSpec.defaults());

            assertThat(provider.list()).extracting(SandboxInfo::id).contains(own.id(), other.id());
        } finally {
            alive.destroyForcibly().waitFor();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "dev.sandboxed.owner.pid     | me",
                "dev.sandboxed.owner.started | yesterday",
                "dev.sandboxed.expires       | soon",
                "dev.sandboxed.isolation     | strong",
                "dev.sandboxed.labels        | {",
                "dev.sandboxed.labels        | null",
                "dev.sandboxed.labels        | {\"a\":null}",
                "dev.sandboxed.labels        | {\"a\":[1]}",
                "dev.sandboxed.world         | ''",
                "dev.sandboxed.id            | ''"
            })
    void aContainerWithLabelsThatMeanNothingDisturbsNobodyAndIsLeftAlone(String label, String value) {
        Map<String, String> garbage = new HashMap<>(labels("another machine", Owner.current(), Duration.ofHours(1)));
        garbage.put(label, value);
        String container = byHand(garbage);

        assertThat(provider.list()).extracting(SandboxInfo::id).contains(own.id());
        assertThat(provider.reap().failures()).isEmpty();
        assertThat(exists(container)).isTrue();
        try (Sandbox another = open(Owner.current()).create(SandboxSpec.defaults())) {
            assertThat(another.shell("true").succeeded()).isTrue();
        }
    }

    @Test
    void aContainerWithOurLabelAndNothingElseIsLeftAlone() {
        String container = byHand(Map.of(ContainerLabels.ID, "garbage"));

        assertThat(provider.reap().removed()).doesNotContain("garbage");
        assertThat(provider.list()).extracting(SandboxInfo::id).doesNotContain("garbage");
        assertThat(exists(container)).isTrue();
    }

    @Test
    void whatAnotherMachineLeftIsRemovedWhenItsTimeIsUpAndNotBefore() throws Exception {
        Owner unknown = dead();
        String expired = byHand(labels("another machine", unknown, Duration.ofMinutes(-2)));
        String lasting = byHand(labels("another machine", unknown, Duration.ofHours(1)));
        String endless = byHand(labels("another machine", unknown, Duration.ZERO, null));

        provider.reap();
        assertThat(exists(expired)).isFalse();
        assertThat(exists(lasting)).isTrue();
        assertThat(exists(endless)).isTrue();
    }

    @Test
    void whatAContainerOfACiServerLeftDoesNotStayForEver() throws Exception {
        String gone = new ProcessWorld("", "ci", "another-boot", "pid:[4026532301]").written();
        String recent = byHand(labels(gone, dead(), Duration.ofHours(23), null));
        String old = byHand(labels(gone, dead(), Duration.ofHours(25), null));

        provider.reap();
        assertThat(exists(recent)).isTrue();
        assertThat(exists(old)).isFalse();

        open(context -> context.withSettings(Map.of("reapAfter", "22h"))).reap();
        assertThat(exists(recent)).isFalse();
    }

    /** Its time to live is measured by its owner; a step of the clock must not end it. */
    @Test
    void whatTheLivingHaveStaysThoughTheClockSaysThatItsTimeIsUp() {
        String living = byHand(
                labels(ProcessWorld.current().written(), Owner.current(), Duration.ofDays(3), Duration.ofDays(-2)));

        provider.reap();
        assertThat(exists(living)).isTrue();
    }
}
