package dev.sandboxed.benchmarks;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.benchmarks.peer.Peer;
import dev.sandboxed.benchmarks.tools.Program;
import dev.sandboxed.benchmarks.tools.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A folder with many small files goes up into a container and comes down again: through us, and with {@code docker cp}.
 *
 * <p>Each round has places of its own, and all of them are deleted at the end. File systems such as ext4 search longer for
 * room after many files were deleted, and that would be most of what is measured.
 */
final class TreeCourses {

    private static final int FILES = 2000;

    private final SmallFiles files;
    private final Path copies;
    private final Peer peer;
    private final Sandbox sandbox;
    private int round;

    TreeCourses(Scratch scratch, Peer peer, Sandbox sandbox) throws IOException {
        this.files = SmallFiles.make(scratch.resolve("tree"), FILES);
        this.copies = Files.createDirectory(scratch.resolve("copies"));
        this.peer = peer;
        this.sandbox = sandbox;
    }

    /** Carries a tree. */
    @FunctionalInterface
    private interface Course {

        void run(String there, Path copy) throws Exception;
    }

    List<Comparison> compare(SideBySide sideBySide) throws Exception {
        String source = files.folder().toString();
        List<SideBySide.Medians> medians = sideBySide.measureStages(
                () -> upAndDown(
                        (there, copy) -> Program.run("docker", "cp", source, peer.id() + ":" + there),
                        (there, copy) -> Program.run("docker", "cp", peer.id() + ":" + there, copy.toString())),
                () -> upAndDown(
                        (there, copy) -> sandbox.files().upload(files.folder(), there),
                        (there, copy) -> sandbox.files().download(there, copy)));
        return List.of(
                new Comparison(FILES + " small files up", "docker cp", 1, medians.get(0)),
                new Comparison(FILES + " small files down", "docker cp", 1, medians.get(1)));
    }

    private List<Duration> upAndDown(Course up, Course down) throws Exception {
        round++;
        String there = "/tmp/tree-" + round;
        Path copy = copies.resolve("copy-" + round);
        SideBySide.Work upload = () -> up.run(there, copy);
        SideBySide.Work download = () -> down.run(there, copy);
        List<Duration> stages = List.of(upload.timed(), download.timed());
        files.requireSame(copy);
        return stages;
    }
}
