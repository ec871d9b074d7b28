package dev.sandboxed.provider.docker.internal.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.snapshot.SnapshotOptions;
import org.junit.jupiter.api.Test;

class SelectionTests {

    private static final SnapshotOptions ALL = SnapshotOptions.ALL;

    @Test
    void withoutPatternsEverythingIsTaken() {
        assertThat(Selection.of(ALL.tagged("a")).takesAll()).isTrue();
        assertThat(Selection.of(ALL.including("**")).takesAll()).isFalse();
        assertThat(Selection.of(ALL.excluding("a")).takesAll()).isFalse();
    }

    @Test
    void whatIsIncludedIsTakenUnlessItIsExcluded() {
        Selection selection = Selection.of(ALL.including("a/**", "b").excluding("**/*.tmp"));

        assertThat(selection.takes("a/x/y")).isTrue();
        assertThat(selection.takes("b")).isTrue();
        assertThat(selection.takes("b/x")).isFalse();
        assertThat(selection.takes("a/x.tmp")).isFalse();
        assertThat(selection.takes("c")).isFalse();
    }

    @Test
    void anExcludedDirectoryExcludesAllBelowIt() {
        Selection selection = Selection.of(ALL.excluding("a/*"));

        assertThat(selection.takes("a")).isTrue();
        assertThat(selection.takes("a/b")).isFalse();
        assertThat(selection.takes("a/b/c/d")).isFalse();
        assertThat(selection.takes("ab/c")).isTrue();
    }
}
