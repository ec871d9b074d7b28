package dev.sandboxed.conformance.internal.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class ArchiveStormTests {

    @RegisterExtension
    final ArchiveStorm storm = new ArchiveStorm();

    @TempDir
    Path folder;

    private WatchedTree tree;

    @BeforeEach
    void makeATree() {
        tree = WatchedTree.make(folder.resolve("watched"));
    }

    @Test
    void fixedSeedsAreTheSameInEveryRunAndFreshOnesAreOthers() {
        Set<Long> first = new HashSet<>();
        Set<Long> second = new HashSet<>();
        Set<Long> fresh = new HashSet<>();

        storm.fixed(tree, seed -> first.add(seed) && seed % 2 == 0);
        storm.fixed(tree, seed -> second.add(seed) && seed % 2 == 0);
        storm.fresh(tree, seed -> fresh.add(seed) && seed % 2 == 0);

        assertThat(first).isNotEmpty().isEqualTo(second).isNotEqualTo(fresh);
        assertThat(fresh).hasSameSizeAs(first);
    }

    @Test
    void aChangeOutsideNamesItsSeed() {
        assertThatThrownBy(() -> storm.fixed(tree, seed -> {
                    if (seed % 100 == 7) {
                        Files.writeString(tree.top().resolve("new"), "harm");
                    }
                    return seed % 2 == 0;
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("seed 12000007 (number 8) changed what is outside");
    }

    @Test
    void aWrongExceptionNamesItsSeed() {
        assertThatThrownBy(() -> storm.fixed(tree, seed -> {
                    throw new IOException("not the right one");
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("seed 12000000 (number 1) got java.io.IOException: not the right one");
    }

    @Test
    void archivesThatAreAllRefusedOrAllTakenProveNothing() {
        assertThatThrownBy(() -> storm.fixed(tree, seed -> false))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(" 0 taken");
        assertThatThrownBy(() -> storm.fixed(tree, seed -> true))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(" 0 refused");
    }
}
