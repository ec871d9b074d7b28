package dev.sandboxed.provider.local.internal.proot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.conformance.image.BusyboxRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Images whose links lead out of them, to a folder of the host that must not change. */
class HostileRootTests extends WithProot {

    private Path image;
    private Path victim;
    private Map<Path, String> before;

    @BeforeEach
    void makeImageAndVictim() throws IOException {
        image = BusyboxRoot.in(temporary.resolve("image"));
        victim = Files.createDirectory(temporary.resolve("victim"));
        Files.writeString(victim.resolve("file"), "untouched");
        Files.setPosixFilePermissions(victim, PosixFilePermissions.fromString("rwxr-x---"));
        before = everything();
    }

    private Map<Path, String> everything() throws IOException {
        Map<Path, String> all = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(victim)) {
            for (Path path : paths.toList()) {
                all.put(
                        path,
                        Files.readAttributes(path, "unix:mode,ctime,size,ino", LinkOption.NOFOLLOW_LINKS)
                                .toString());
            }
        }
        return all;
    }

    private void link(String name, Path target) throws IOException {
        Path place = image.resolve(name);
        if (Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
            try (Stream<Path> inside = Files.list(place)) {
                for (Path path : inside.toList()) {
                    Files.delete(path);
                }
            }
            Files.delete(place);
        }
        Files.createDirectories(place.getParent());
        Files.createSymbolicLink(place, target);
    }

    private SandboxSpec spec() {
        return SandboxSpec.builder().image(image.toString()).build();
    }

    /** Whether it can be made or not: whatever goes wrong is told in our own words. */
    private void createAndUse(SandboxSpec spec) {
        Throwable refused = catchThrowable(() -> {
            try (Sandbox sandbox = provider.create(spec)) {
                sandbox.exec(Command.shell("echo harm >harm; echo harm >/tmp/harm"));
            }
        });
        assertThat(refused)
                .satisfiesAnyOf(
                        nothing -> assertThat(nothing).isNull(),
                        typed -> assertThat(typed).isInstanceOf(SandboxException.class));
    }

    @ParameterizedTest
    @ValueSource(strings = {"workspace", "tmp", "var", "var/tmp", "dev", "dev/shm", "proc", "etc", "home", "root"})
    void imageWithALinkToTheHostChangedTheHost(String name) throws IOException {
        link(name, victim);
        createAndUse(spec());
        assertThat(everything()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"workspace", "tmp", "var", "var/tmp", "dev", "dev/shm", "proc", "etc", "home", "root"})
    void imageWithALinkUpwardsChangedTheHost(String name) throws IOException {
        int depth = name.split("/").length;
        // From the root of the sandbox, which lies three folders below the state folder.
        link(name, Path.of("../".repeat(depth - 1) + "../../../../victim"));
        createAndUse(spec());
        assertThat(everything()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "fd", "stdin", "shm"})
    void imageWithALinkForADeviceChangedTheHost(String name) throws IOException {
        link("dev/" + name, victim.resolve("new"));
        createAndUse(spec());
        assertThat(everything()).isEqualTo(before);
    }

    /** The files of a snapshot that left out the programs lie over a copy of the image, links of which were followed. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void restoredFolderWasCopiedThroughALinkOfTheImage(boolean absolute) throws IOException {
        Snapshot snapshot = take("mkdir -p /data/below; echo harm >/data/harm; echo harm >/data/below/harm", "data/**");
        link("data", absolute ? victim : Path.of("../../../../victim"));

        try (Sandbox restored = provider.snapshots().restore(snapshot, spec())) {
            assertThat(sh(restored, "cat /data/harm /data/below/harm; ls /data"))
                    .isEqualTo("harm\nharm\nbelow\nharm");
        }
        assertThat(everything()).isEqualTo(before);
    }

    @Test
    void restoredFileWasWrittenThroughALinkOfTheImage() throws IOException {
        Snapshot snapshot = take("echo harm >/etc/settings", "etc/settings");
        link("etc/settings", victim.resolve("file"));

        try (Sandbox restored = provider.snapshots().restore(snapshot, spec())) {
            assertThat(victim.resolve("file")).hasContent("untouched");
            assertThat(sh(restored, "cat /etc/settings /etc/group")).isEqualTo("harm\nroot:x:0:");
        }
        assertThat(everything()).isEqualTo(before);
    }

    /** The other way round: the snapshot has the link, and the image a folder. */
    @Test
    void imageWasCopiedThroughALinkOfTheSnapshot() throws IOException {
        Files.writeString(Files.createDirectory(image.resolve("data")).resolve("harm"), "harm");
        Snapshot snapshot = take("rm -r /data; ln -s " + victim + " /data", "data");

        try (Sandbox restored = provider.snapshots().restore(snapshot, spec())) {
            assertThat(sh(restored, "readlink /data; ls /data 2>/dev/null || :"))
                    .isEqualTo(victim.toString());
        }
        assertThat(everything()).isEqualTo(before);
    }

    @Test
    void whatTheSnapshotHasIsKeptAndWhatItLacksComesFromTheImage() throws IOException {
        Path folder = Files.createDirectory(image.resolve("data"));
        Files.writeString(folder.resolve("changed"), "old");
        Files.writeString(folder.resolve("kept"), "kept");
        Path shut = Files.createDirectory(folder.resolve("shut"));
        Files.writeString(shut.resolve("inside"), "inside");
        Files.setPosixFilePermissions(shut, PosixFilePermissions.fromString("r-xr-xr-x"));
        Snapshot snapshot =
                take("echo new >/data/changed; echo more >/data/more; chmod 750 /data", "data,data/changed,data/more");

        try (Sandbox restored = provider.snapshots().restore(snapshot, spec())) {
            assertThat(sh(restored, "cd /data; cat changed more kept shut/inside; stat -c %a . shut"))
                    .isEqualTo("new\nmore\nkeptinside750\n555");
        }
        assertThat(temporary.resolve("state/sandboxes")).isEmptyDirectory();
    }

    private Snapshot take(String script, String include) {
        try (Sandbox sandbox = provider.create(spec())) {
            sh(sandbox, script);
            return sandbox.snapshot(SnapshotOptions.ALL.including(include.split(",")));
        }
    }
}
