package dev.sandboxed.api.snapshot;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What goes into a snapshot.
 *
 * @param include patterns of files to take, relative to the sandbox's root; empty for all
 * @param exclude patterns of files to leave out; they win over {@code include}
 * @param tags free words to find it again by
 * @param memory whether all processes go on in a restored sandbox where they were; needs {@code SNAPSHOT_MEMORY}, and all files
 */
public record SnapshotOptions(List<String> include, List<String> exclude, Set<String> tags, boolean memory) {

    /** All files, untagged. */
    public static final SnapshotOptions ALL = new SnapshotOptions(List.of(), List.of(), Set.of(), false);

    /**
     * Checks that what is asked for can be.
     *
     * @throws IllegalArgumentException if patterns choose among the files of processes that are to go on
     */
    public SnapshotOptions {
        if (memory && !(include.isEmpty() && exclude.isEmpty())) {
            throw new IllegalArgumentException(
                    "A snapshot with memory has all files, since processes go on with them; it was to" + " include "
                            + include + " and to exclude " + exclude + ". Leave the patterns out, or the memory.");
        }
        include = List.copyOf(include);
        exclude = List.copyOf(exclude);
        tags = Set.copyOf(tags);
    }

    public SnapshotOptions including(String... patterns) {
        return new SnapshotOptions(joined(include, patterns), exclude, tags, memory);
    }

    public SnapshotOptions excluding(String... patterns) {
        return new SnapshotOptions(include, joined(exclude, patterns), tags, memory);
    }

    public SnapshotOptions tagged(String... words) {
        return new SnapshotOptions(include, exclude, new LinkedHashSet<>(joined(List.copyOf(tags), words)), memory);
    }

    /**
     * Returns the same, with all processes and their memory.
     *
     * @throws IllegalArgumentException if there are patterns
     */
    public SnapshotOptions withMemory() {
        return new SnapshotOptions(include, exclude, tags, true);
    }

    private static List<String> joined(List<String> first, String... more) {
        List<String> all = new ArrayList<>(first);
        all.addAll(List.of(more));
        return all;
    }
}
