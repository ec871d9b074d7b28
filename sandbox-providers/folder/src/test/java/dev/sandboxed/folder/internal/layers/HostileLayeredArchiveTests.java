package dev.sandboxed.folder.internal.layers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.snapshot.SnapshotRejectedException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives that our own packing never writes: whatever is in them, nothing beside the layers changes. */
class HostileLayeredArchiveTests {

    @TempDir
    Path folder;

    private Path archive;
    private Path victim;
    private LayeredArchive target;

    @BeforeEach
    void prepare() throws IOException {
        archive = folder.resolve("archive");
        Path home = Files.createDirectory(folder.resolve("home"));
        Files.createDirectory(home.resolve("root"));
        Files.writeString(home.resolve("filter"), "what guards the sandbox");
        victim = Files.createDirectory(folder.resolve("victim"));
        Files.writeString(victim.resolve("file"), "untouched");
        target = new LayeredArchive(home, List.of(home.resolve("root"), home.resolve("changes")));
    }

    /**
     * One entry.
     *
     * @param link where it leads to, if it is a link; {@code VICTIM} stands for the folder beside the sandbox
     */
    private record Entry(byte type, String name, String link, int mode, int device) {

        static Entry of(byte type, String name, String link) {
            return new Entry(type, name, link, 0755, 0);
        }
    }

    private static final byte FOLDER = TarConstants.LF_DIR;
    private static final byte FILE = TarConstants.LF_NORMAL;
    private static final byte SYMLINK = TarConstants.LF_SYMLINK;
    private static final byte HARD_LINK = TarConstants.LF_LINK;

