package dev.sandboxed.provider.remote.internal.e2b;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotFilter;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.provider.remote.internal.fake.Gatekeeper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What is left when something has failed cannot be removed either: that hides nothing, and nothing stays for long. */
@Timeout(60)
class CleaningUpTests {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String END_OF_SANDBOX = "DELETE /sandboxes/.*";
    private static final String SNAPSHOT = "POST /sandboxes/[^/]+/snapshots";
    private static final String END_OF_SNAPSHOT = "DELETE /templates/.*";

    @RegisterExtension
    static final ServedE2b E2B = ServedE2b.over("runc");

    @TempDir
    private Path folder;

    private Gatekeeper toApi;
    private E2bProvider provider;
    private Sandbox origin;

    @BeforeEach
    void create() throws IOException {
        toApi = new Gatekeeper(E2B.server().apiUrl());
        Map<String, String> settings = new HashMap<>(E2B.settings());
        settings.put("apiUrl", toApi.url());
        settings.put("requestTimeout", "10s");
        settings.put("lifetime", "9s");
        provider = new E2bProvider(ProviderContext.in(folder).withSettings(settings));
        origin = provider.create(SandboxSpec.defaults());
    }

    @AfterEach
    void close() {
        toApi.refuse("nothing");
        E2B.behind().snapshots().list(SnapshotFilter.ANY).forEach(E2B.behind().snapshots()::delete);
        provider.close();
        toApi.close();
        assertThat(E2B.behind().list()).isEmpty();
    }

    private static List<String> idsThere() {
        return E2B.behind().list().stream().map(SandboxInfo::id).toList();
    }

    /** It was kept alive for as long as its provider was open. */
    @Test
    void aSandboxThatCouldNotBeFilledAndCannotBeEndedIsLeftToItsTime() {
        origin.shell("mkdir kept && echo 1 >kept/name").orThrow();
        Snapshot snapshot = origin.snapshot(SnapshotOptions.ALL.including("**/kept/**"));
        List<String> before = idsThere();
        toApi.refuse(END_OF_SANDBOX);
        SandboxSpec inItsWay =
                SandboxSpec.builder().workdir("/workspace/kept/name/below").build();

        assertThatThrownBy(() -> provider.snapshots().restore(snapshot, inItsWay))
                .isInstanceOf(SandboxException.class)
                .hasStackTraceContaining("unpack the snapshot");
        assertThat(toApi.asked(END_OF_SANDBOX)).isPositive();
        await().atMost(PATIENCE).until(() -> idsThere().equals(before));
        assertThat(origin.exec("true").succeeded()).isTrue();
    }

    @Test
    void whatTheServiceHasSavedForASnapshotThatFailedIsDeletedThere() throws IOException {
        assertThatThrownBy(this::snapshotThatCannotBeRecorded)
                .isInstanceOf(SandboxTransportException.class)
                .hasMessageContaining("Cannot use the state folder")
                .hasNoSuppressedExceptions();
        assertThat(E2B.behind().snapshots().list(SnapshotFilter.ANY)).isEmpty();
    }

    @Test
    void whyASnapshotFailedIsToldWhereItCannotBeDeletedEither() throws IOException {
        toApi.refuse(END_OF_SNAPSHOT);

        assertThatThrownBy(this::snapshotThatCannotBeRecorded)
                .isInstanceOf(SandboxTransportException.class)
                .hasMessageContaining("Cannot use the state folder")
                .satisfies(failure -> assertThat(failure.getSuppressed())
                        .singleElement()
                        .satisfies(second -> assertThat(second)
                                .isInstanceOf(SandboxTransportException.class)
                                .hasMessageContaining("Deleting the E2B snapshot")));
        assertThat(E2B.behind().snapshots().list(SnapshotFilter.ANY)).hasSize(1);
    }

    /** Nobody knew of it, and it stayed at the service. */
    @Test
    void aSnapshotWhoseAnswerIsLostIsFoundInTheList() {
        Snapshot first = origin.snapshot(SnapshotOptions.ALL);
        origin.shell("echo 1 >name").orThrow();
        toApi.lose(SNAPSHOT);
        Snapshot second = origin.snapshot(SnapshotOptions.ALL);
        toApi.lose("nothing");

        assertThat(toApi.asked(SNAPSHOT)).isEqualTo(2);
        try (Sandbox restored = provider.snapshots().restore(second, SandboxSpec.defaults())) {
            assertThat(restored.shell("cat name").stdout()).isEqualTo("1\n");
        }
        List.of(first, second).forEach(provider.snapshots()::delete);
        assertThat(E2B.behind().snapshots().list(SnapshotFilter.ANY)).isEmpty();
    }

    @Test
    void aSnapshotThatTheServiceDidNotMakeFails() {
        toApi.refuse(SNAPSHOT);

        assertThatThrownBy(() -> origin.snapshot(SnapshotOptions.ALL))
                .isInstanceOf(SandboxTransportException.class)
                .hasMessageContaining("refused: POST");
        assertThat(toApi.asked(SNAPSHOT)).isOne();
    }

    private void snapshotThatCannotBeRecorded() throws IOException {
        Files.writeString(folder.resolve("snapshots"), "This is no folder.");
        origin.snapshot(SnapshotOptions.ALL);
    }
}
