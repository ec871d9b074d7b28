package dev.sandboxed.provider.remote.internal.e2b;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotFilter;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.snapshot.SnapshotRejectedException;
import dev.sandboxed.api.spec.SandboxSpec;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class E2bSnapshotsTests {

    @RegisterExtension
    static final ServedE2b E2B = ServedE2b.over("runc");

    @TempDir
    private Path folder;

    private E2bProvider provider;
    private Sandbox origin;

    @BeforeEach
    void create() {
        provider = open();
        origin = provider.create(SandboxSpec.defaults());
        origin.shell("mkdir -p kept && echo 1 >kept/a && echo 2 >kept/b.tmp && echo 3 >/other")
                .orThrow();
    }

    private E2bProvider open() {
        return new E2bProvider(ProviderContext.in(folder).withSettings(E2B.settings()));
    }

    @AfterEach
    void close() {
        provider.snapshots().list(SnapshotFilter.ANY).forEach(provider.snapshots()::delete);
        provider.close();
        assertThat(E2B.behind().list()).isEmpty();
        assertThat(E2B.behind().snapshots().list(SnapshotFilter.ANY)).isEmpty();
    }

    private String seenIn(Snapshot snapshot) {
        try (Sandbox restored = provider.snapshots().restore(snapshot, SandboxSpec.defaults())) {
            return restored.shell("cat kept/a kept/b.tmp /other 2>/dev/null").stdout();
        }
    }

    @Test
    void allIsKeptWhereNothingIsChosen() {
        Snapshot snapshot = origin.snapshot(SnapshotOptions.ALL);

        assertThat(seenIn(snapshot)).isEqualTo("1\n2\n3\n");
        assertThat(snapshot.fileCount()).isGreaterThanOrEqualTo(3);
    }

    /** The service keeps all or nothing, so this takes a copy, which is gone afterwards, and so is what it was made from. */
    @Test
    void whatIsLeftOutIsNotEvenAtTheService() {
        Snapshot snapshot = origin.snapshot(SnapshotOptions.ALL.excluding("**/*.tmp"));

        assertThat(seenIn(snapshot)).isEqualTo("1\n3\n");
        assertThat(E2B.behind().list()).hasSize(1);
        assertThat(E2B.behind().snapshots().list(SnapshotFilter.ANY)).hasSize(1);
    }

    @Test
    void whatIsChosenLiesOverTheTemplate() {
        Snapshot snapshot =
                origin.snapshot(SnapshotOptions.ALL.including("**/kept/**").excluding("**/*.tmp"));

        assertThat(seenIn(snapshot)).isEqualTo("1\n");
        assertThat(snapshot.fileCount()).isOne();
        assertThat(E2B.behind().snapshots().list(SnapshotFilter.ANY)).isEmpty();
    }

    @Test
    void aNameWithALineBreakCannotBeChosenAndHarmsNobodyWhoDidNot() {
        origin.shell("echo x >'two\nlines'; mkdir -p 'odd\n/-C/etc'; echo y >'odd\n/-C/etc/a'")
                .orThrow();

        assertThatThrownBy(() -> origin.snapshot(SnapshotOptions.ALL.including("**/two*")))
                .isInstanceOf(SandboxFileException.class)
                .hasMessageContaining("line break")
                .hasMessageContaining("two\\nlines");
        assertThat(origin.snapshot(SnapshotOptions.ALL).fileCount()).isGreaterThan(3);
        assertThat(seenIn(origin.snapshot(SnapshotOptions.ALL.including("**/kept/a"))))
                .isEqualTo("1\n");
    }

    /** Programs that read names from a list take some of them for something else. */
    @Test
    void namesThatLookLikeOptionsOrEscapesAreNames() {
        origin.shell("mkdir ./-C; echo 5 >-C/x; echo 6 >--null; echo 7 >'a\\tb'; rm -r kept")
                .orThrow();
        Snapshot snapshot = origin.snapshot(SnapshotOptions.ALL.including("**/workspace/**"));

        try (Sandbox restored = provider.snapshots().restore(snapshot, SandboxSpec.defaults())) {
            assertThat(restored.shell("cat ./-C/x ./--null 'a\\tb'").stdout()).isEqualTo("5\n6\n7\n");
        }
    }

    @Test
    void oneThatTheServiceHasLostIsRefused() throws IOException, InterruptedException {
        Snapshot snapshot = origin.snapshot(SnapshotOptions.ALL);
        JsonNode listed = new ObjectMapper().readTree(E2B.ask("GET", "snapshots"));
        E2B.ask("DELETE", "templates/" + listed.path(0).path("snapshotID").asText());

        assertThatThrownBy(() -> seenIn(snapshot)).isInstanceOf(SnapshotRejectedException.class);
        assertThat(E2B.behind().list()).hasSize(1);
    }

    @Test
    void anotherProviderWithTheSameStateKnowsIt() {
        Snapshot snapshot = origin.snapshot(SnapshotOptions.ALL.tagged("kept"));
        try (E2bProvider other = open();
                Sandbox restored = other.snapshots()
                        .restore(
                                other.snapshots()
                                        .list(SnapshotFilter.tagged("kept"))
                                        .get(0),
                                SandboxSpec.defaults())) {
            assertThat(restored.shell("cat /other").stdout()).isEqualTo("3\n");
            other.snapshots().delete(snapshot);
        }

        assertThatThrownBy(() -> seenIn(snapshot)).isInstanceOf(SnapshotRejectedException.class);
    }

    @Test
    void aCopyOfACopyHasTheFilesOfBoth() {
        try (Sandbox copy = origin.fork(1).get(0)) {
            copy.shell("echo 4 >>kept/a").orThrow();

            assertThat(seenIn(copy.snapshot(SnapshotOptions.ALL.including("**/kept/**"))))
                    .isEqualTo("1\n4\n2\n");
        }
    }
}
