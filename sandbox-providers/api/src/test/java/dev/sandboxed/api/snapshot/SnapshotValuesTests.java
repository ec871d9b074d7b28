package dev.sandboxed.api.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.limit.DataSize;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SnapshotValuesTests {

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final Snapshot SNAPSHOT = new Snapshot(
            "s-1",
            new Snapshot.Origin("local", "1", "local-1"),
            NOON,
            Set.of("base", "java"),
            DataSize.ZERO,
            0,
            "sha256:00",
            false);

    @Test
    void anyFilterMatchesEverySnapshot() {
        assertThat(SnapshotFilter.ANY.matches(SNAPSHOT)).isTrue();
    }

    @Test
    void aFilterNeedsAllItsTags() {
        assertThat(SnapshotFilter.tagged("base").matches(SNAPSHOT)).isTrue();
        assertThat(SnapshotFilter.tagged("base", "java").matches(SNAPSHOT)).isTrue();
        assertThat(SnapshotFilter.tagged("base", "python").matches(SNAPSHOT)).isFalse();
    }

    @Test
    void aFilterNeedsItsSandbox() {
        assertThat(SnapshotFilter.ANY.ofSandbox("local-1").matches(SNAPSHOT)).isTrue();
        assertThat(SnapshotFilter.ANY.ofSandbox("local-2").matches(SNAPSHOT)).isFalse();
    }

    @Test
    void aFilterTakesTheMomentItselfAndLaterOnes() {
        assertThat(SnapshotFilter.ANY.createdSince(NOON).matches(SNAPSHOT)).isTrue();
        assertThat(SnapshotFilter.ANY.createdSince(NOON.minusNanos(1)).matches(SNAPSHOT))
                .isTrue();
        assertThat(SnapshotFilter.ANY.createdSince(NOON.plusNanos(1)).matches(SNAPSHOT))
                .isFalse();
    }

    @Test
    void aFilterKeepsItsOtherConditions() {
        SnapshotFilter all = SnapshotFilter.tagged("base").ofSandbox("local-1").createdSince(NOON);

        assertThat(all.matches(SNAPSHOT)).isTrue();
        assertThat(all.ofSandbox("x").createdSince(NOON)).isEqualTo(new SnapshotFilter(Set.of("base"), "x", NOON));
    }

    @Test
    void optionsGrowAndLeaveTheOriginalAlone() {
        SnapshotOptions options = SnapshotOptions.ALL
                .including("a/**")
                .including("b")
                .excluding("**/*.tmp", "c")
                .tagged("x")
                .tagged("x", "y");

        assertThat(options.include()).containsExactly("a/**", "b");
        assertThat(options.exclude()).containsExactly("**/*.tmp", "c");
        assertThat(options.tags()).containsExactlyInAnyOrder("x", "y");
        assertThat(SnapshotOptions.ALL.include()).isEmpty();
    }

    @Test
    void aSnapshotIsNotChangedThroughItsTags() {
        Set<String> tags = new HashSet<>(Set.of("a"));
        Snapshot snapshot = new Snapshot("s", SNAPSHOT.origin(), NOON, tags, DataSize.ZERO, 0, "sha256:00", false);
        tags.add("b");

        assertThat(snapshot.tags()).containsExactly("a");
    }

    @Test
    void memoryIsKeptByAllThatIsAdded() {
        assertThat(SnapshotOptions.ALL.memory()).isFalse();
        assertThat(SnapshotOptions.ALL.withMemory().tagged("a"))
                .isEqualTo(new SnapshotOptions(List.of(), List.of(), Set.of("a"), true));
    }

    @Test
    void memoryCannotGoWithSomeOfTheFiles() {
        SnapshotOptions some = SnapshotOptions.ALL.including("src/**");

        assertThatThrownBy(some::withMemory)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has all files")
                .hasMessageContaining("[src/**]");
        assertThatThrownBy(() -> SnapshotOptions.ALL.withMemory().excluding("*.tmp"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[*.tmp]");
    }
}
