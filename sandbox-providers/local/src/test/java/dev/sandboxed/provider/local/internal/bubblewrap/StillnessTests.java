package dev.sandboxed.provider.local.internal.bubblewrap;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.SandboxSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that do not want to be held. Each counts in a file of its workdir, which is looked at from the host. */
class StillnessTests extends WithBubblewrap {

    private static final int SNAPSHOTS = 20;

    private Sandbox sandbox;
    private Path workdir;

    @BeforeEach
    void begin() {
        sandbox = create();
        workdir = state.resolve("sandboxes").resolve(sandbox.id()).resolve("files/root/workspace");
        assumeTrue(sandbox.exec("perl", "-Mthreads", "-e", "1").succeeded(), "perl with threads is what does not hold");
    }

    private void startInBackground(String program) {
        sandbox.files().write("program.pl", program);
        sandbox.shell("perl program.pl >/dev/null 2>errors &").orThrow();
        await().atMost(ofSeconds(10)).until(() -> count() > 0);
    }

    private long count() throws IOException {
        Path file = workdir.resolve("count");
        return Files.exists(file) ? Files.size(file) : 0;
    }

    private void assertHeldAndThenLetGo() throws IOException {
        sandbox.stop();
        long before = count();
        await().during(ofMillis(500)).atMost(ofSeconds(2)).until(() -> count() == before);
        sandbox.resume();
        await().atMost(ofSeconds(10)).until(() -> count() > before);
    }

    @Test
    void aProcessWhoseFirstThreadHasEndedWentOnWhileItsSandboxWasStopped() throws IOException {
        startInBackground(Restless.WITHOUT_FIRST_THREAD);
        assertHeldAndThenLetGo();
    }

    @Test
    void processesThatWakeEachOtherInTurnAreHeld() throws IOException {
        startInBackground(Restless.CROWD);
        assertHeldAndThenLetGo();
    }

    @Test
    void aProcessThatTimersWakeIsHeld() throws IOException {
        startInBackground(Restless.WITH_TIMERS);
        assertHeldAndThenLetGo();
    }

    @Test
    void aFolderThatIsSwappedForALinkDuringASnapshotLeakedFilesOfTheHost(@TempDir Path victim) throws IOException {
        Files.writeString(victim.resolve("file"), "a secret of the host");
        sandbox.exec("ln", "-s", victim.toString(), "link").orThrow();
        sandbox.shell("mkdir folder; echo mine >folder/file").orThrow();
        startInBackground(Restless.SWAPPING);
        for (int i = 0; i < SNAPSHOTS; i++) {
            Snapshot snapshot = sandbox.snapshot(SnapshotOptions.ALL.including("workspace/*/file"));
            try (Sandbox restored = provider.snapshots().restore(snapshot, SandboxSpec.defaults())) {
                assertThat(restored.exec(Command.shell("cat folder/file link/file 2>/dev/null"))
                                .stdout())
                        .isEqualTo("mine\n");
            }
            provider.snapshots().delete(snapshot);
        }
    }
}
