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
 */
public record SnapshotOptions(List<String> include, List<String> exclude, Set<String> tags) {

    /** Everything, untagged. */
    public static final SnapshotOptions ALL = new SnapshotOptions(List.of(), List.of(), Set.of());

    public SnapshotOptions {
        include = List.copyOf(include);
        exclude = List.copyOf(exclude);
        tags = Set.copyOf(tags);
    }

    public SnapshotOptions including(String... patterns) {
        return new SnapshotOptions(joined(include, patterns), exclude, tags);
    }

    public SnapshotOptions excluding(String... patterns) {
        return new SnapshotOptions(include, joined(exclude, patterns), tags);
    }

    public SnapshotOptions tagged(String... words) {
        return new SnapshotOptions(include, exclude, new LinkedHashSet<>(joined(List.copyOf(tags), words)));
    }

    private static List<String> joined(List<String> first, String... more) {
        List<String> all = new ArrayList<>(first);
        all.addAll(List.of(more));
        return all;
    }
}
