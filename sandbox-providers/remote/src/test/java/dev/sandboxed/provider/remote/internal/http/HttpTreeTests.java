package dev.sandboxed.provider.remote.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.files.DownloadOptions;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.ResourceLimitException;
import dev.sandboxed.api.spec.SandboxSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Many files at once, through a server of ours. */
@Timeout(60)
class HttpTreeTests {

    @RegisterExtension
    static final ServedHttp SERVICE = ServedHttp.over("subprocess");

    @TempDir
    private Path folder;

    private HttpProvider provider;
    private Sandbox sandbox;

    @BeforeEach
    void create() {
        provider = new HttpProvider(ProviderContext.in(folder.resolve("state")).withSettings(SERVICE.settings()));
        sandbox = provider.create(SandboxSpec.defaults());
    }

    @AfterEach
    void close() {
        provider.close();
    }

    private Path source() throws IOException {
        Path source = Files.createDirectories(folder.resolve("source/below")).getParent();
        Files.writeString(source.resolve("first"), "one");
        Files.writeString(source.resolve("below/second"), "three");
        Files.createSymbolicLink(source.resolve("below/link"), Path.of("/etc/hostname"));
        return source;
    }

    @Test
    void aTreeArrivesAndTheListenerIsToldOfEachFile() throws IOException {
        List<String> told = new ArrayList<>();

        sandbox.files().upload(source(), "tree/", (path, files, bytes) -> told.add(path + " " + files));

        assertThat(sandbox.shell("cat tree/first tree/below/second").stdout()).isEqualTo("onethree");
        assertThat(sandbox.files().stat("tree/below/link").linkTarget()).contains("/etc/hostname");
        assertThat(told).hasSize(3).allMatch(line -> line.startsWith("tree/"));
        assertThat(told.get(2)).endsWith(" 3");
    }

    @Test
    void whatIsNotThereOnTheHostIsNamed() {
        Path missing = folder.resolve("missing");

        assertThatThrownBy(() -> sandbox.files().upload(missing, "tree"))
                .isInstanceOf(SandboxFileException.class)
                .hasMessageContaining(missing.toString())
                .hasMessageContaining("'tree'");
        assertThat(sandbox.files().exists("tree")).isFalse();
    }

    @Test
    void aTreeComesBackUnderAnyWayToWriteItsPath() {
        sandbox.files().write("tree/below/file", "content");
        List<String> paths = List.of("tree", "tree/", "./tree", "below/../tree//");

        for (int i = 0; i < paths.size(); i++) {
            Path target = folder.resolve("target" + i);
            sandbox.files().download(paths.get(i), target);
            assertThat(target.resolve("below/file")).as(paths.get(i)).hasContent("content");
        }
    }

    @Test
    void aFileComesBackAsAFile() {
        sandbox.files().write("file", "content");

        sandbox.files().download("file", folder.resolve("target"));

        assertThat(folder.resolve("target")).hasContent("content");
    }

    @Test
    void aLinkThatLeadsOutRefusesAllOfIt() {
        sandbox.files().write("tree/file", "content");
        sandbox.files().link("tree/link", "/etc/passwd");

        assertThatThrownBy(() -> sandbox.files().download("tree", folder.resolve("target")))
                .isInstanceOfSatisfying(
                        SandboxFileException.class, e -> assertThat(e.reason()).isEqualTo(FileFailure.ESCAPE));
        assertThat(folder.resolve("target")).doesNotExist();
    }

    @Test
    void moreThanTheBudgetIsRefused() {
        sandbox.files().write("tree/file", new byte[2048]);
        DownloadOptions little = DownloadOptions.DEFAULT.withBudget(DataSize.ofKibibytes(1));

        assertThatThrownBy(() -> sandbox.files().download("tree", folder.resolve("target"), little))
                .isInstanceOfSatisfying(ResourceLimitException.class, e -> {
                    assertThat(e.limit()).isEqualTo("1k");
                    assertThat(e.actual()).isEqualTo("2k");
                });
        assertThat(folder.resolve("target")).doesNotExist();
    }

    @Test
    void aBatchArrivesHoweverLargeItsFilesAre() {
        Map<String, byte[]> contents = new LinkedHashMap<>();
        contents.put("small", new byte[] {1});
        contents.put("larger than a request", new byte[9 << 20]);
        contents.put("half of a request", new byte[3 << 20]);
        contents.put("another half", new byte[3 << 20]);
        contents.put("some/where/else", new byte[] {2});
        sandbox.files().write("small", "x");
        sandbox.files().chmod("small", 0600);

        sandbox.files().writeAll(contents);

        contents.forEach((path, content) ->
                assertThat(sandbox.files().readBytes(path)).as(path).isEqualTo(content));
        assertThat(sandbox.files().stat("small").mode()).isEqualTo(0600);
    }
}
