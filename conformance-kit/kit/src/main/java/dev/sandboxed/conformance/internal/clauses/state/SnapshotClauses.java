package dev.sandboxed.conformance.internal.clauses.state;

import static dev.sandboxed.conformance.internal.trial.files.Inside.inside;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.Snapshots;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotFilter;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.snapshot.SnapshotRejectedException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.conformance.contract.Clause;
import dev.sandboxed.conformance.internal.text.ResourceText;
import dev.sandboxed.conformance.internal.trial.Trial;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Snapshots. */
public interface SnapshotClauses {

    @Clause(value = "SNAP-1", seconds = 60)
    default void aRestoredSandboxHasFilesModesAndLinks(Trial trial) {
        Sandbox origin = trial.sandbox();
        inside(origin).run(ResourceText.of(SnapshotClauses.class, "files-modes-links.sh"));
        origin.files().link("whole", origin.spec().workdir() + "/.hidden");
        Sandbox restored = restore(trial, take(trial, origin, SnapshotOptions.ALL));
        inside(restored)
                .says(
                        "610062",
                        "od -A n -v -t x1 <dir/deep/binary | tr -d ' \\n'",
                        "a restored file has another content");
        inside(restored).at("empty").isFile("an empty file was not restored");
        inside(restored).at(".hidden").hasText("hidden\n", "a file with a dot was not restored");
        Map<String, String> modes = Map.of("script", "rwxr-xr-x", "secret", "rw-------", "closed", "rwx------");
        modes.forEach(
                (path, mode) -> inside(restored).at(path).hasMode(mode, "the mode of '" + path + "' was not restored"));
        assertTrue(
                inside(restored).test("-h near") && inside(restored).test("-h dangling"),
                "a link was not restored as a link");
        inside(restored).at("near/binary").isFile("a restored link leads elsewhere");
        origin.files().write(".hidden", "changed");
        inside(restored).at("whole").hasText("hidden\n", "a restored absolute link leads elsewhere");
    }

    @Clause(value = "SNAP-7", seconds = 60)
    default void namesThatAreNotUtf8AreRestored(Trial trial) {
        Sandbox origin = trial.sandbox();
        String made = origin.shell("mkdir odd && cd odd && name=$(printf 'caf\\351-\\377') && echo file >\"$name\""
                        + " && folder=$(printf 'folder\\200') && mkdir \"$folder\" && echo deep >\"$folder/$name\""
                        + " && ln -s \"$name\" \"$(printf 'link\\376')\"")
                .ending()
                .toString();
        assumeTrue(
                made.equals("exited with code 0"),
                "names that are not UTF-8 cannot be made inside; let sandboxes have a disk of Linux");
        Sandbox restored;
        try {
            restored = restore(trial, take(trial, origin, SnapshotOptions.ALL));
        } catch (RuntimeException e) {
            fail("a snapshot with names that are not UTF-8 could not be taken and restored: " + e, e);
            return;
        }
        assertEquals(
                Set.of("636166e92dff", "666f6c64657280", "6c696e6bfe"),
                Set.copyOf(inside(restored).names("odd")),
                "names that are not UTF-8 were not restored (shown as hexadecimal digits)");
        inside(restored)
                .says(
                        "file\nfile\ndeep",
                        "cd odd && cat caf* link* folder*/caf*",
                        "a file with a name that is not UTF-8 was restored with another content");
    }

    @Clause(value = "SNAP-2", seconds = 60)
    default void aSnapshotDoesNotChangeAfterwards(Trial trial) {
        Sandbox origin = trial.sandbox();
        inside(origin).run("echo old >changed && echo old >deleted");
        Snapshot snapshot = take(trial, origin, SnapshotOptions.ALL);
        inside(origin).run("echo new >changed && rm deleted && echo new >added");
        assertAsItWas(restore(trial, snapshot), "after its sandbox went on");
        Sandbox first = restore(trial, snapshot);
        inside(first).run("echo other >changed && rm deleted && echo other >added");
        assertAsItWas(restore(trial, snapshot), "after a sandbox restored from it went on");
    }