    static Stream<List<Entry>> hostile() {
        return Stream.of(
                List.of(Entry.of(FILE, "root/../../victim/new", "")),
                List.of(Entry.of(FILE, "../victim/file", "")),
                List.of(Entry.of(FILE, "VICTIM/file", "")),
                List.of(Entry.of(FILE, "filter", "")),
                List.of(Entry.of(SYMLINK, "root", "VICTIM"), Entry.of(FILE, "root/file", "")),
                List.of(Entry.of(SYMLINK, ".", "VICTIM"), Entry.of(FILE, "root/file", "")),
                List.of(Entry.of(FOLDER, ".", "")),
                List.of(Entry.of(SYMLINK, "root/a", "VICTIM"), Entry.of(FILE, "root/a/file", "")),
                List.of(Entry.of(SYMLINK, "root/a", "VICTIM"), Entry.of(FOLDER, "root/a", "")),
                List.of(
                        Entry.of(FOLDER, "root/a", ""),
                        new Entry(FOLDER, "root/a/file", "", 0777, 0),
                        Entry.of(SYMLINK, "root/a", "VICTIM")),
                List.of(Entry.of(FILE, "root/a/b", ""), Entry.of(SYMLINK, "root/a", "VICTIM")),
                List.of(Entry.of(HARD_LINK, "root/a", "VICTIM/file"), Entry.of(FILE, "root/a", "")),
                List.of(Entry.of(HARD_LINK, "root/a", "filter")),
                List.of(Entry.of(HARD_LINK, "root/a", "root/later"), Entry.of(FILE, "root/later", "")),
                List.of(Entry.of(SYMLINK, "root/s", "VICTIM/file"), Entry.of(HARD_LINK, "root/h", "root/s/x")),
                List.of(new Entry(TarConstants.LF_CHR, "root/device", "", 0666, 3)),
                List.of(new Entry(TarConstants.LF_BLK, "root/device", "", 0666, 3)),
                List.of(Entry.of(TarConstants.LF_FIFO, "root/pipe", "")),
                List.of(Entry.of(TarConstants.LF_CONTIG, "root/contiguous", "")),
                List.of(Entry.of((byte) 'D', "root/dump", "")),
                List.of(Entry.of((byte) 'V', "root/volume", "")));
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void anArchiveThatWeNeverWriteIsRefusedAndNothingIsUnpacked(List<Entry> entries) throws IOException {
        write(entries);
        assertThatThrownBy(() -> target.unpack(archive, Set.of("base"))).isInstanceOf(SnapshotRejectedException.class);
        assertThat(target.home().resolve("root")).isEmptyDirectory();
        assertThat(target.home().resolve("filter")).hasContent("what guards the sandbox");
        assertThat(victim.resolve("file")).hasContent("untouched");
        assertThat(Files.getPosixFilePermissions(victim.resolve("file"))).hasSizeLessThan(9);
        assertThat(victim.toFile().list()).containsExactly("file");
    }

    private void write(List<Entry> entries) throws IOException {
        try (OutputStream out = Files.newOutputStream(archive);
                TarArchiveOutputStream tar = new TarArchiveOutputStream(out, "UTF-8")) {
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
            for (Entry entry : entries) {
                TarArchiveEntry header =
                        new TarArchiveEntry(entry.name().replace("VICTIM", victim.toString()), entry.type(), true);
                header.setLinkName(entry.link().replace("VICTIM", victim.toString()));
                header.setMode(entry.mode());
                header.setDevMajor(entry.device());
                byte[] content = (entry.type() == FILE ? "harm" : "").getBytes(StandardCharsets.UTF_8);
                header.setSize(content.length);
                tar.putArchiveEntry(header);
                tar.write(content);
                tar.closeArchiveEntry();
            }
        }
    }

    /** Tar takes the name of a file with holes from there, and not from where that of another file is. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "GNU.sparse.major=1 GNU.sparse.minor=0 GNU.sparse.name=../victim/new GNU.sparse.realsize=4",
                "GNU.sparse.major=1 GNU.sparse.minor=0 GNU.sparse.realsize=4",
                "GNU.sparse.major=0 GNU.sparse.minor=1 GNU.sparse.name=root/a GNU.sparse.realsize=4",
                "GNU.sparse.name=root/a"
            })
    void aFileWithHolesThatIsNotOursIsRefused(String notes) throws IOException {
        try (OutputStream out = Files.newOutputStream(archive);
                TarArchiveOutputStream tar = new TarArchiveOutputStream(out, "UTF-8")) {
            TarArchiveEntry header = new TarArchiveEntry("root/a");
            for (String note : notes.split(" ")) {
                header.addPaxHeader(note.substring(0, note.indexOf('=')), note.substring(note.indexOf('=') + 1));
            }
            tar.putArchiveEntry(header);
            tar.closeArchiveEntry();
        }
        assertThatThrownBy(() -> target.unpack(archive, Set.of())).isInstanceOf(SnapshotRejectedException.class);
        assertThat(target.home().resolve("root")).isEmptyDirectory();
        assertThat(victim.toFile().list()).containsExactly("file");
    }

    @Test
    void whatFollowsTheEndOfAnArchiveIsRefused() throws IOException {
        write(List.of(Entry.of(FILE, "root/a", "")));
        byte[] first = Files.readAllBytes(archive);
        write(List.of(Entry.of(FILE, "filter", "")));
        byte[] second = Files.readAllBytes(archive);
        try (OutputStream out = Files.newOutputStream(archive)) {
            out.write(first);
            out.write(second);
        }
        assertThatThrownBy(() -> target.unpack(archive, Set.of())).isInstanceOf(SnapshotRejectedException.class);
    }

    @Test
    void anArchiveThatWasCutOffIsRefused() throws IOException {
        Path file = Files.write(target.home().resolve("root/large"), new byte[5000]);
        target.pack(archive, SnapshotOptions.ALL, Map.of());
        Files.delete(file);
        byte[] whole = Files.readAllBytes(archive);
        for (int length : new int[] {1, 700, 3000, 5000}) {
            Files.write(archive, Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> target.unpack(archive, Set.of()))
                    .as("%d bytes of it", length)
                    .isInstanceOf(SnapshotRejectedException.class);
        }
        assertThat(Files.exists(file, LinkOption.NOFOLLOW_LINKS)).isFalse();
    }
}
