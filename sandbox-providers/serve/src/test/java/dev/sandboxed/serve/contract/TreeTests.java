package dev.sandboxed.serve.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.FileType;
import dev.sandboxed.api.files.HostTree;
import dev.sandboxed.api.internal.files.TransferBudget;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.guest.internal.tar.FetchedTree;
import dev.sandboxed.guest.internal.tar.TarFeed;
import dev.sandboxed.guest.internal.tar.TarItem;
import dev.sandboxed.serve.contract.Visitor.Answer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Trees of files in one request, and archives that nobody should unpack. */
@Timeout(60)
class TreeTests extends WithServer {

    private static final String TREE = "/v1/sandboxes/one/tree?path=in";
    private static final DataSize PLENTY = DataSize.ofMebibytes(1);

    @BeforeEach
    void create() {
        assertThat(owner.create("one", work()).status()).isEqualTo(201);
    }

    private Path inside(String name) {
        String root = owner.get("/v1/sandboxes/one").json().path("nativeId").asText();
        return Path.of(root + work()).resolve(name);
    }

    private Path source() throws IOException {
        return Files.createDirectories(folder.resolve("source")).toRealPath();
    }

    private static byte[] packed(Path source) throws IOException {
        try (TarFeed tar = TarFeed.ofTree(HostTree.list(source, "any"), each -> {})) {
            return tar.readAllBytes();
        }
    }

    private static TarItem file(String name) {
        byte[] content = "evil".getBytes(StandardCharsets.UTF_8);
        return TarItem.file(name, TarItem.Owner.ROOT, 0644, content.length, () -> new ByteArrayInputStream(content));
    }

    private static TarItem other(String name, FileType type, String target) {
        FileEntry entry = new FileEntry(name, type, 0, 0755, Instant.EPOCH, Optional.ofNullable(target));
        return TarItem.of(new HostTree.Item(Path.of(name), entry), name, TarItem.Owner.ROOT);
    }

    private static TarItem top() {
        return other("tree", FileType.DIRECTORY, null);
    }

    @Test
    void whatIsSentIsThereWithModesAndLinksWhereverTheyLead() throws IOException {
        Path locked = Files.createDirectory(source().resolve("locked"));
        Files.writeString(locked.resolve("file"), "content");
        Files.createSymbolicLink(locked.resolve("absolute"), Path.of("/etc/hostname"));
        Files.createSymbolicLink(locked.resolve("up"), Path.of("../../../nowhere"));
        Files.setPosixFilePermissions(locked.resolve("file"), PosixFilePermissions.fromString("rwxr-x---"));
        Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("r-xr-xr-x"));

        assertThat(owner.put(TREE, packed(source())).status()).isEqualTo(204);

