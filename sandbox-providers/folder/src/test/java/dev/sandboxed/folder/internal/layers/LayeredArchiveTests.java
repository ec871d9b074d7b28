package dev.sandboxed.folder.internal.layers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.snapshot.SnapshotRejectedException;
import dev.sandboxed.folder.LargeHole;
import dev.sandboxed.linux.internal.files.NamedPipes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
    void aDamagedArchiveIsRefused() throws IOException {
        Files.writeString(archive, "no archive at all");
        assertThatThrownBy(() -> target.unpack(archive, Set.of()))
                .isInstanceOf(SnapshotRejectedException.class)
                .hasMessageContaining("take it again");
    }

    @Test
    void namesThatAreNoTextBrokeEverySnapshot() throws Exception {
        String script = "cd \"$1\" && mkdir -p \"$(printf 'd\\377')\""
                + " && echo one >\"$(printf 'd\\377/\\376\\377')\" && echo two >\"$(printf 'd\\377/\\376\\376')\""
                + " && ln -s \"$(printf '\\375')\" link && echo three >\"$(printf '\\303\\274')\"";
        shell(script, source.home().resolve("root/workspace"));
        assertThat(source.pack(archive, SnapshotOptions.ALL, Map.of())).isEqualTo(5);
        target.unpack(archive, Set.of());
        String list =
                "cd \"$1\" && LC_ALL=C && export LC_ALL && find . | sort | od -c && cat ./d*/* && readlink link | od -c";
        assertThat(shell(list, target.home().resolve("root/workspace")))
                .isEqualTo(shell(list, source.home().resolve("root/workspace")));
    }

    @Test
    void holesWerePackedAsZerosHoweverManyThereWere() throws IOException {
        String name = "root/workspace/" + "long".repeat(40);
        LargeHole.make(source.home().resolve(name));
        source.pack(archive, SnapshotOptions.ALL, Map.of());
        target.unpack(archive, Set.of());
        LargeHole.assertCopied(target.home().resolve(name));
        assertThat(target.home().resolve("root/workspace/a.txt")).hasContent("a");
    }

    private static String shell(String script, Path argument) throws Exception {
        Process process = new ProcessBuilder("/bin/sh", "-c", script, "sh", argument.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    @Test
    void everythingThatASandboxCanHoldIsRestored() throws Exception {
        String script = "cd \"$1\" && ln a.txt hard && ln -s /etc/passwd absolute && ln -s ../../.. up"
                + " && name=$(printf 'long%050d' 1) && mkdir -p $name/$name/$name && echo deep >$name/$name/$name/file"
                + " && ln -s $name/$name/$name/file far && ln $name/$name/$name/file also && chmod 500 $name"
                + " && head -c 6000000 /dev/urandom >large";
        shell(script, source.home().resolve("root/workspace"));
        source.pack(archive, SnapshotOptions.ALL, Map.of("base", "an image"));
        target.unpack(archive, Set.of("base"));
        String list = "cd \"$1\" && find . -printf '%P %m %n %s %l\\n' | sort && sha256sum large";
        assertThat(shell(list, target.home().resolve("root/workspace")))
                .isEqualTo(shell(list, source.home().resolve("root/workspace")));
    }
}
