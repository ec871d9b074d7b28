package dev.sandboxed.provider.local.internal.bubblewrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.snapshot.SnapshotRejectedException;
import dev.sandboxed.api.spec.SandboxSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The host's programs look as if they could be changed. Each test looks after the folder of the host that it aims at. */
class ProgramChangesTests extends WithBubblewrap {

    /** Small, on nearly every host, and nobody's business. */
    private static final Path VICTIM = Path.of("/usr/share/doc/bash");

    private static final SandboxSpec READ_ONLY =
            SandboxSpec.builder().readOnlyRoot(true).build();

    private final Map<Path, String> before = new HashMap<>();
    private String file = "";

    @TempDir
    Path image;

    @BeforeEach
    void rememberTheHost() throws IOException {
        assumeTrue(Files.isDirectory(VICTIM), "the host has no " + VICTIM);
        assumeTrue(
                provider.status().toString().contains("usr=overlay"),
                () -> "programs are read-only here: " + provider.status());
        before.putAll(look());
        file = before.keySet().stream()
                .filter(Files::isRegularFile)
                .findFirst()
                .orElseThrow()
                .toString();
    }

    @AfterEach
    void theHostIsAsItWas() throws IOException {
        assertThat(look()).isEqualTo(before);
    }

    private static Map<Path, String> look() throws IOException {
        Map<Path, String> seen = new HashMap<>();
        try (Stream<Path> all = Files.walk(VICTIM)) {
            for (Path path : all.toList()) {
                String content = Files.isRegularFile(path) ? Files.readString(path, StandardCharsets.ISO_8859_1) : "";
                seen.put(path, Files.getLastModifiedTime(path) + " " + content);
            }
        }
        return seen;
    }

    private static String run(Sandbox sandbox, String script) {
        return sandbox.shell(script).orThrow().stdout();
    }

    @Test
    void whatACommandWritesReplacesAndDeletesIsSeenByLaterOnes() {
        Sandbox sandbox = create();
        run(sandbox, "echo 'echo mine' >/usr/local/bin/mine && chmod +x /usr/local/bin/mine");
        run(sandbox, "echo replaced >" + file);
        run(sandbox, "rm /usr/bin/env");
        assertThat(run(sandbox, "mine")).isEqualTo("mine\n");
        assertThat(sandbox.files().readText(file)).isEqualTo("replaced\n");
        assertThat(sandbox.exec("/usr/bin/env").succeeded()).isFalse();
        assertThat(Files.exists(Path.of("/usr/bin/env"))).isTrue();
        assertThat(Files.exists(Path.of("/usr/local/bin/mine"))).isFalse();
    }

    @Test
    void aFolderThatWasDeletedAndMadeAgainIsEmpty() {
        Sandbox sandbox = create();
        run(sandbox, "rm -r " + VICTIM + " && mkdir " + VICTIM);
        assertThat(run(sandbox, "ls -A " + VICTIM)).isEmpty();
    }

    @Test
    void twoSandboxesDoNotSeeEachOthersChanges() {
        Sandbox one = create();
        Sandbox other = create();
        run(one, "rm -r " + VICTIM + "; echo one >/usr/one");
        assertThat(run(other, "cat /usr/one 2>/dev/null; ls -d " + VICTIM)).isEqualTo(VICTIM + "\n");
    }

    @Test
    void theHostHasNoMountOfItAndNothingIsLeftInTheEnd() throws IOException {
        Sandbox sandbox = create();
        run(sandbox, "rm -r " + VICTIM);
        assertThat(Files.readString(Path.of("/proc/self/mountinfo"))).doesNotContain(sandbox.id());
        assertThat(Traces.mountsOf(sandbox.id())).as("what bubblewrap sees").isNotEmpty();
        sandbox.close();
        assertThat(Traces.mountsOf(sandbox.id())).isEmpty();
        assertThat(Traces.filesIn(state)).isEmpty();
    }

    @Test
    void noThreadStaysInTheNamespaceOfASandbox() throws IOException {
        Sandbox sandbox = create();
        run(sandbox, "true");
        Path host = Files.readSymbolicLink(Path.of("/proc/self/ns/mnt"));
        try (Stream<Path> threads = Files.list(Path.of("/proc/self/task"))) {
            for (Path thread : threads.toList()) {
                if (Files.exists(thread)) {
                    assertThat(Files.readSymbolicLink(thread.resolve("ns/mnt"))).isEqualTo(host);
                }
            }
        }
    }

    @Test
    void aSnapshotHoldsChangesDeletionsAndReplacedFolders() {
        Sandbox origin = create();
        run(origin, "echo kept >/usr/local/kept; rm /usr/bin/env; rm -r " + VICTIM + "; mkdir " + VICTIM);
        Snapshot snapshot = origin.snapshot(SnapshotOptions.ALL);
        origin.close();
        Sandbox restored = provider.snapshots().restore(snapshot, SandboxSpec.defaults());
        assertThat(run(restored, "cat /usr/local/kept; ls -A " + VICTIM + "; [ -e /usr/bin/env ] || echo gone"))
                .isEqualTo("kept\ngone\n");
        run(restored, "echo more >>/usr/local/kept");
        Sandbox sealed = provider.snapshots().restore(snapshot, READ_ONLY);
        assertThat(run(sealed, "cat /usr/local/kept")).isEqualTo("kept\n");
        assertThat(sealed.shell("echo more >>/usr/local/kept").succeeded()).isFalse();
        provider.snapshots().delete(snapshot);
    }

    @Test
    void aSnapshotWithChangesIsNotRestoredOverSomethingElse() throws IOException {
        Sandbox origin = create();
        Snapshot unchanged = origin.snapshot(SnapshotOptions.ALL);
        run(origin, "echo changed >/usr/changed");
        Snapshot changed = origin.snapshot(SnapshotOptions.ALL);
        SandboxSpec other = SandboxSpec.builder().image(image.toString()).build();
        Files.createSymbolicLink(image.resolve("bin"), Path.of("usr/bin"));
        assertThatThrownBy(() -> provider.snapshots().restore(changed, other))
                .isInstanceOf(SnapshotRejectedException.class)
                .hasMessageContaining(image.toString());
        assertThatThrownBy(() -> provider.snapshots().restore(unchanged, other))
                .as("an image without any program")
                .isNotInstanceOf(SnapshotRejectedException.class);
        assertThat(Traces.filesIn(state)).allMatch(path -> path.toString().contains(origin.id()));
    }

    @Test
    void aReadOnlyRootIsReadOnly() {
        Sandbox sandbox = provider.create(READ_ONLY);
        assertThat(sandbox.shell(": >/usr/new").succeeded()).isFalse();
        assertThat(sandbox.shell("rm " + file).succeeded()).isFalse();
        assertThat(run(sandbox, "ls -d " + VICTIM)).isEqualTo(VICTIM + "\n");
    }

    @Test
    void aWorkdirMayLieAmongThePrograms() {
        Sandbox sandbox =
                provider.create(SandboxSpec.builder().workdir("/usr/src/mine").build());
        sandbox.files().write("note.txt", "here");
        assertThat(run(sandbox, "cat /usr/src/mine/note.txt")).isEqualTo("here");
        assertThat(Files.exists(Path.of("/usr/src/mine"))).isFalse();
    }
}
