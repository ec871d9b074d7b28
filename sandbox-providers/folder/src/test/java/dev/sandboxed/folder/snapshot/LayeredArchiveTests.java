package dev.sandboxed.folder.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.process.posix.NamedPipes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LayeredArchiveTests {

    @TempDir
    Path folder;

    private Path archive;
    private LayeredArchive source;
    private LayeredArchive target;

    @BeforeEach
    void makeFiles() throws IOException {
        archive = folder.resolve("archive");
        source = sandboxIn("source");
        target = sandboxIn("target");
        Files.createDirectories(source.home().resolve("root/workspace"));
        Files.writeString(source.home().resolve("root/workspace/a.txt"), "a");
        Files.createDirectories(source.home().resolve("changes/usr"));
        Files.writeString(source.home().resolve("changes/usr/b.txt"), "b");
        Files.writeString(source.home().resolve("secret"), "in none of the layers");
    }

    private LayeredArchive sandboxIn(String name) throws IOException {
        Path home = Files.createDirectory(folder.resolve(name));
        return new LayeredArchive(home, List.of(home.resolve("root"), home.resolve("changes"), home.resolve("none")));
    }

    @Test
    void allLayersAreRestoredAndNothingElse() throws IOException {
        assertThat(source.pack(archive, SnapshotOptions.ALL, Map.of())).isEqualTo(2);
        target.unpack(archive, Set.of());
        assertThat(target.home().resolve("root/workspace/a.txt")).hasContent("a");
        assertThat(target.home().resolve("changes/usr/b.txt")).hasContent("b");
        assertThat(target.home().resolve("secret")).doesNotExist();
    }

    @Test
    void patternsAreAboutTheNamesInside() throws IOException {
        assertThat(source.pack(archive, SnapshotOptions.ALL.excluding("usr/**"), Map.of()))
                .isEqualTo(1);
        target.unpack(archive, Set.of());
        assertThat(target.home().resolve("root/workspace/a.txt")).exists();
        assertThat(target.home().resolve("changes/usr/b.txt")).doesNotExist();
    }

    @Test
    void anArchiveOfNothingCanBeRestored() throws IOException {
        assertThat(source.pack(archive, SnapshotOptions.ALL.including("no/such/file"), Map.of()))
                .isZero();
        target.unpack(archive, Set.of());
        assertThat(target.home()).isEmptyDirectory();
    }

    @Test
    void notesTravelAlongAndAreLeftNowhere() throws IOException {
        source.pack(archive, SnapshotOptions.ALL, Map.of("base", "an image"));
        assertThat(source.home().resolve("base")).doesNotExist();
        assertThat(target.unpack(archive, Set.of("base", "other"))).isEqualTo(Map.of("base", "an image"));
        assertThat(target.home().resolve("base")).doesNotExist();
    }

    @Test
    void pipesAreLeftOutSinceNobodyCouldWaitForThem() throws IOException {
        NamedPipes.make(List.of(source.home().resolve("root/workspace/pipe")));
        source.pack(archive, SnapshotOptions.ALL, Map.of());
        target.unpack(archive, Set.of());
        assertThat(Files.exists(target.home().resolve("root/workspace/pipe"), LinkOption.NOFOLLOW_LINKS))
                .isFalse();
    }

    @Test
    void aDamagedArchiveIsToldByTar() throws IOException {
        Files.writeString(archive, "no archive at all");
        assertThatThrownBy(() -> target.unpack(archive, Set.of()))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("tar ");
    }
}
