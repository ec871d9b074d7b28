package dev.sandboxed.provider.oci.internal.disk;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Outcome;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SandboxSpecBuilder;
import dev.sandboxed.provider.oci.internal.BusyboxImage;
import dev.sandboxed.provider.oci.internal.Leftovers;
import dev.sandboxed.provider.oci.internal.OciProvider;
import dev.sandboxed.provider.oci.internal.WithEachRuntime;
import dev.sandboxed.provider.oci.internal.kernel.Kind;
import dev.sandboxed.provider.oci.internal.owner.OwnerProcess;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the contract says of limited disks is tried there; this is about where all of a container's files are. */
@Timeout(60)
class DiskTests extends WithEachRuntime {

    private static final int ALLOWED = 16;

    DiskTests(Kind kind) {
        super(kind);
    }

    private static SandboxSpecBuilder limited(int mebibytes) {
        return SandboxSpec.builder()
                .limits(Limits.builder().disk(DataSize.ofMebibytes(mebibytes)).build());
    }

    private static ExecResult fill(Sandbox sandbox, String folder) {
        return sandbox.shell("dd if=/dev/zero of=" + folder + "/large bs=64k count=512");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/tmp", "/var/tmp", "/root", "/etc", "/"})
    void nothingIsWrittenPastTheLimitInAnyFolder(String folder) {
        try (Sandbox sandbox = provider.create(limited(ALLOWED).build())) {
            ExecResult full = fill(sandbox, folder);

            assertThat(full.outcome()).as(full.stderr()).isEqualTo(Outcome.OUT_OF_DISK);
            assertThat(full.stderr()).contains("No space left on device");
            assertThat(sandbox.usage().disk().orElseThrow().bytes())
                    .isBetween((ALLOWED - 3L) << 20, (long) ALLOWED << 20);
        }
    }

    @Test
    void filesOfAnImageTakeNothingUntilTheyAreChanged() throws IOException {
        SandboxSpec spec = limited(ALLOWED)
                .image(BusyboxImage.in(state.resolve("image")).toString())
                .build();
        try (Sandbox sandbox = provider.create(spec)) {
            assertThat(sandbox.usage().disk().orElseThrow().bytes()).isLessThan(1 << 20);
            assertThat(fill(sandbox, "/tmp").outcome()).isEqualTo(Outcome.OUT_OF_DISK);
        }
    }

    @Test
    void theFileThatSaysWhereToAskForNamesIsNoWayAroundTheLimit() {
        assumeTrue(provider.capabilities().has(Capability.PORTS), "there is nothing that makes a network");
        SandboxSpec spec = limited(ALLOWED)
                .network(NetworkPolicy.of(Network.NONE).exposing(8080))
                .build();
        try (Sandbox sandbox = provider.create(spec)) {
            assertThat(sandbox.shell("test -s /etc/resolv.conf && echo more >> /etc/resolv.conf")
                            .stderr())
                    .contains("Read-only file system");
        }
    }

    @Test
    void nothingIsLeftOfASandboxWhoseDiskIsFull() {
        String id;
        try (Sandbox sandbox = provider.create(limited(ALLOWED).build())) {
            id = sandbox.id();
            assertThat(fill(sandbox, "/tmp").succeeded()).isFalse();
            assertThat(Leftovers.of(id, state)).anyMatch(left -> left.contains("/files ext4"));
        }
        assertThat(Leftovers.of(id, state)).isEmpty();
    }

    @Test
    void aFullSandboxCanBeSavedAndItsFilesDoNotFitIntoLess() {
        Snapshot snapshot;
        try (Sandbox sandbox = provider.create(limited(ALLOWED).build())) {
            assertThat(fill(sandbox, "/tmp").succeeded()).isFalse();
            snapshot = sandbox.snapshot(SnapshotOptions.ALL);
        }
        assertThatThrownBy(() -> provider.snapshots()
                        .restore(snapshot, limited(ALLOWED / 2).build()))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("The files of the snapshot do not fit into a disk of 8m")
                .hasMessageContaining("restore it with a larger limit");
        try (Sandbox again =
                provider.snapshots().restore(snapshot, limited(ALLOWED * 2).build())) {
            assertThat(again.files().stat("/tmp/large").size()).isGreaterThan(8 << 20);
            assertThat(fill(again, ".").outcome()).isEqualTo(Outcome.OUT_OF_DISK);
        }
    }

    @Test
    void theDiskOfAKilledOwnerIsUnmountedByWhoeverReaps() throws Exception {
        Process owner = OwnerProcess.start(Program.class, kind.name(), state.toString());
        String id = owner.inputReader().readLine();
        owner.destroyForcibly().waitFor();

        assertThat(provider.reap().removed()).containsExactly(id);
        await().atMost(ofSeconds(10))
                .untilAsserted(() -> assertThat(Leftovers.of(id, state)).isEmpty());
    }

    /** Owns a sandbox with a limited disk, and waits. */
    static final class Program {

        private Program() {}

        public static void main(String[] arguments) throws IOException {
            OciProvider provider =
                    new OciProvider(Kind.valueOf(arguments[0]), ProviderContext.in(Path.of(arguments[1])));
            System.out.println(provider.create(limited(ALLOWED).build()).id());
            System.in.read();
        }
    }
}
