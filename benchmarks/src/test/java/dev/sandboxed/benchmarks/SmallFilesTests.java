package dev.sandboxed.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.benchmarks.tools.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SmallFilesTests {

    private Scratch scratch;
    private SmallFiles files;
    private Path copy;

    @BeforeEach
    void makeTwice() throws IOException {
        scratch = new Scratch();
        files = SmallFiles.make(scratch.resolve("tree"), 60);
        copy = SmallFiles.make(scratch.resolve("copy"), 60).folder();
    }

    @AfterEach
    void remove() throws IOException {
        scratch.close();
    }

    @Test
    void aFaithfulCopyIsAccepted() {
        assertThatCode(() -> files.requireSame(copy)).doesNotThrowAnyException();
    }

    @Test
    void aMissingFileIsNoticed() throws IOException {
        Files.delete(copy.resolve("part-1/file-55"));

        assertThatThrownBy(() -> files.requireSame(copy))
                .hasMessageContaining("60 files")
                .hasMessageContaining("has 59");
    }

    @Test
    void anotherContentIsNoticed() throws IOException {
        Files.writeString(copy.resolve("part-1/file-55"), "another");

        assertThatThrownBy(() -> files.requireSame(copy)).hasMessageContaining("another part-1/file-55");
    }

    @Test
    void theTemporaryFolderIsRemovedWithAllThatIsInIt() throws IOException {
        scratch.close();

        assertThat(copy.getParent()).doesNotExist();
        scratch = new Scratch();
    }
}