    @Clause(value = "SNAP-2", seconds = 60)
    default void aSnapshotOutlivesItsSandbox(Trial trial) {
        Sandbox origin = trial.sandbox();
        inside(origin).run("echo old >changed && echo old >deleted");
        Snapshot snapshot = take(trial, origin, SnapshotOptions.ALL);
        origin.close();
        try {
            assertAsItWas(restore(trial, snapshot), "after its sandbox was closed");
        } catch (SnapshotRejectedException e) {
            fail("a snapshot did not outlive its sandbox: " + e.getMessage(), e);
        }
    }

    @Clause(value = "SNAP-3", seconds = 60)
    default void includeAndExcludePatternsHold(Trial trial) {
        Sandbox origin = trial.sandbox();
        inside(origin)
                .run("mkdir -p kept/sub other && echo 1 >kept/a.txt && echo 2 >kept/sub/b.txt && echo 3 >kept/sub/c.tmp"
                        + " && echo 4 >other/d.txt && echo 5 >e.txt && ln -s a.txt kept/link");
        String base = origin.spec().workdir().substring(1);
        SnapshotOptions options =
                SnapshotOptions.ALL.including(base + "/kept/**").excluding("**/*.tmp");
        Snapshot snapshot = take(trial, origin, options);
        Sandbox restored = restore(trial, snapshot);
        for (String path : List.of("kept/a.txt", "kept/sub/b.txt", "kept/link")) {
            inside(restored).at(path).isFile("'" + path + "' was included and is not in the snapshot");
        }
        for (String path : List.of("other/d.txt", "e.txt")) {
            inside(restored).at(path).isMissing("'" + path + "' was not included and is in the snapshot");
        }
        inside(restored).at("kept/sub/c.tmp").isMissing("a file was excluded and is in the snapshot");
        assertEquals(2, snapshot.fileCount(), "the file count of a snapshot is not the number of its plain files");
    }

    @Clause("SNAP-3")
    default void aSnapshotTellsWhatItIs(Trial trial) {
        Sandbox origin = trial.sandbox();
        SnapshotOptions options = SnapshotOptions.ALL
                .including(origin.spec().workdir().substring(1) + "/**")
                .tagged("one", "two words");
        inside(origin).run("echo first >file");
        Snapshot first = take(trial, origin, options);
        inside(origin).run("echo other >file");
        Snapshot second = take(trial, origin, options);
        assertEquals(Set.of("one", "two words"), first.tags(), "a snapshot does not have the tags it was given");
        assertTrue(first.size().bytes() > 0, "the size of a snapshot with a file in it is told as nothing");
        assertTrue(
                Pattern.matches("[a-z0-9-]+:.{8,}", first.checksum()),
                () -> "the checksum of a snapshot is not an algorithm with a value: '" + first.checksum() + "'");
        assertFalse(
                first.checksum().equals(second.checksum()),
                "two snapshots with different files have the same checksum " + first.checksum());
        assertEquals(origin.id(), first.origin().sandbox(), "a snapshot names another sandbox as its origin");
        assertEquals(trial.factoryName(), first.origin().provider(), "a snapshot names another provider");
    }

    @Clause(value = "SNAP-4", seconds = 60)
    default void aDamagedOrForeignSnapshotIsRefused(Trial trial) {
        Sandbox origin = trial.sandbox();
        Snapshot good = take(trial, origin, SnapshotOptions.ALL);
        Snapshot deleted = take(trial, origin, SnapshotOptions.ALL);
        trial.provider().snapshots().delete(deleted);
        Snapshot.Origin from = good.origin();
        Map<String, Snapshot> bad = new LinkedHashMap<>();
        bad.put("one with a checksum that does not fit", with(good, good.id(), from, flipped(good.checksum())));
        bad.put(
                "one of another provider",
                with(
                        good,
                        good.id(),
                        new Snapshot.Origin("another-provider", from.version(), from.sandbox()),
                        good.checksum()));
        bad.put("one that never was", with(good, "never-was-" + UUID.randomUUID(), from, good.checksum()));
        bad.put("one that was deleted", deleted);
        List<String> before = trial.alive().stream().map(SandboxInfo::id).toList();
        bad.forEach((what, snapshot) -> {
            RuntimeException refusal = assertThrows(
                    RuntimeException.class,
                    () -> restore(trial, snapshot),
                    () -> "a snapshot was restored that should be refused: " + what);
            assertInstanceOf(
                    SnapshotRejectedException.class,
                    refusal,
                    () -> "a snapshot was refused with another exception: " + what);
            assertEquals(
                    before,
                    trial.alive().stream().map(SandboxInfo::id).toList(),
                    () -> "refusing a snapshot left a sandbox behind: " + what);
        });
    }

