package dev.sandboxed.core.internal.kept;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.error.SandboxNotFoundException;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.ResourceLimitException;
import dev.sandboxed.api.snapshot.SnapshotFilter;
import dev.sandboxed.api.spec.Mount;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.kept.KeptSandbox.Content;
import dev.sandboxed.testkit.MockSandboxProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptSandboxesTests {

    @TempDir
    Path state;

    private final MockSandboxProvider provider =
            MockSandboxProvider.builder().without(Capability.SNAPSHOT_MEMORY).build();

    private KeptState here() {
        return new KeptState(state, provider, KeptState.NOW);
    }

    @Test
    void whatIsKeptIsOpenedAgainAndAgain() throws IOException {
        KeptSandbox kept =
                here().keep(SandboxSpec.builder().env("NAME", "value").build());

        assertThat(kept.content()).isEqualTo(Content.FILES);
        assertThat(here().kept().list()).containsExactly(kept);
        for (int times = 0; times < 2; times++) {
            try (Sandbox again = here().kept().restore(here().kept().find(kept.id()), provider)) {
                assertThat(again.files().readText("left.txt")).isEqualTo("by the test");
                assertThat(again.spec().env()).containsEntry("NAME", "value");
            }
        }
    }

    @Test
    void processesAreKeptTooWhereTheProviderCanUnlessTheyKnowASecret() throws IOException {
        KeptState able = new KeptState(state, MockSandboxProvider.builder().build(), KeptState.NOW);

        assertThat(able.keep(SandboxSpec.defaults()).content()).isEqualTo(Content.FILES_AND_PROCESSES);
        assertThat(able.keep(SandboxSpec.builder()
                                .secret("TOKEN", Secret.of("s3cret-value"))
                                .build())
                        .content())
                .as("the memory of processes that know a secret")
                .isEqualTo(Content.FILES);
    }

    @Test
    void theBeginningOfAnIdWillDoUnlessThereAreSeveral() throws IOException {
        KeptSandbox first = here().keep(SandboxSpec.defaults());
        String shorter = first.id().substring(0, first.id().length() - 1);
        assertThat(here().kept().find(shorter)).isEqualTo(first);

        KeptSandbox second = here().keep(SandboxSpec.defaults());
        assertThatExceptionOfType(SandboxNotFoundException.class)
                .isThrownBy(() -> here().kept().find("mock-"))
                .withMessageContainingAll("'mock-' is the beginning of several", first.id(), second.id(), "write more");
    }

    @Test
    void anUnknownIdIsToldWithThoseThatThereAre() throws IOException {
        assertThatExceptionOfType(SandboxNotFoundException.class)
                .isThrownBy(() -> here().kept().find("mock-77"))
                .withMessageContainingAll("'mock-77'", "none is kept", "sandbox.keep=on-failure");

        KeptSandbox kept = here().keep(SandboxSpec.defaults());
        assertThatExceptionOfType(SandboxNotFoundException.class)
                .isThrownBy(() -> here().kept().find("docker-1"))
                .withMessageContaining("there are " + kept.id());
    }

    @Test
    void oneWhoseTimeIsUpIsNotOpenedAndSweptWithItsSnapshot() throws IOException {
        KeptSandbox kept = here().keep(SandboxSpec.defaults());
        KeptState later = here().after(KeptState.HALF_AN_HOUR);

        assertThat(later.kept().list()).isEmpty();
        assertThatExceptionOfType(SandboxNotFoundException.class)
                .isThrownBy(() -> later.kept().find(kept.id()))
                .withMessageContaining("was kept until 2026-01-01T12:30:00Z");
        try (ProviderRegistry registry = later.registry()) {
            assertThat(here().kept().sweep(registry)).isEqualTo(new ReapReport(List.of(), List.of()));
            assertThat(provider.snapshots().list(SnapshotFilter.ANY)).hasSize(1);

            assertThat(later.kept().sweep(registry))
                    .isEqualTo(new ReapReport(List.of(kept.id() + " of SomeTests.fails"), List.of()));
            assertThat(provider.snapshots().list(SnapshotFilter.ANY)).isEmpty();
            assertThat(later.kept().sweep(registry).removed()).isEmpty();
        }
        assertThat(state.resolve("kept-states")).isEmptyDirectory();
    }

    @Test
    void whatWasBegunByAJvmThatWasKilledIsNotListedAndIsSweptAllTheSame() throws IOException {
        KeptSandbox kept = here().keep(SandboxSpec.defaults());
        here().kept().folder().write(kept.with(Content.UNFINISHED));

        assertThat(here().kept().list()).isEmpty();
        try (ProviderRegistry registry = here().registry()) {
            assertThat(here().after(Duration.ofHours(1)).kept().sweep(registry).removed())
                    .hasSize(1);
        }
        assertThat(provider.snapshots().list(SnapshotFilter.ANY)).isEmpty();
    }

    @Test
    void aStateThatIsTooLargeIsNotKept() {
        assertThatExceptionOfType(ResourceLimitException.class)
                .isThrownBy(() -> here().keep(SandboxSpec.defaults(), DataSize.ofBytes(3)))
                .withMessageContainingAll("at most 3", "sandbox.keepSize");

        assertThat(provider.snapshots().list(SnapshotFilter.ANY)).isEmpty();
        assertThat(state.resolve("kept-states")).isEmptyDirectory();
    }

    @Test
    void aProviderThatIsNotThereAnyMoreIsAFailureOfTheSweepThatNamesTheFile() throws IOException {
        KeptSandbox kept = here().keep(SandboxSpec.defaults());

        try (ProviderRegistry none = ProviderRegistry.of(List.of(), name -> ProviderContext.in(state))) {
            ReapReport swept = here().after(Duration.ofHours(1)).kept().sweep(none);
            assertThat(swept.removed()).isEmpty();
            assertThat(swept.failures())
                    .singleElement()
                    .asString()
                    .contains(kept.id(), "No provider is called 'mock'", "delete '" + state.resolve("kept-states"));
        }
    }

    @Test
    void aMountWhoseSourceIsGoneIsLeftOutAndNamed() throws IOException {
        Path gone = Files.createDirectory(state.resolve("gone"));
        Mount lost = Mount.readOnly(gone, "/lost");
        Mount there = Mount.readOnly(state, "/there");
        KeptSandbox kept =
                here().keep(SandboxSpec.builder().mount(lost).mount(there).build());
        Files.delete(gone);

        assertThat(kept.lostMounts()).containsExactly(lost);
        try (Sandbox again = here().kept().restore(kept, provider)) {
            assertThat(again.spec().mounts()).containsExactly(there);
        }
    }

    @Test
    void aSnapshotThatIsGoneIsToldWhenItIsOpened() throws IOException {
        KeptSandbox kept = here().keep(SandboxSpec.defaults());
        provider.snapshots().list(SnapshotFilter.ANY).forEach(provider.snapshots()::delete);

        assertThatExceptionOfType(SandboxNotFoundException.class)
                .isThrownBy(() -> here().kept().restore(kept, provider))
                .withMessageContaining("What was kept of sandbox '" + kept.id() + "' is gone");
    }

    @Test
    void filesAreReadableByTheUserAloneAndNoFolderOfOthersIsUsed() throws IOException {
        KeptSandbox kept = here().keep(SandboxSpec.defaults());
        Path folder = state.resolve("kept-states");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(here().kept().folder().fileOf(kept))))
                .isEqualTo("rw-------");

        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatIOException()
                .isThrownBy(() -> here().kept().folder().list())
                .withMessageContaining("others may write there");
    }

    @Test
    void aDamagedFileIsToldAndHidesNoOther() throws IOException {
        KeptSandbox kept = here().keep(SandboxSpec.defaults());
        Files.writeString(state.resolve("kept-states/other-1.properties"), "format=1\nid=other-1\n");

        assertThat(here().kept().list()).containsExactly(kept);
        assertThat(here().kept().folder().list().failures())
                .singleElement()
                .asString()
                .contains("other-1.properties", "'test' is missing", "delete it");
    }
}
