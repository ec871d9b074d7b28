package dev.sandboxed.api.internal.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.snapshot.SnapshotOptions;
import org.junit.jupiter.api.Test;

class SnapshotSelectionTests {

    private static final SnapshotOptions ALL = SnapshotOptions.ALL;

    @Test
    void withoutPatternsEverythingIsTaken() {
        assertThat(SnapshotSelection.of(ALL.tagged("a")).takesAll()).isTrue();
        assertThat(SnapshotSelection.of(ALL.including("**")).takesAll()).isFalse();
        assertThat(SnapshotSelection.of(ALL.excluding("a")).takesAll()).isFalse();
    }

    @Test
    void whatIsIncludedIsTakenUnlessItIsExcluded() {
        SnapshotSelection selection =
                SnapshotSelection.of(ALL.including("a/**", "b").excluding("**/*.tmp"));

        assertThat(selection.takes("a/x/y")).isTrue();
        assertThat(selection.takes("b")).isTrue();
        assertThat(selection.takes("b/x")).isFalse();
        assertThat(selection.takes("a/x.tmp")).isFalse();
        assertThat(selection.takes("c")).isFalse();
    }

    @Test
    void anExcludedDirectoryExcludesAllBelowIt() {
        SnapshotSelection selection = SnapshotSelection.of(ALL.excluding("a/*"));

        assertThat(selection.takes("a")).isTrue();
        assertThat(selection.takes("a/b")).isFalse();
        assertThat(selection.takes("a/b/c/d")).isFalse();
        assertThat(selection.takes("ab/c")).isTrue();
    }
}