    @Clause("SNAP-5")
    default void deleteDeletesASnapshot(Trial trial) {
        Snapshots snapshots = trial.provider().snapshots();
        String tag = UUID.randomUUID().toString();
        Sandbox origin = trial.sandbox();
        Snapshot kept = take(trial, origin, SnapshotOptions.ALL.tagged(tag));
        Snapshot deleted = take(trial, origin, SnapshotOptions.ALL.tagged(tag));
        snapshots.delete(deleted);
        assertEquals(
                List.of(kept.id()),
                ids(snapshots, SnapshotFilter.tagged(tag)),
                "after one of two snapshots was deleted, the other is not the one that is listed");
        snapshots.delete(deleted);
        trial.keep(snapshots.restore(kept, trial.labelled(SandboxSpec.defaults())));
    }

    @Clause(value = "SNAP-5", seconds = 60)
    default void aListFiltersByTagSandboxAndTime(Trial trial) {
        Snapshots snapshots = trial.provider().snapshots();
        String tag = UUID.randomUUID().toString();
        Sandbox one = trial.sandbox();
        Sandbox other = trial.sandbox();
        String first = take(trial, one, SnapshotOptions.ALL.tagged(tag, "red")).id();
        Instant began = created(snapshots, first);
        // Times may be kept in whole seconds, and two snapshots of one second cannot be told apart by time.
        Duration tick = Duration.ofMillis(began.equals(began.truncatedTo(ChronoUnit.SECONDS)) ? 1100 : 10);
        // The clock that dates snapshots need not be the host's, but it goes as fast.
        long taken = System.nanoTime();
        trial.await(
                "the clock of the host stands still",
                Duration.ofSeconds(5),
                () -> System.nanoTime() - taken > tick.toNanos());
        String second = take(trial, other, SnapshotOptions.ALL.tagged(tag, "red", "blue"))
                .id();
        SnapshotFilter both = SnapshotFilter.tagged(tag);
        assertEquals(List.of(first, second), ids(snapshots, both), "snapshots of a tag are not listed oldest first");
        assertTrue(
                ids(snapshots, SnapshotFilter.ANY).containsAll(List.of(first, second)),
                "a list of all snapshots leaves some out");
        assertEquals(
                List.of(second),
                ids(snapshots, SnapshotFilter.tagged(tag, "blue")),
                "a list by two tags shows snapshots with one of them");
        assertEquals(
                List.of(first), ids(snapshots, both.ofSandbox(one.id())), "a list by sandbox shows those of another");
        assertEquals(
                List.of(second),
                ids(snapshots, both.createdSince(created(snapshots, second))),
                "a list by time shows older snapshots, or not the one of that very moment");
    }

    @Clause(value = "SNAP-6", seconds = 240)
    default void aRestoredStartIsNoSlowerThanAColdOne(Trial trial) {
        Map<String, String> files = files(trial.effort().treeFiles() / 10);
        Sandbox origin = trial.sandbox();
        origin.files().writeTexts(files);
        Snapshot snapshot = take(trial, origin, SnapshotOptions.ALL);
        List<String> measured = new ArrayList<>();
        // Whoever is slow is slow each time, whoever was only disturbed is not.
        for (int attempt = 0; attempt < 3; attempt++) {
            Duration restored = Trial.timed(() -> restore(trial, snapshot).shell("true"));
            Duration cold = coldStart(trial, files, restored);
            if (restored.compareTo(allowed(trial, cold)) <= 0) {
                return;
            }
            measured.add(restored.toMillis() + " ms restored and " + cold.toMillis() + " ms cold");
        }
        fail("a restored start takes longer than a cold one that writes the same " + files.size() + " files: "
                + measured);
    }

