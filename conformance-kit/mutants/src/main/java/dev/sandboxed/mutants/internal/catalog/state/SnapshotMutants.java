package dev.sandboxed.mutants.internal.catalog.state;

import static dev.sandboxed.mutants.internal.Calls.caught;
import static dev.sandboxed.mutants.internal.Calls.idle;
import static dev.sandboxed.mutants.internal.Mutant.mutant;
import static dev.sandboxed.mutants.internal.Mutant.together;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.Snapshots;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotFilter;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.snapshot.SnapshotRejectedException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.mutants.internal.MutantBuilder;
import dev.sandboxed.mutants.internal.TriFunction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Snapshots that are not what they say, or not for long. */
public final class SnapshotMutants {

    private static final Duration PER_FILE = Duration.ofMillis(300);

    private SnapshotMutants() {}

    public static List<MutantBuilder> all() {
        return together(restored(), lasting(), chosen(), refused(), listed());
    }

    private static List<MutantBuilder> restored() {
        return List.of(
                mutant("restores-without-modes", "SNAP-1", "was not restored")
                        .breaks("SNAP-7", "could not be taken and restored")
                        .restore(restoring(FileEntry::isFile, (files, entry) -> files.chmod(entry.path(), 0644))),
                mutant("restores-copies-instead-of-links", "SNAP-1", "a link was not restored as a link")
                        .breaks("SNAP-7", "could not be taken and restored")
                        .restore(restoring(FileEntry::isLink, SnapshotMutants::replaceLink)),
                mutant("restores-names-as-if-they-were-utf-8", "SNAP-7", "were not restored")
                        .restore(afterwards("for odd in odd/caf*; do mv \"$odd\" odd/caf; done")),
                mutant("leaves-out-names-that-are-not-utf-8", "SNAP-7", "were not restored")
                        .restore(afterwards("rm -r odd/link*")),
                mutant("restores-nothing-under-names-that-are-not-utf-8", "SNAP-7", "was restored with another content")
                        .restore(afterwards("for odd in odd/folder*/*; do : >\"$odd\"; done")),
                mutant("takes-no-snapshots-of-names-that-are-not-utf-8", "SNAP-7", "could not be taken")
                        .snapshot((sandbox, options) -> {
                            if (sandbox.files().exists("odd")) {
                                throw new SandboxFileException(
                                        "odd", FileFailure.OTHER, Fault.of("tar failed; free some space"));
                            }
                            return sandbox.snapshot(options);
                        }),
                mutant("restores-slower-than-anybody-writes", "SNAP-6", "takes longer than a cold one")
                        .restore((provider, snapshot, spec) -> {
                            idle(PER_FILE.multipliedBy(snapshot.fileCount()));
                            return provider.snapshots().restore(snapshot, spec);
                        }));
    }

    private static List<MutantBuilder> lasting() {
        Map<String, Sandbox> origins = new ConcurrentHashMap<>();
        Map<Snapshot, Sandbox> restored = new ConcurrentHashMap<>();
        return List.of(
                mutant("restores-what-the-sandbox-has-now", "SNAP-2", "a snapshot changed after its sandbox went on")
                        .snapshot((sandbox, options) -> {
                            Snapshot snapshot = sandbox.snapshot(options);
                            if (options.include().isEmpty()) {
                                origins.put(snapshot.checksum(), sandbox);
                            }
                            return snapshot;
                        })
                        .restore((provider, snapshot, spec) -> {
                            Snapshots working = provider.snapshots();
                            Sandbox origin = origins.get(snapshot.checksum());
                            boolean known = working.list(SnapshotFilter.ANY).contains(snapshot);
                            if (!known || origin == null || origin.state() != SandboxState.RUNNING) {
                                return working.restore(snapshot, spec);
                            }
                            Snapshot now = origin.snapshot(SnapshotOptions.ALL);
                            try {
                                return working.restore(now, spec);
                            } finally {
                                working.delete(now);
                            }
                        }),
                mutant("restores-the-same-sandbox-each-time")
                        .breaks("SNAP-2", "a snapshot changed after a sandbox restored from it went on")
                        .restore((provider, snapshot, spec) -> restored.computeIfAbsent(
                                snapshot, asked -> provider.snapshots().restore(asked, spec))),
                mutant("deletes-snapshots-with-their-sandbox", "SNAP-2", "a snapshot did not outlive its sandbox")
                        .create((provider, spec) -> new ForwardingSandbox(provider.create(spec)) {
                            @Override
                            public void close() {
                                Snapshots working = provider.snapshots();
                                working.list(SnapshotFilter.ANY.ofSandbox(id())).forEach(working::delete);
                                sandbox().close();
                            }
                        }));
    }

