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
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.Mount;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.kept.KeptSandbox.Content;
import dev.sandboxed.testkit.MockSandboxProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
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
    void theBeginningOfOneWhoseTimeIsUpStandsInNobodysWayAndNoBeginningIsNone() throws IOException {
        here().keep(SandboxSpec.defaults());
        KeptState later = here().after(KeptState.HALF_AN_HOUR);
        KeptSandbox there = later.keep(SandboxSpec.defaults());

        assertThat(later.kept().find("mock-")).isEqualTo(there);
        assertThatExceptionOfType(SandboxNotFoundException.class)
                .isThrownBy(() -> later.kept().find(""))
                .withMessageContaining("An empty id");
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
        assertThat(here().kept().list()).isEmpty();
        try (ProviderRegistry registry = here().registry()) {
            assertThat(here().after(Duration.ofHours(1)).kept().sweep(registry))
                    .as("nothing was kept, so that nothing is told")
                    .isEqualTo(new ReapReport(List.of(), List.of()));
        }
        assertThat(state.resolve("kept-states")).isEmptyDirectory();
    }

    @Test
    void whatAServiceFinishesAfterItWasGivenUpIsSweptInTime() throws IOException {
        assertThatExceptionOfType(ResourceLimitException.class)
                .isThrownBy(() -> here().keep(SandboxSpec.defaults(), DataSize.ofBytes(3)));
        KeptSandbox givenUp = here().kept().folder().list().sandboxes().get(0);
        try (Sandbox late = provider.create(SandboxSpec.defaults())) {
            late.snapshot(SnapshotOptions.ALL.tagged(givenUp.tag()));
        }

        try (ProviderRegistry registry = here().registry()) {
            assertThat(here().after(Duration.ofHours(1)).kept().sweep(registry).removed())
                    .containsExactly(givenUp.id() + " of SomeTests.fails");
        }
        assertThat(provider.snapshots().list(SnapshotFilter.ANY)).isEmpty();
        assertThat(state.resolve("kept-states")).isEmptyDirectory();
    }

    @Test
    void whatItsProviderDoesNotFindStaysForAWeekSinceOtherSettingsMayFindIt() throws IOException {
        KeptSandbox kept = here().keep(SandboxSpec.defaults());
        MockSandboxProvider elsewhere = MockSandboxProvider.builder().build();

        try (ProviderRegistry other = new KeptState(state, elsewhere, KeptState.NOW).registry()) {
            ReapReport swept = here().after(Duration.ofDays(7)).kept().sweep(other);
            assertThat(swept.removed()).isEmpty();
            assertThat(swept.failures())
                    .singleElement()
                    .asString()
                    .contains(kept.id(), "provider mock does not find it", "the settings that the provider had");
            assertThat(here().kept().list()).containsExactly(kept);

            assertThat(here().after(Duration.ofDays(8)).kept().sweep(other).removed())
                    .hasSize(1);
        }
        assertThat(state.resolve("kept-states")).isEmptyDirectory();
    }

    @Test
    void oneBadProviderDoesNotStopTheSweepOfOthers() throws IOException {
        KeptSandbox first = here().keep(SandboxSpec.defaults());
        KeptSandbox second = here().keep(SandboxSpec.defaults());
        here().kept()
                .folder()
                .write(new KeptSandbox(
                        first.id(), first.test(), "broken", first.until(), first.content(), first.spec(), List.of()));

        try (ProviderRegistry registry = here().registryWithABrokenOne()) {
            ReapReport swept = here().after(Duration.ofHours(1)).kept().sweep(registry);
            assertThat(swept.failures()).singleElement().asString().contains(first.id(), "a mistake");
            assertThat(swept.removed()).singleElement().asString().contains(second.id());
        }
    }

    @Test
    void whatKilledWritersLeftIsRemovedAfterAnHour() throws IOException {
        here().keep(SandboxSpec.defaults());
        Path left = Files.writeString(state.resolve("kept-states/.new-1.properties"), "half");
        Files.setLastModifiedTime(left, FileTime.from(KeptState.NOW.minus(Duration.ofMinutes(50))));

        try (ProviderRegistry registry = here().registry()) {
            here().kept().sweep(registry);
            assertThat(left).exists();
            here().after(Duration.ofMinutes(11)).kept().sweep(registry);
        }
        assertThat(left).doesNotExist();
        assertThat(here().kept().list()).hasSize(1);
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
    void noFolderIsUsedThatOthersCouldReplace() throws IOException {
        here().keep(SandboxSpec.defaults());
        Files.setPosixFilePermissions(state, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatIOException()
                .isThrownBy(() -> here().kept().folder().list())
                .withMessageContaining("'" + state + "' is not this user's own, or others may write there");

        Files.setAttribute(state, "unix:mode", 01777);
        assertThat(here().kept().folder().list().sandboxes()).as("sticky").hasSize(1);
    }

    @Test
    void readingWritesNothing() throws IOException {
        here().keep(SandboxSpec.defaults());
        Path folder = state.resolve("kept-states");
        FileTime before = FileTime.from(KeptState.NOW);
        Files.setLastModifiedTime(folder, before);

        assertThat(here().kept().list()).hasSize(1);

        assertThat(Files.getLastModifiedTime(folder)).isEqualTo(before);
    }

    @Test
    void aFileAboutAnotherSandboxThanItsNameSaysIsNotUsed() throws IOException {
        KeptSandbox kept = here().keep(SandboxSpec.defaults());
        Path file = here().kept().folder().fileOf(kept);
        Files.writeString(file, Files.readString(file).replace("id=" + kept.id(), "id=../" + kept.id()));

        assertThat(here().kept().list()).isEmpty();
        assertThat(here().kept().folder().list().failures())
                .singleElement()
                .asString()
                .contains("it is about '../" + kept.id() + "', which is not its name");
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