    /** Returns how long a start takes that writes files one by one; it ends early once a restored one is no slower for sure. */
    private static Duration coldStart(Trial trial, Map<String, String> files, Duration restored) {
        long begin = System.nanoTime();
        Sandbox fresh = trial.sandbox();
        for (Map.Entry<String, String> file : files.entrySet()) {
            fresh.files().write(file.getKey(), file.getValue());
            Duration soFar = Duration.ofNanos(System.nanoTime() - begin);
            if (restored.compareTo(allowed(trial, soFar)) <= 0) {
                return soFar;
            }
        }
        fresh.shell("true");
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    private static Duration allowed(Trial trial, Duration cold) {
        return cold.multipliedBy(2).plus(trial.patience(Duration.ofMillis(500)));
    }

    @Clause(value = "SNAP-12", seconds = 90)
    default void aRestoredSandboxHasTheLimitOfDiskOfItsSpec(Trial trial) {
        DataSize allowed = DataSize.ofMebibytes(32);
        SandboxSpec spec = SandboxSpec.builder()
                .limits(Limits.builder().disk(allowed).build())
                .build();
        Sandbox origin = trial.create(spec);
        inside(origin).succeeds("dd if=/dev/zero of=some bs=1024k count=8", "8 MiB cannot be written within the limit");

        Sandbox restored = restore(trial, take(trial, origin, SnapshotOptions.ALL), spec);

        inside(restored).says(String.valueOf(8 << 20), "wc -c <some", "a file of the snapshot has another size");
        assertFalse(
                restored.shell("dd if=/dev/zero of=large bs=1024k count=32").succeeded(),
                "40 MiB were written in a restored sandbox where " + allowed + " of disk are allowed");
    }

    private static Map<String, String> files(int count) {
        return IntStream.range(0, count).boxed().collect(Collectors.toMap(i -> "file" + i, i -> "content " + i));
    }

    private static void assertAsItWas(Sandbox restored, String when) {
        inside(restored).at("changed").hasText("old\n", "a snapshot changed " + when);
        inside(restored).at("deleted").hasText("old\n", "a snapshot lost a file " + when);
        inside(restored).at("added").isMissing("a snapshot got another file " + when);
    }

    /** A snapshot outlives its sandbox, so it is deleted when the test ends. */
    static Snapshot take(Trial trial, Sandbox sandbox, SnapshotOptions options) {
        Snapshot snapshot = sandbox.snapshot(options);
        trial.keep((AutoCloseable) () -> trial.provider().snapshots().delete(snapshot));
        return snapshot;
    }

    /** Restores a snapshot into a sandbox that is closed when the test ends. */
    static Sandbox restore(Trial trial, Snapshot snapshot) {
        return restore(trial, snapshot, SandboxSpec.defaults());
    }

    private static Sandbox restore(Trial trial, Snapshot snapshot, SandboxSpec spec) {
        return trial.keep(trial.provider().snapshots().restore(snapshot, trial.labelled(spec)));
    }

    private static List<String> ids(Snapshots snapshots, SnapshotFilter filter) {
        return snapshots.list(filter).stream().map(Snapshot::id).toList();
    }

    private static Instant created(Snapshots snapshots, String id) {
        return snapshots.list(SnapshotFilter.ANY).stream()
                .filter(snapshot -> snapshot.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new AssertionError("a snapshot that was taken is not listed: " + id))
                .created();
    }

    private static Snapshot with(Snapshot good, String id, Snapshot.Origin origin, String checksum) {
        return new Snapshot(
                id, origin, good.created(), good.tags(), good.size(), good.fileCount(), checksum, good.memory());
    }

    /** Returns a checksum with another last digit. */
    private static String flipped(String checksum) {
        int last = checksum.length() - 1;
        return checksum.substring(0, last) + (checksum.charAt(last) == '0' ? '1' : '0');
    }
}