    private static List<MutantBuilder> chosen() {
        return List.of(
                mutant("ignores-include-patterns", "SNAP-3", "was not included and is in the snapshot")
                        .snapshot((sandbox, options) -> sandbox.snapshot(
                                new SnapshotOptions(List.of(), options.exclude(), options.tags(), options.memory()))),
                mutant("ignores-exclude-patterns", "SNAP-3", "a file was excluded and is in the snapshot")
                        .snapshot((sandbox, options) -> sandbox.snapshot(
                                new SnapshotOptions(options.include(), List.of(), options.tags(), options.memory()))),
                telling(
                        "counts-links-as-files-of-a-snapshot",
                        "is not the number of its plain files",
                        it -> with(it, it.tags(), it.size(), it.fileCount() + 1, it.checksum())),
                telling(
                        "tells-no-tags-of-a-snapshot",
                        "does not have the tags it was given",
                        it -> with(it, Set.of(), it.size(), it.fileCount(), it.checksum())),
                telling(
                        "tells-no-size-of-a-snapshot",
                        "is told as nothing",
                        it -> with(it, it.tags(), DataSize.ZERO, it.fileCount(), it.checksum())),
                telling(
                        "tells-a-checksum-without-its-algorithm",
                        "is not an algorithm with a value",
                        it -> checked(it, it.checksum().replace("sha256:", ""))),
                telling(
                        "computes-the-checksum-of-nothing",
                        "have the same checksum",
                        it -> checked(it, "sha256:e3b0c44298fc1c149afbf4c8996fb924")));
    }

    private static List<MutantBuilder> refused() {
        return List.of(
                mutant("restores-damaged-snapshots", "SNAP-4", "should be refused: one with a checksum")
                        .restore(forgiving((kept, asked) -> checked(asked, kept.checksum()))),
                mutant("restores-snapshots-of-others", "SNAP-4", "should be refused: one of another provider")
                        .restore(forgiving((kept, asked) -> new Snapshot(
                                asked.id(),
                                kept.origin(),
                                asked.created(),
                                asked.tags(),
                                asked.size(),
                                asked.fileCount(),
                                asked.checksum(),
                                asked.memory()))),
                mutant("restores-nothing-as-an-empty-sandbox", "SNAP-4", "should be refused: one that never was")
                        .restore(refusing(refusal -> {
                            if (!String.valueOf(refusal.getMessage()).contains("does not exist")) {
                                throw refusal;
                            }
                        })),
                mutant("refuses-snapshots-as-arguments-that-cannot-be", "SNAP-4", "refused with another exception")
                        .restore(refusing(refusal -> {
                            throw new IllegalArgumentException(refusal.getMessage());
                        })),
                mutant("leaves-a-sandbox-behind-when-it-refuses-a-snapshot", "SNAP-4", "left a sandbox behind")
                        .restore((provider, snapshot, spec) -> {
                            Sandbox halfMade = provider.create(spec);
                            Sandbox restored = provider.snapshots().restore(snapshot, spec);
                            halfMade.close();
                            return restored;
                        }));
    }

    private static List<MutantBuilder> listed() {
        return List.of(
                mutant("deletes-no-snapshots", "SNAP-4", "should be refused: one that was deleted")
                        .breaks("SNAP-5", "after one of two snapshots was deleted")
                        .deleteSnapshot((snapshots, snapshot) -> {}),
                mutant("refuses-to-delete-a-snapshot-twice", "SNAP-5", "There is no such snapshot")
                        .deleteSnapshot((snapshots, snapshot) -> {
                            if (!snapshots.list(SnapshotFilter.ANY).contains(snapshot)) {
                                throw new IllegalArgumentException("There is no such snapshot: " + snapshot.id());
                            }
                            snapshots.delete(snapshot);
                        }),
                mutant("lists-the-newest-snapshot-first", "SNAP-5", "are not listed oldest first")
                        .listSnapshots((snapshots, filter) -> {
                            List<Snapshot> found = new ArrayList<>(snapshots.list(filter));
                            Collections.reverse(found);
                            return found;
                        }),
                mutant("lists-snapshots-with-any-of-the-tags")
                        .breaks("SNAP-5", "a list by two tags shows snapshots with one of them")
                        .listSnapshots((snapshots, filter) -> snapshots.list(SnapshotFilter.ANY).stream()
                                .filter(it ->
                                        filter.tags().isEmpty() || !Collections.disjoint(it.tags(), filter.tags()))
                                .filter(new SnapshotFilter(Set.of(), filter.sandbox(), filter.since())::matches)
                                .toList()),
                mutant("lists-snapshots-of-every-sandbox", "SNAP-5", "a list by sandbox shows those of another")
                        .listSnapshots((snapshots, filter) ->
                                snapshots.list(new SnapshotFilter(filter.tags(), null, filter.since()))),
                mutant("lists-snapshots-of-every-time", "SNAP-5", "a list by time shows older snapshots")
                        .listSnapshots((snapshots, filter) ->
                                snapshots.list(new SnapshotFilter(filter.tags(), filter.sandbox(), null))));
    }

