package dev.sandboxed.provider.docker.internal.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.provider.docker.internal.snapshot.Changes.Holder;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChangesTests {

    private static final Set<String> NONE = Set.of();

    private static Set<String> files(String folder, int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> folder + "/file" + number)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void aFileBelongsToWhoeverPutItThere() {
        Changes changes = new Changes(
                Set.of("new", "new/file", "mnt/host"), Set.of("etc", "etc/passwd"), Set.of("vol"), Set.of("mnt/host"));

        assertThat(changes.holder("new/file", false)).isEqualTo(Holder.SANDBOX);
        assertThat(changes.holder("etc/passwd", false)).isEqualTo(Holder.SANDBOX);
        assertThat(changes.holder("etc", true)).as("a directory with a change").isEqualTo(Holder.IMAGE);
        assertThat(changes.holder("etc/group", false)).isEqualTo(Holder.IMAGE);
        assertThat(changes.holder("etc/hosts", false)).isEqualTo(Holder.OTHERS);
        assertThat(changes.holder("dev", true)).isEqualTo(Holder.IMAGE);
        assertThat(changes.holder("dev/pts/0", false)).isEqualTo(Holder.OTHERS);
        assertThat(changes.holder("device", false)).isEqualTo(Holder.IMAGE);
        assertThat(changes.holder("mnt/host", true)).isEqualTo(Holder.OTHERS);
    }

    @Test
    void everythingInAVolumeIsTheSandboxesButWhatTheHostHasThere() {
        Changes changes = new Changes(NONE, NONE, Set.of("vol", "vol/inner", "other"), Set.of("vol/host"));

        assertThat(changes.holder("vol", true)).isEqualTo(Holder.IMAGE);
        assertThat(changes.holder("vol/deep/file", false)).isEqualTo(Holder.SANDBOX);
        assertThat(changes.holder("vol/host/file", false)).isEqualTo(Holder.OTHERS);
        assertThat(changes.holder("volume", false)).isEqualTo(Holder.IMAGE);
        assertThat(changes.isInVolume("vol/inner/file")).isTrue();
        assertThat(changes.isInVolume("volume/file")).isFalse();
        assertThat(changes.outermostVolumes()).containsExactly("other", "vol");
    }

    @Test
    void fewFilesAreReadOneByOneAndManyWithTheirDirectory() {
        assertThat(new Changes(files("usr/lib", 3), Set.of("usr", "usr/lib", "etc", "etc/passwd"), NONE, NONE).roots())
                .containsExactlyInAnyOrder("usr/lib/file0", "usr/lib/file1", "usr/lib/file2", "etc/passwd");
        assertThat(new Changes(files("usr/lib", 50), Set.of("usr", "usr/lib"), NONE, NONE).roots())
                .containsExactly("usr/lib");
        assertThat(new Changes(NONE, NONE, NONE, NONE).roots()).isEmpty();
    }

    @Test
    void anAddedDirectoryIsReadAsAWhole() {
        Set<String> added = files("new/deep", 3);
        added.addAll(Set.of("new", "new/deep"));

        assertThat(new Changes(added, NONE, NONE, NONE).roots()).containsExactly("new");
    }

    @Test
    void nothingOfTheHostIsReadHoweverManyFilesLieBesideIt() {
        Set<String> added = files("workspace", 50);
        added.addAll(Set.of("mnt", "mnt/host", "mnt/own"));

        assertThat(new Changes(added, Set.of("workspace"), NONE, Set.of("workspace/host", "mnt/host")).roots())
                .hasSize(51)
                .contains("workspace/file7", "mnt/own")
                .doesNotContain("workspace", "mnt", "mnt/host");
    }
}
