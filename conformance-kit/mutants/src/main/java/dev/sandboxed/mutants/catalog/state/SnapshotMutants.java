package dev.sandboxed.mutants.catalog.state;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.Snapshots;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotFilter;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.snapshot.SnapshotRejectedException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.mutants.BrokenSnapshots;
import dev.sandboxed.mutants.Mutant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Snapshots that are not what they say, or not for long. */
public final class SnapshotMutants {

    private static final Duration PER_FILE = Duration.ofMillis(300);

    private SnapshotMutants() {}

    public static List<Mutant> all() {
        return Stream.of(restored(), lasting(), chosen(), refused(), listed())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Mutant> restored() {
        return List.of(
                Mutant.named("restores-without-modes")
                        .breaks("SNAP-1", "was not restored")
                        .breaks("SNAP-7", "could not be taken and restored")
                        .provider(restoring(FileEntry::isFile, (files, entry) -> files.chmod(entry.path(), 0644))),
                Mutant.named("restores-copies-instead-of-links")
                        .breaks("SNAP-1", "a link was not restored as a link")
                        .breaks("SNAP-7", "could not be taken and restored")
                        .provider(restoring(FileEntry::isLink, SnapshotMutants::replaceLink)),
                Mutant.named("restores-names-as-if-they-were-utf-8")
                        .breaks("SNAP-7", "were not restored")
                        .provider(afterwards("for odd in odd/caf*; do mv \"$odd\" odd/caf; done")),
                Mutant.named("leaves-out-names-that-are-not-utf-8")
                        .breaks("SNAP-7", "were not restored")
                        .provider(afterwards("rm -r odd/link*")),
                Mutant.named("restores-nothing-under-names-that-are-not-utf-8")
                        .breaks("SNAP-7", "was restored with another content")
                        .provider(afterwards("for odd in odd/folder*/*; do : >\"$odd\"; done")),
                Mutant.named("takes-no-snapshots-of-names-that-are-not-utf-8")
                        .breaks("SNAP-7", "could not be taken")
                        .provider(saving((sandbox, options) -> {
                            if (sandbox.files().exists("odd")) {
                                throw new SandboxFileException("odd", Fault.of("tar failed; free some space"));
                            }
                            return sandbox.snapshot(options);
                        })),
                Mutant.named("restores-slower-than-anybody-writes")
                        .breaks("SNAP-6", "takes longer than a cold one")
                        .provider(working -> new BrokenSnapshots(working) {
                            @Override
                            protected Sandbox restore(Snapshot snapshot, SandboxSpec spec) {
                                long end = System.nanoTime()
                                        + PER_FILE.multipliedBy(snapshot.fileCount())
                                                .toNanos();
                                while (System.nanoTime() < end) {
                                    LockSupport.parkNanos(end - System.nanoTime());
                                }
                                return super.restore(snapshot, spec);
                            }
                        }));
    }

    private static List<Mutant> lasting() {
        return List.of(
                Mutant.named("restores-what-the-sandbox-has-now")
                        .breaks("SNAP-2", "a snapshot changed after its sandbox went on")
                        .provider(working -> new BrokenSnapshots(working) {
                            private final Map<String, Sandbox> origins = new ConcurrentHashMap<>();

                            @Override
                            protected Snapshot save(Sandbox sandbox, SnapshotOptions options) {
                                Snapshot snapshot = super.save(sandbox, options);
                                if (options.include().isEmpty()) {
                                    origins.put(snapshot.checksum(), sandbox);
                                }
                                return snapshot;
                            }

                            @Override
                            protected Sandbox restore(Snapshot snapshot, SandboxSpec spec) {
                                Sandbox origin = origins.get(snapshot.checksum());
                                boolean known = super.list(SnapshotFilter.ANY).contains(snapshot);
                                if (!known || origin == null || origin.state() != SandboxState.RUNNING) {
                                    return super.restore(snapshot, spec);
                                }
                                Snapshot now = origin.snapshot(SnapshotOptions.ALL);
                                try {
                                    return super.restore(now, spec);
                                } finally {
                                    super.delete(now);
                                }
                            }
                        }),
                Mutant.named("restores-the-same-sandbox-each-time")
                        .breaks("SNAP-2", "a snapshot changed after a sandbox restored from it went on")
                        .provider(working -> new BrokenSnapshots(working) {
                            private final Map<Snapshot, Sandbox> restored = new ConcurrentHashMap<>();

                            @Override
                            protected Sandbox restore(Snapshot snapshot, SandboxSpec spec) {
                                return restored.computeIfAbsent(snapshot, asked -> super.restore(asked, spec));
                            }
                        }),
                Mutant.named("deletes-snapshots-with-their-sandbox")
                        .breaks("SNAP-2", "a snapshot did not outlive its sandbox")
                        .provider(working -> new BrokenSnapshots(working) {
                            @Override
                            protected void close(Sandbox sandbox) {
                                super.list(SnapshotFilter.ANY.ofSandbox(sandbox.id()))
                                        .forEach(super::delete);
                                super.close(sandbox);
                            }
                        }));
    }

    private static List<Mutant> chosen() {
        return List.of(
                Mutant.named("ignores-include-patterns")
                        .breaks("SNAP-3", "was not included and is in the snapshot")
                        .provider(saving((sandbox, options) ->
                                sandbox.snapshot(new SnapshotOptions(List.of(), options.exclude(), options.tags())))),
                Mutant.named("ignores-exclude-patterns")
                        .breaks("SNAP-3", "a file was excluded and is in the snapshot")
                        .provider(saving((sandbox, options) ->
                                sandbox.snapshot(new SnapshotOptions(options.include(), List.of(), options.tags())))),
                Mutant.named("counts-links-as-files-of-a-snapshot")
                        .breaks("SNAP-3", "is not the number of its plain files")
                        .provider(telling(it -> with(it, it.tags(), it.size(), it.fileCount() + 1, it.checksum()))),
                Mutant.named("tells-no-tags-of-a-snapshot")
                        .breaks("SNAP-3", "has not the tags it was given")
                        .provider(telling(it -> with(it, Set.of(), it.size(), it.fileCount(), it.checksum()))),
                Mutant.named("tells-no-size-of-a-snapshot")
                        .breaks("SNAP-3", "is told as nothing")
                        .provider(telling(it -> with(it, it.tags(), DataSize.ZERO, it.fileCount(), it.checksum()))),
                Mutant.named("tells-a-checksum-without-its-algorithm")
                        .breaks("SNAP-3", "is not an algorithm with a value")
                        .provider(telling(it -> checked(it, it.checksum().replace("sha256:", "")))),
                Mutant.named("computes-the-checksum-of-nothing")
                        .breaks("SNAP-3", "have the same checksum")
                        .provider(telling(it -> checked(it, "sha256:e3b0c44298fc1c149afbf4c8996fb924"))));
    }

    private static List<Mutant> refused() {
        return List.of(
                Mutant.named("restores-damaged-snapshots")
                        .breaks("SNAP-4", "should be refused: one with a checksum")
                        .provider(forgiving((kept, asked) -> checked(asked, kept.checksum()))),
                Mutant.named("restores-snapshots-of-others")
                        .breaks("SNAP-4", "should be refused: one of another provider")
                        .provider(forgiving((kept, asked) -> new Snapshot(
                                asked.id(),
                                kept.origin(),
                                asked.created(),
                                asked.tags(),
                                asked.size(),
                                asked.fileCount(),
                                asked.checksum()))),
                Mutant.named("restores-nothing-as-an-empty-sandbox")
                        .breaks("SNAP-4", "should be refused: one that never was")
                        .provider(refusing(refusal -> {
                            if (!String.valueOf(refusal.getMessage()).contains("does not exist")) {
                                throw refusal;
                            }
                        })),
                Mutant.named("refuses-snapshots-as-arguments-that-cannot-be")
                        .breaks("SNAP-4", "refused with another exception")
                        .provider(refusing(refusal -> {
                            throw new IllegalArgumentException(refusal.getMessage());
                        })),
                Mutant.named("leaves-a-sandbox-behind-when-it-refuses-a-snapshot")
                        .breaks("SNAP-4", "left a sandbox behind")
                        .provider(working -> new BrokenSnapshots(working) {
                            @Override
                            protected Sandbox restore(Snapshot snapshot, SandboxSpec spec) {
                                Sandbox halfMade = working.create(spec);
                                Sandbox restored = super.restore(snapshot, spec);
                                halfMade.close();
                                return restored;
                            }
                        }));
    }

    private static List<Mutant> listed() {
        return List.of(
                Mutant.named("deletes-no-snapshots")
                        .breaks("SNAP-4", "should be refused: one that was deleted")
                        .breaks("SNAP-5", "after one of two snapshots was deleted")
                        .provider(working -> new BrokenSnapshots(working) {
                            @Override
                            protected void delete(Snapshot snapshot) {
                                // It only says so.
                            }
                        }),
                Mutant.named("refuses-to-delete-a-snapshot-twice")
                        .breaks("SNAP-5", "There is no such snapshot")
                        .provider(working -> new BrokenSnapshots(working) {
                            @Override
                            protected void delete(Snapshot snapshot) {
                                if (!super.list(SnapshotFilter.ANY).contains(snapshot)) {
                                    throw new IllegalArgumentException("There is no such snapshot: " + snapshot.id());
                                }
                                super.delete(snapshot);
                            }
                        }),
                Mutant.named("lists-the-newest-snapshot-first")
                        .breaks("SNAP-5", "are not listed oldest first")
                        .provider(listing((snapshots, filter) -> {
                            List<Snapshot> found = new ArrayList<>(snapshots.list(filter));
                            Collections.reverse(found);
                            return found;
                        })),
                Mutant.named("lists-snapshots-with-any-of-the-tags")
                        .breaks("SNAP-5", "a list by two tags shows snapshots with one of them")
                        .provider(listing((snapshots, filter) -> snapshots.list(SnapshotFilter.ANY).stream()
                                .filter(it ->
                                        filter.tags().isEmpty() || !Collections.disjoint(it.tags(), filter.tags()))
                                .filter(new SnapshotFilter(Set.of(), filter.sandbox(), filter.since())::matches)
                                .toList())),
                Mutant.named("lists-snapshots-of-every-sandbox")
                        .breaks("SNAP-5", "a list by sandbox shows those of another")
                        .provider(listing((snapshots, filter) ->
                                snapshots.list(new SnapshotFilter(filter.tags(), null, filter.since())))),
                Mutant.named("lists-snapshots-of-every-time")
                        .breaks("SNAP-5", "a list by time shows older snapshots")
                        .provider(listing((snapshots, filter) ->
                                snapshots.list(new SnapshotFilter(filter.tags(), filter.sandbox(), null)))));
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
        return new Snapshot(from.id(), from.origin(), from.created(), tags, size, files, checksum);
    }

    private static Snapshot checked(Snapshot from, String checksum) {
        return with(from, from.tags(), from.size(), from.fileCount(), checksum);
    }

    /** Change some of the files after they were restored. */
    private static UnaryOperator<SandboxProvider> restoring(
            Predicate<FileEntry> which, BiConsumer<SandboxFiles, FileEntry> change) {
        return provider -> new BrokenSnapshots(provider) {
            @Override
            protected Sandbox restore(Snapshot snapshot, SandboxSpec spec) {
                Sandbox restored = super.restore(snapshot, spec);
                SandboxFiles files = restored.files();
                files.walk(".").stream().filter(which).forEach(entry -> change.accept(files, entry));
                return restored;
            }
        };
    }

    /** Change the files with odd names after they were restored. */
    private static UnaryOperator<SandboxProvider> afterwards(String script) {
        return provider -> new BrokenSnapshots(provider) {
            @Override
            protected Sandbox restore(Snapshot snapshot, SandboxSpec spec) {
                Sandbox restored = super.restore(snapshot, spec);
                restored.shell("test ! -d odd || { " + script + "; }").orThrow();
                return restored;
            }
        };
    }

    private static UnaryOperator<SandboxProvider> saving(BiFunction<Sandbox, SnapshotOptions, Snapshot> save) {
        return provider -> new BrokenSnapshots(provider) {
            @Override
            protected Snapshot save(Sandbox sandbox, SnapshotOptions options) {
                return save.apply(sandbox, options);
            }
        };
    }

    /** Lie about a snapshot that was taken, and know what was meant when it is restored. */
    private static UnaryOperator<SandboxProvider> telling(UnaryOperator<Snapshot> lie) {
        return provider -> new BrokenSnapshots(provider) {
            private final Map<Snapshot, Snapshot> meant = new ConcurrentHashMap<>();

            @Override
            protected Snapshot save(Sandbox sandbox, SnapshotOptions options) {
                Snapshot snapshot = super.save(sandbox, options);
                meant.put(lie.apply(snapshot), snapshot);
                return lie.apply(snapshot);
            }

            @Override
            protected Sandbox restore(Snapshot snapshot, SandboxSpec spec) {
                return super.restore(meant.getOrDefault(snapshot, snapshot), spec);
            }
        };
    }

    /** Mend what is asked for with what is kept under that id. */
    private static UnaryOperator<SandboxProvider> forgiving(BinaryOperator<Snapshot> mend) {
        return provider -> new BrokenSnapshots(provider) {
            @Override
            protected Sandbox restore(Snapshot snapshot, SandboxSpec spec) {
                Snapshot mended = super.list(SnapshotFilter.ANY).stream()
                        .filter(kept -> kept.id().equals(snapshot.id()))
                        .findFirst()
                        .map(kept -> mend.apply(kept, snapshot))
                        .orElse(snapshot);
                return super.restore(mended, spec);
            }
        };
    }

    /** Do something when a snapshot is refused; where that throws nothing, give an empty sandbox. */
    private static UnaryOperator<SandboxProvider> refusing(Consumer<SnapshotRejectedException> answer) {
        return provider -> new BrokenSnapshots(provider) {
            @Override
            protected Sandbox restore(Snapshot snapshot, SandboxSpec spec) {
                try {
                    return super.restore(snapshot, spec);
                } catch (SnapshotRejectedException refusal) {
                    answer.accept(refusal);
                    return provider.create(spec);
                }
            }
        };
    }

    private static UnaryOperator<SandboxProvider> listing(BiFunction<Snapshots, SnapshotFilter, List<Snapshot>> list) {
        return provider -> new BrokenSnapshots(provider) {
            @Override
            protected List<Snapshot> list(SnapshotFilter filter) {
                return list.apply(provider.snapshots(), filter);
            }
        };
    }
}
