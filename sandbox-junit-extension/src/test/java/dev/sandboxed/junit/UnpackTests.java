package dev.sandboxed.junit;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.limit.DataSize;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@SandboxMatrix(providers = {"subprocess", "bubblewrap"})
class UnpackTests {

    @TempDir
    Path folder;

    private Path zip(String... namesAndTexts) throws IOException {
        Path file = folder.resolve("a.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (int i = 0; i < namesAndTexts.length; i += 2) {
                zip.putNextEntry(new ZipEntry(namesAndTexts[i]));
                zip.write(namesAndTexts[i + 1].getBytes(StandardCharsets.UTF_8));
            }
        }
        return file;
    }

    /** Made inside, where there is a tar, and brought out. */
    private Path tar(Sandbox sandbox, String script) {
        sandbox.shell("mkdir made && cd made && " + script).orThrow();
        sandbox.files().download("made/a.tar", folder.resolve("a.tar"));
        sandbox.files().deleteAll("made");
        return folder.resolve("a.tar");
    }

    private static Path zipped(Path file) throws IOException {
        Path target = file.resolveSibling("a.tar.gz");
        try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(target))) {
            Files.copy(file, out);
        }
        return target;
    }

    @Test
    void aZipIsUnpacked(Sandbox sandbox) throws IOException {
        sandbox.unpack(zip("src/", "", "src/a.txt", "one", "b.txt", "two"), "project");
        assertThat(sandbox).hasFile("project/src/a.txt").withContent("one");
        assertThat(sandbox).hasFile("project/b.txt").withContent("two");
    }

    @Test
    void aTarIsUnpackedWithItsModesZippedOrNot(Sandbox sandbox) throws IOException {
        Path tar = tar(sandbox, "mkdir bin && echo run > bin/run && chmod 750 bin/run && tar -cf a.tar bin");
        sandbox.unpack(tar, "plain");
        sandbox.unpack(zipped(tar), "deep/er");
        assertThat(sandbox).hasFile("plain/bin/run").withContent("run\n").withMode(0750);
        assertThat(sandbox).hasFile("deep/er/bin/run").withContent("run\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../out.txt", "/out.txt", "a/../../out.txt"})
    void aZipThatLeadsOutIsRefused(String name, Sandbox sandbox) throws IOException {
        Path archive = zip(name, "gotcha");
        assertThatExceptionOfType(SandboxFileException.class)
                .isThrownBy(() -> sandbox.unpack(archive, "project"))
                .withMessageContaining("'" + name + "'")
                .withMessageContaining("leads out of project");
        assertThat(sandbox).doesNotHaveFile("out.txt");
    }

    @Test
    void aTarThatLeadsOutIsRefused(Sandbox sandbox) {
        Path tar = tar(sandbox, "echo gotcha > ../out.txt && tar -P -cf a.tar ../out.txt && rm ../out.txt");
        assertThatExceptionOfType(SandboxFileException.class)
                .isThrownBy(() -> sandbox.unpack(tar, "project"))
                .withMessageContaining("tar inside exited with code 2");
        assertThat(sandbox).doesNotHaveFile("out.txt");
    }

    @Test
    void anArchiveWithTooMuchInItIsRefused(Sandbox sandbox) throws IOException {
        String large = "x".repeat(3_000_000);
        DataSize most = DataSize.ofMebibytes(2);
        Path archive = zip("large.txt", large);
        assertThatExceptionOfType(SandboxFileException.class)
                .isThrownBy(() -> sandbox.unpack(archive, "project", most))
                .withMessageContaining("more than 2m");
        Path tar = tar(sandbox, "head -c 3000000 /dev/zero > large && tar -cf a.tar large");
        assertThatExceptionOfType(SandboxFileException.class)
                .isThrownBy(() -> sandbox.unpack(zipped(tar), "other", most))
                .withMessageContaining("more than 2m");
    }

    @Test
    void whatADirectoryOfAZipHasInItCountsToo(Sandbox sandbox) throws IOException {
        Path archive = zip("d/", "x".repeat(3_000_000));
        assertThatExceptionOfType(SandboxFileException.class)
                .isThrownBy(() -> sandbox.unpack(archive, "project", DataSize.ofMebibytes(2)))
                .withMessageContaining("more than 2m");
    }

    @Test
    void aNameWithNulInAZipIsRefusedAsAFile(Sandbox sandbox) throws IOException {
        Path archive = zip("a\0b", "x");
        assertThatExceptionOfType(SandboxFileException.class).isThrownBy(() -> sandbox.unpack(archive, "project"));
    }

    @Test
    void whatIsNoArchiveOrNotThereIsNamed(Sandbox sandbox) throws IOException {
        Path text = Files.writeString(folder.resolve("a.txt"), "just text");
        assertThatExceptionOfType(SandboxFileException.class)
                .isThrownBy(() -> sandbox.unpack(text, "project"))
                .withMessageContaining("a.txt")
                .withMessageContaining("give a zip, tar or tar.gz");
        assertThatExceptionOfType(SandboxFileException.class)
                .isThrownBy(() -> sandbox.unpack(folder.resolve("absent.zip"), "project"))
                .withMessageContaining("absent.zip");
    }
}
