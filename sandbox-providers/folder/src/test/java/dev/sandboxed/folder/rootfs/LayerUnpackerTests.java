package dev.sandboxed.folder.rootfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LayerUnpackerTests {

    @TempDir
    Path folder;

    private Path root;
    private Path outside;
    private LayerUnpacker unpacker;

    @BeforeEach
    void makeARoot() throws IOException {
        root = folder.resolve("root");
        outside = Files.createDirectory(folder.resolve("outside"));
        unpacker = new LayerUnpacker(
                Files.createDirectory(folder.resolve("spool")), new UnpackBudget(10_000, 100, 100_000));
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @ParameterizedTest
    @ValueSource(strings = {"../evil", "a/../../evil", "/../evil"})
    void namesThatClimbAreRefused(String name) {
        assertThatThrownBy(() -> unpacker.unpack(new TarBuilder().file(name, "x").stream()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("'" + name + "'");
        assertThat(folder.resolve("evil")).doesNotExist();
    }

    @Test
    void aFileThatSaysThatItIsTooLargeIsNotGoneThroughToSeeThat() {
        assertThatThrownBy(() -> unpacker.unpack(new TarBuilder().withHoles("holes", 1L << 62).stream()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("larger than 10000 bytes");
    }

    @Test
    void aFolderThatIsHiddenAgainAndAgainIsGoneThroughOnce() {
        LayerUnpacker large =
                new LayerUnpacker(folder.resolve("spool"), new UnpackBudget(10_000, 1_000_000, 1_000_000_000));
        TarBuilder layer = new TarBuilder();
        for (int i = 0; i < 100_000; i++) {
            layer.folder("d/" + i, 0755);
        }
        for (int i = 0; i < 100_000; i++) {
            layer.file("d/.wh..wh..opq", "");
        }

        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> large.unpack(layer.stream()));
    }

    @Test
    void aLinkToAFolderOfTheHostLeadsToTheOneInside() throws IOException {
        unpacker.unpack(new TarBuilder().link("out", outside.toString()).file("out/file", "inside").stream());
        unpacker.finish(root);

        assertThat(outside).isEmptyDirectory();
        assertThat(root.resolve(outside.toString().substring(1)).resolve("file"))
                .hasContent("inside");
    }

    @Test
    void aLinkThatClimbsEndsAtTheRoot() throws IOException {
        unpacker.unpack(new TarBuilder().link("up", "../../../..").file("up/file", "inside").stream());
        unpacker.finish(root);

        assertThat(root.resolve("file")).hasContent("inside");
    }

    @Test
    void aFileTakesThePlaceOfALinkAndDoesNotGoThroughIt() throws IOException {
        Path precious = Files.writeString(outside.resolve("precious"), "untouched");
        unpacker.unpack(new TarBuilder().link("file", precious.toString()).file("file", "new").stream());
        unpacker.finish(root);

        assertThat(precious).hasContent("untouched");
        assertThat(root.resolve("file")).hasContent("new").isRegularFile();
    }

    @Test
    void linksInACircleAreRefused() {
        assertThatThrownBy(() ->
                        unpacker.unpack(new TarBuilder().link("a", "b").link("b", "a").file("a/file", "x").stream()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("'a/file'")
                .hasMessageContaining("links");
    }

    @Test
    void anotherNameForAFileOfTheHostIsRefused() throws IOException {
        Path precious = Files.writeString(outside.resolve("precious"), "secret");

        assertThatThrownBy(() -> unpacker.unpack(new TarBuilder().hardLink("stolen", precious.toString()).stream()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("'stolen'");
        assertThat(root).doesNotExist();
    }

    @Test
    void anotherNameForALinkIsRefused() throws IOException {
        Path precious = Files.writeString(outside.resolve("precious"), "secret");

        assertThatThrownBy(() -> unpacker.unpack(
                        new TarBuilder().link("link", precious.toString()).hardLink("stolen", "link").stream()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("'stolen'");
    }

    @Test
    void filesLinksFoldersAndFurtherNamesArriveWithTheirModes() throws IOException {
        unpacker.unpack(new TarBuilder()
                        .folder("bin", 0555)
                        .file("bin/tool", new byte[1], 0755)
                        .hardLink("bin/other", "bin/tool")
                        .link("sbin", "bin")
                        .stream());
        unpacker.finish(root);

        assertThat(mode(root.resolve("bin"))).isEqualTo("r-xr-xr-x");
        assertThat(mode(root.resolve("bin/tool"))).isEqualTo("rwxr-xr-x");
        assertThat(Files.isSameFile(root.resolve("bin/other"), root.resolve("bin/tool")))
                .isTrue();
        assertThat(Files.readSymbolicLink(root.resolve("sbin"))).hasToString("bin");
    }

    @Test
    void programsThatWouldRunAsTheirOwnerLoseThatAndDevicesAreLeftOut() throws IOException {
        unpacker.unpack(new TarBuilder().file("su", new byte[1], 06755).device("null").stream());
        unpacker.finish(root);

        assertThat((Integer) Files.getAttribute(root.resolve("su"), "unix:mode") & 07777)
                .isEqualTo(0755);
        assertThat(root.resolve("null")).doesNotExist();
    }

    @Test
    void anUpperLayerHidesWhatItNames() throws IOException {
        unpacker.unpack(new TarBuilder().file("keep", "1").file("gone", "2").file("folder/below", "3").stream());
        unpacker.unpack(new TarBuilder()
                .file(".wh.gone", "").file("folder/above", "4").file("folder/.wh..wh..opq", "").stream());
        unpacker.finish(root);

        assertThat(root.resolve("keep")).exists();
        assertThat(root.resolve("gone")).doesNotExist();
        assertThat(root.resolve("folder/below")).doesNotExist();
        assertThat(root.resolve("folder/above")).hasContent("4");
        assertThat(root.resolve(".wh.gone")).doesNotExist();
    }

    @Test
    void nothingIsHiddenThatCannotBeNamed() {
        assertThatThrownBy(() -> unpacker.unpack(new TarBuilder().file("a/.wh...", "").stream()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("'.wh...'");
    }

    @Test
    void anUpperLayerPutsAFileWhereAFolderWasAndTheOtherWayRound() throws IOException {
        unpacker.unpack(new TarBuilder().file("a/file", "1").file("b", "2").stream());
        unpacker.unpack(new TarBuilder().file("a", "3").folder("b", 0755).file("b/file", "4").stream());
        unpacker.finish(root);

        assertThat(root.resolve("a")).hasContent("3");
        assertThat(root.resolve("b/file")).hasContent("4");
    }

    @Test
    void aFileBelowAFileIsRefused() {
        assertThatThrownBy(() -> unpacker.unpack(new TarBuilder().file("a", "1").file("a/b", "2").stream()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("'a/b'");
    }

    @Test
    void anArchiveThatBecomesTooLargeIsGivenUp() {
        assertThatThrownBy(() -> unpacker.unpack(new TarBuilder().file("zeros", new byte[10_001], 0644).stream()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("larger than 10000 bytes");
    }

    @Test
    void anArchiveOfTooManyNamesToRememberIsGivenUp() {
        assertThatThrownBy(() -> unpacker.unpack(new TarBuilder().file("a/".repeat(500) + "b", "").stream()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("more than 100000 bytes of memory")
                .hasMessageContaining("-Xmx");
    }

    @Test
    void foldersDeeperThanAnyImageHasAreRefused() {
        LayerUnpacker roomy = new LayerUnpacker(folder, new UnpackBudget(10_000, 100, 10_000_000));

        assertThatThrownBy(() -> roomy.unpack(new TarBuilder().file("a/".repeat(1_200) + "b", "").stream()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("more than 1000 folders");
    }

    @Test
    void whatAnUpperLayerHidesAndBringsAgainHasNothingOfTheLowerOne() throws IOException {
        unpacker.unpack(new TarBuilder().file("a/old", "1").stream());
        unpacker.unpack(new TarBuilder().file("a/new", "2").file(".wh.a", "").stream());
        unpacker.finish(root);

        assertThat(root.resolve("a/new")).hasContent("2");
        assertThat(root.resolve("a/old")).doesNotExist();
    }

    @Test
    void aFurtherNameOfAFileBelowStaysOneWhenThatIsReplaced() throws IOException {
        unpacker.unpack(new TarBuilder().file("old", "1").stream());
        unpacker.unpack(new TarBuilder().hardLink("other", "old").file("old", "2").stream());
        unpacker.finish(root);

        assertThat(root.resolve("other")).hasContent("1");
        assertThat(root.resolve("old")).hasContent("2");
    }

    @Test
    void anArchiveOfTooManyEntriesIsGivenUp() {
        TarBuilder many = new TarBuilder();
        for (int i = 0; i <= 100; i++) {
            many.link("link-" + i, "nowhere");
        }

        assertThatThrownBy(() -> unpacker.unpack(many.stream()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("more than 100 entries");
        assertThat(root).doesNotExist();
    }
}
