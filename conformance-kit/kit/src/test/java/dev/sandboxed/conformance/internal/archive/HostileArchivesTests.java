package dev.sandboxed.conformance.internal.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class HostileArchivesTests {

    private static final Path VICTIM = Path.of("/nowhere/at/all");

    private final HostileArchives archives = HostileArchives.against(VICTIM);

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    @Test
    void theSameSeedGivesTheSameArchiveAndAnotherSeedAnotherOne() {
        assertThat(archives.tar(7)).isEqualTo(archives.tar(7)).isNotEqualTo(archives.tar(8));
        assertThat(archives.image(7)).isEqualTo(archives.image(7)).isNotEqualTo(archives.image(8));
    }

    @Test
    void noArchiveIsLargerThanItMayBe() {
        assertThat(LongStream.range(0, 2_000).mapToObj(archives::tar))
                .allMatch(tar -> tar.length <= HostileArchives.MOST_BYTES);
        assertThat(LongStream.range(0, 2_000).mapToObj(archives::image))
                .allMatch(image -> image.length <= HostileArchives.MOST_BYTES);
        HostileArchives orderly = archives.below("top/").inOrder();
        assertThat(LongStream.range(0, 20_000).mapToObj(orderly::tar))
                .allMatch(tar -> tar.length <= HostileArchives.MOST_BYTES);
    }

    @Test
    void linksLeadToTheVictimAndCarryTheirMarks() {
        HostileArchives marking = archives.markingTargets("mark:").below("root/");

        assertThat(LongStream.range(0, 50).mapToObj(marking::tar).map(HostileArchivesTests::text))
                .anyMatch(tar -> tar.contains("mark:" + VICTIM))
                .anyMatch(tar -> tar.contains("mark:../"))
                .anyMatch(tar -> tar.startsWith("root/"));
    }

    @Test
    void inOrderFoldersComeBeforeWhatIsInThemAndNothingComesTwice() {
        EntryOrder order = new EntryOrder();

        assertThat(order.before("t/a/b", false)).containsExactly("t", "t/a");
        assertThat(order.before("t/a/c", true)).isEmpty();
        assertThat(order.free("t/a/d")).isEqualTo("t/a/d");
        assertThat(order.free("t/a/b")).isEqualTo("t/other-4");
        assertThat(order.free("t/a/b/c")).isEqualTo("t/other-4");
        assertThat(order.free("t/a/c")).isEqualTo("t/other-4");
        assertThat(order.free("t/../b")).isEqualTo("t/../b");
        assertThat(order.before("t/../b", false)).isEmpty();
    }

    @Test
    void aVictimWithoutAnAbsolutePathIsRefused() {
        HostileArchives sound = archives;
        assertThatThrownBy(
                        () -> new HostileArchives(Path.of("here"), sound.targetPrefixes(), sound.namePrefixes(), false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'here'");
    }
}
