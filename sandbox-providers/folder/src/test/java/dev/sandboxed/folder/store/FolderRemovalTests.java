package dev.sandboxed.folder.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderRemovalTests {

    @TempDir
    Path place;

    private Path folder() throws IOException {
        return Files.createDirectory(place.resolve("folder"));
    }

    @Test
    void nothingToRemoveIsNoFault() throws IOException {
        FolderRemoval.remove(place.resolve("missing"));
        assertThat(place).isEmptyDirectory();
    }

    @Test
    void linksAreRemovedAndWhatTheyLeadToIsNot() throws IOException {
        Path kept = Files.createDirectory(place.resolve("kept"));
        Files.createFile(kept.resolve("file"));
        Path folder = folder();
        Files.createSymbolicLink(folder.resolve("link"), kept);
        Files.createSymbolicLink(folder.resolve("file"), kept.resolve("file"));
        FolderRemoval.remove(folder);
        assertThat(folder).doesNotExist();
        assertThat(kept.resolve("file")).exists();
    }

    @Test
    void foldersThatNobodyMayEnterAreRemoved() throws IOException {
        Path folder = folder();
        Path inner = Files.createDirectories(folder.resolve("a/b"));
        Files.createFile(inner.resolve("file"));
        Files.setPosixFilePermissions(inner, PosixFilePermissions.fromString("---------"));
        Files.setPosixFilePermissions(folder.resolve("a"), PosixFilePermissions.fromString("---------"));
        FolderRemoval.remove(folder);
        assertThat(folder).doesNotExist();
    }

    @Test
    void foldersDeeperThanAPathCanNameAreRemovedAndLinksInThemAreNotFollowed() throws Exception {
        Path kept = Files.createDirectory(place.resolve("kept"));
        Files.createFile(kept.resolve("file"));
        Path folder = folder();
        String script =
                "i=0; while [ $i -lt 300 ]; do mkdir deeper-and-deeper && cd -P deeper-and-deeper || exit 1; i=$((i+1));"
                        + " done; ln -s \"$1\" link; : >file";
        int code = new ProcessBuilder("/bin/sh", "-c", script, "sh", kept.toString())
                .directory(folder.toFile())
                .start()
                .waitFor();
        assertThat(code).isZero();
        FolderRemoval.remove(folder);
        assertThat(folder).doesNotExist();
        assertThat(kept.resolve("file")).exists();
    }
}