    private static void replaceLink(SandboxFiles files, FileEntry link) {
        try {
            byte[] content = files.readBytes(link.path());
            files.delete(link.path());
            files.write(link.path(), content);
        } catch (SandboxFileException folderOrNothing) {
            files.delete(link.path());
            files.mkdirs(link.path());
        }
    }

    private static Snapshot with(Snapshot from, Set<String> tags, DataSize size, long files, String checksum) {
        return new Snapshot(from.id(), from.origin(), from.created(), tags, size, files, checksum, from.memory());
    }

    private static Snapshot checked(Snapshot from, String checksum) {
        return with(from, from.tags(), from.size(), from.fileCount(), checksum);
    }

    /** Changes some of the files after they were restored. */
    private static TriFunction<SandboxProvider, Snapshot, SandboxSpec, Sandbox> restoring(
            Predicate<FileEntry> which, BiConsumer<SandboxFiles, FileEntry> change) {
        return (provider, snapshot, spec) -> {
            Sandbox restored = provider.snapshots().restore(snapshot, spec);
            SandboxFiles files = restored.files();
            files.walk(".").stream().filter(which).forEach(entry -> change.accept(files, entry));
            return restored;
        };
    }

    /** Changes the files with odd names after they were restored. */
    private static TriFunction<SandboxProvider, Snapshot, SandboxSpec, Sandbox> afterwards(String script) {
        return (provider, snapshot, spec) -> {
            Sandbox restored = provider.snapshots().restore(snapshot, spec);
            restored.shell("test ! -d odd || { " + script + "; }").orThrow();
            return restored;
        };
    }

    /** Returns a mutant that lies about a snapshot that was taken, and knows what was meant when it is restored. */
    private static MutantBuilder telling(String name, String words, UnaryOperator<Snapshot> lie) {
        Map<Snapshot, Snapshot> meant = new ConcurrentHashMap<>();
        return mutant(name, "SNAP-3", words)
                .snapshot((sandbox, options) -> {
                    Snapshot snapshot = sandbox.snapshot(options);
                    meant.put(lie.apply(snapshot), snapshot);
                    return lie.apply(snapshot);
                })
                .restore((provider, snapshot, spec) ->
                        provider.snapshots().restore(meant.getOrDefault(snapshot, snapshot), spec));
    }

    /** Mends what is asked for with what is kept under that id. */
    private static TriFunction<SandboxProvider, Snapshot, SandboxSpec, Sandbox> forgiving(
            BinaryOperator<Snapshot> mend) {
        return (provider, snapshot, spec) -> {
            Snapshots working = provider.snapshots();
            Snapshot mended = working.list(SnapshotFilter.ANY).stream()
                    .filter(kept -> kept.id().equals(snapshot.id()))
                    .findFirst()
                    .map(kept -> mend.apply(kept, snapshot))
                    .orElse(snapshot);
            return working.restore(mended, spec);
        };
    }

    /** Does something when a snapshot is refused; where that throws nothing, an empty sandbox is restored. */
    private static TriFunction<SandboxProvider, Snapshot, SandboxSpec, Sandbox> refusing(
            Consumer<SnapshotRejectedException> answer) {
        return (provider, snapshot, spec) ->
                caught(() -> provider.snapshots().restore(snapshot, spec), SnapshotRejectedException.class, refusal -> {
                    answer.accept(refusal);
                    return provider.create(spec);
                });
    }
}
