package dev.sandboxed.provider.local.internal.bubblewrap.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Outcome;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.folder.internal.disk.SizedFolder;
import dev.sandboxed.provider.local.internal.bubblewrap.BubblewrapProvider;
import dev.sandboxed.provider.local.internal.bubblewrap.ForkedJvm;
import dev.sandboxed.provider.local.internal.bubblewrap.Traces;
import dev.sandboxed.provider.local.internal.bubblewrap.WithBubblewrap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the contract says of limited disks is tried there; this is about where all of a box's files are. */
class DiskTests extends WithBubblewrap {

    private static final int ALLOWED = 16;
    private static final Path MOUNTS = Path.of("/proc/mounts");

    @BeforeEach
    void requireRoot() {
        assumeTrue(SizedFolder.obstacle().isEmpty(), SizedFolder::obstacle);
    }

    private static SandboxSpec limited(int mebibytes) {
        return SandboxSpec.builder()
                .limits(Limits.builder().disk(DataSize.ofMebibytes(mebibytes)).build())
                .build();
    }

    private static ExecResult fill(Sandbox sandbox, String folder) {
        return sandbox.shell("dd if=/dev/zero of=" + folder + "/large bs=64k count=512");
    }

    @ParameterizedTest
    @ValueSource(strings = {".", "/tmp", "/usr/share"})
    void nothingIsWrittenPastTheLimitInAnyFolder(String folder) {
        Sandbox sandbox = provider.create(limited(ALLOWED));

        ExecResult full = fill(sandbox, folder);

        assertThat(full.outcome()).as(full.stderr()).isEqualTo(Outcome.OUT_OF_DISK);
        assertThat(full.stderr()).contains("No space left on device");
        assertThat(sandbox.usage().disk().orElseThrow().bytes()).isBetween((ALLOWED - 3L) << 20, (long) ALLOWED << 20);
    }

    @Test
    void aFullSandboxCanBeSavedAndItsFilesDoNotFitIntoLess() {
        Sandbox sandbox = provider.create(limited(ALLOWED));
        assertThat(fill(sandbox, ".").succeeded()).isFalse();
        Snapshot snapshot = sandbox.snapshot(SnapshotOptions.ALL);

        assertThatThrownBy(() -> provider.snapshots().restore(snapshot, limited(ALLOWED / 2)))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("The files of the snapshot do not fit into a disk of 8m")
                .hasMessageContaining("restore it with a larger limit");
        Sandbox again = provider.snapshots().restore(snapshot, limited(ALLOWED * 2));
        assertThat(again.files().stat("large").size()).isGreaterThan(8 << 20);
        assertThat(fill(again, "/tmp").outcome()).isEqualTo(Outcome.OUT_OF_DISK);
    }

    @Test
    void theDiskGoesWithItsSandboxAndThatOfAKilledOwnerWithWhoeverReaps() throws Exception {
        try (Sandbox sandbox = provider.create(limited(ALLOWED))) {
            assertThat(fill(sandbox, ".").succeeded()).isFalse();
            assertThat(MOUNTS).content().contains(sandbox.id());
        }
        assertThat(MOUNTS).content().doesNotContain(state.toString());
        Process owner = ForkedJvm.start(Program.class, state.toString());
        String id = owner.inputReader().readLine();
        owner.destroyForcibly().waitFor();
        assertThat(MOUNTS).content().contains(id);

        assertThat(provider.reap().removed()).containsExactly(id);

        assertThat(MOUNTS).content().doesNotContain(state.toString());
        assertThat(Traces.filesIn(state)).isEmpty();
    }

    @Test
    void aSandboxWithoutALimitHasNoDiskOfItsOwn() throws IOException {
        Sandbox sandbox = create();

        assertThat(sandbox.usage().disk()).isEmpty();
        assertThat(Files.readString(MOUNTS)).doesNotContain(sandbox.id());
    }

    /** Owns a sandbox with a limited disk, and waits. */
    static final class Program {

        private Program() {}

        public static void main(String[] arguments) throws IOException {
            BubblewrapProvider provider = new BubblewrapProvider(ProviderContext.in(Path.of(arguments[0])));
            System.out.println(provider.create(limited(ALLOWED)).id());
            System.in.read();
        }
    }
}
