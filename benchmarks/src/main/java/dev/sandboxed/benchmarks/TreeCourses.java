package dev.sandboxed.benchmarks;

import dev.sandboxed.api.Sandbox;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A folder with many small files goes up into a container and comes down again: through us, and with {@code docker cp}. */
final class TreeCourses {

    private static final int FILES = 2000;
    private static final String THERE = "/tmp/tree";

    private final SmallFiles files;
    private final Path copy;
    private final Peer peer;
    private final Sandbox sandbox;

    TreeCourses(Scratch scratch, Peer peer, Sandbox sandbox) throws IOException {
        this.files = SmallFiles.make(scratch.resolve("tree"), FILES);
        this.copy = scratch.resolve("copy");
        this.peer = peer;
        this.sandbox = sandbox;
    }

    List<Comparison> compare(SideBySide sideBySide) throws Exception {
        String up = files.folder().toString();
        String inPeer = peer.id() + ":" + THERE;
        List<SideBySide.Medians> medians = sideBySide.measureStages(
                () -> upAndDown(
                        peer,
                        () -> DockerCli.run("cp", up, inPeer),
                        () -> DockerCli.run("cp", inPeer, copy.toString())),
                () -> upAndDown(
                        new Subject.Ours(sandbox),
                        () -> sandbox.files().upload(files.folder(), THERE),
                        () -> sandbox.files().download(THERE, copy)));
        return List.of(
                new Comparison(FILES + " small files up", "docker cp", 1, medians.get(0)),
                new Comparison(FILES + " small files down", "docker cp", 1, medians.get(1)));
    }

    private List<Duration> upAndDown(Subject subject, SideBySide.Work up, SideBySide.Work down) throws Exception {
        List<Duration> stages = List.of(up.timed(), down.timed());
        files.requireSame(copy);
        Scratch.delete(copy);
        subject.exec("rm", "-rf", THERE);
        return stages;
    }
}