        assertThat(inside("in/locked/file")).hasContent("content");
        assertThat(owner.get("/v1/sandboxes/one/entry?path=in/locked/absolute")
                        .json()
                        .path("linkTarget")
                        .asText())
                .isEqualTo("/etc/hostname");
        assertThat(Files.readSymbolicLink(inside("in/locked/up"))).hasToString("../../../nowhere");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(inside("in/locked/file"))))
                .isEqualTo("rwxr-x---");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(inside("in/locked"))))
                .isEqualTo("r-xr-xr-x");
    }

    @Test
    void whatIsThereIsSentWithItsModes() throws IOException {
        Files.createDirectories(inside("out/empty"));
        Files.writeString(inside("out/secret"), "content");
        Files.setPosixFilePermissions(inside("out/secret"), PosixFilePermissions.fromString("---------"));
        Files.createSymbolicLink(inside("out/link"), Path.of("secret"));

        Answer answer = owner.get("/v1/sandboxes/one/tree?path=out&most=1000");

        assertThat(answer.status()).isEqualTo(200);
        try (FetchedTree tree =
                FetchedTree.of(new ByteArrayInputStream(answer.body()), "/out", new TransferBudget("out", PLENTY))) {
            assertThat(tree.top().isDirectory()).isTrue();
            assertThat(tree.below())
                    .extracting(entry -> entry.path() + " " + entry.type() + " " + Integer.toOctalString(entry.mode()))
                    .containsExactlyInAnyOrder("/out/empty DIRECTORY 755", "/out/secret FILE 0", "/out/link LINK 777");
            assertThat(tree.open(tree.below().stream()
                            .filter(FileEntry::isFile)
                            .findFirst()
                            .orElseThrow()))
                    .hasContent("content");
        }
    }

    static Stream<Arguments> evil() {
        TarItem link = other("tree/link", FileType.LINK, "/tmp");
        return Stream.of(
                Arguments.of("a name that climbs", List.of(top(), file("tree/../../evil"))),
                Arguments.of("a name beside the top", List.of(top(), file("evil"))),
                Arguments.of("a file below a link", List.of(top(), link, file("tree/link/evil"))),
                Arguments.of(
                        "a link that becomes a directory",
                        List.of(top(), link, other("tree/link", FileType.DIRECTORY, null), file("tree/link/evil"))),
                Arguments.of("a name that comes twice", List.of(top(), file("tree/evil"), file("tree/evil"))),
                Arguments.of("a file in no directory", List.of(top(), file("tree/none/evil"))),
                Arguments.of("a top that is a link", List.of(other("tree", FileType.LINK, "/tmp"), file("tree/evil"))),
                Arguments.of("nothing", List.of()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("evil")
    void anArchiveThatMakesNoSenseIsRefusedAndNothingOfItArrives(String what, List<TarItem> items) throws IOException {
        byte[] archive;
        try (TarFeed tar = new TarFeed(items)) {
            archive = tar.readAllBytes();
        }

        Answer answer = owner.put(TREE, archive);

        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.text()).contains("archive").doesNotContain("sandboxed-tree-");
        assertThat(inside("in")).doesNotExist();
        assertThat(folder.resolve("evil")).doesNotExist();
        assertThat(Path.of("/tmp/evil")).doesNotExist();
    }

    @Test
    void whatIsNoArchiveIsRefused() {
        Answer answer = owner.put(TREE, "x".repeat(1024).getBytes(StandardCharsets.UTF_8));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text()).contains("no archive");
    }

    @Test
    void moreThanTheServerAllowsIsRefusedInBothDirections() throws IOException {
        Files.write(source().resolve("large"), new byte[70 << 10]);
        Files.createDirectories(inside("out"));
        Files.write(inside("out/large"), new byte[70 << 10]);

        Answer sent = owner.put(TREE, packed(source()));
        Answer read = owner.get("/v1/sandboxes/one/tree?path=out&most=1000000");

        assertThat(List.of(sent.status(), read.status())).containsOnly(413);
        assertThat(sent.text()).contains("64k", "started with a higher limit");
        assertThat(read.text()).contains("64k", "70k", "started with a higher limit");
        assertThat(inside("in")).doesNotExist();
    }

    @Test
    void moreThanTheClientWantsIsRefusedAsItsOwnLimit() throws IOException {
        Files.createDirectories(inside("out"));
        Files.write(inside("out/large"), new byte[2048]);

        Answer read = owner.get("/v1/sandboxes/one/tree?path=out&most=1000");

        assertThat(read.status()).isEqualTo(413);
        assertThat(read.text()).contains("2k", "withBudget");
    }

    @Test
    void aLinkThatLeadsOutIsNotSent() throws IOException {
        Files.createDirectories(inside("out"));
        Files.createSymbolicLink(inside("out/link"), Path.of("/etc/passwd"));

        Answer read = owner.get("/v1/sandboxes/one/tree?path=out&most=1000");

        assertThat(read.status()).isEqualTo(409);
        assertThat(read.json().path("reason").asText()).isEqualTo("escape");
    }

    @ParameterizedTest
    @MethodSource("nonsense")
    void aBatchThatMakesNoSenseIsRefused(String body, String why) {
        Answer answer = owner.put("/v1/sandboxes/one/files", body.getBytes(StandardCharsets.UTF_8));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text()).contains(why);
    }

    static Stream<Arguments> nonsense() {
        return Stream.of(
                Arguments.of("{}", "'files' is missing"),
                Arguments.of("{\"files\": [{\"path\": \"a\"}]}", "'content' is missing"),
                Arguments.of("{\"files\": [{\"content\": \"\"}]}", "'path' is missing"),
                Arguments.of("{\"files\": [{\"path\": \"a\", \"content\": \"*\"}]}", "base64"),
                Arguments.of(
                        "{\"files\": [{\"path\": \"a\", \"content\": \"\"}, {\"path\": \"a\", \"content\": \"\"}]}",
                        "'a' comes twice"));
    }
}
