package dev.sandboxed.folder.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.files.WriteOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FolderFilesTests {

    @TempDir
    Path folder;

    private Path root;
    private FolderFiles files;

    @BeforeEach
    void makeARoot() throws IOException {
        root = folder.toRealPath();
        files = new FolderFiles(new RootedPaths(root, "/"), () -> {}, new FileFaults("test", "box"));
    }

    private void write(String path, String text, WriteOptions options) {
        files.write(path, new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), options);
    }

    private int mode(String name) throws IOException {
        return (Integer) Files.getAttribute(root.resolve(name), "unix:mode", LinkOption.NOFOLLOW_LINKS) & 07777;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aScriptThatIsOverwrittenCanStillBeExecuted(boolean atomic) throws IOException {
        WriteOptions options = atomic ? WriteOptions.DEFAULT.atomically() : WriteOptions.DEFAULT;
        write("/script", "old", options.withMode(0755));
        write("/script", "new", options);

        assertThat(mode("script")).isEqualTo(0755);
        assertThat(root.resolve("script")).hasContent("new");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theModeOfWhatALinkLeadsToIsKept(boolean atomic) throws IOException {
        WriteOptions options = atomic ? WriteOptions.DEFAULT.atomically() : WriteOptions.DEFAULT;
        write("/script", "old", options.withMode(0750));
        files.link("/link", "/script");
        write("/link", "new", options);

        assertThat(mode("script")).isEqualTo(0750);
        assertThat(root.resolve("script")).hasContent("new");
        assertThat(Files.isSymbolicLink(root.resolve("link"))).isTrue();
    }

    @Test
    void aNewFileHasTheUsualModeAndOneThatIsAskedForIsGiven() throws IOException {
        write("/new", "1", WriteOptions.DEFAULT);
        assertThat(mode("new")).isEqualTo(WriteOptions.MODE_OF_NEW_FILES);
        write("/new", "2", WriteOptions.DEFAULT.withMode(0600));
        assertThat(mode("new")).isEqualTo(0600);
    }
}
