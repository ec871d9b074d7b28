package dev.sandboxed.folder.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.folder.Swapping;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.process.HostTool;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderRemovalTests {

    private static final int FILES = 300;

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

    /** A killed runc left one in the folder of its container. */
    @Test
    void whatIsMountedBelowIsUnmountedAndNotRemoved() throws IOException {
        assumeTrue(HostPlatform.isRoot(), "only root may mount");
        Path kept = Files.createDirectory(place.resolve("kept"));
        Files.createFile(kept.resolve("file"));
        Path folder = folder();
        Path mounted = Files.createDirectory(folder.resolve("a name\\040 with blanks"));
        Path file = Files.createFile(folder.resolve("file"));
        for (List<Path> bound : List.of(List.of(kept, mounted), List.of(kept.resolve("file"), file))) {
            Command mount = Command.of(
                    "mount", "--bind", bound.get(0).toString(), bound.get(1).toString());
            assertThat(HostTool.run(mount, Duration.ofSeconds(20)).succeeded()).isTrue();
        }
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
        run(script, folder, kept.toString());
        FolderRemoval.remove(folder);
        assertThat(folder).doesNotExist();
        assertThat(kept.resolve("file")).exists();
    }

    @Test
    void aThreadThatWasInterruptedLeftWhatOnlyAProgramCanRemove() throws Exception {
        Path folder = folder();
        run("i=0; while [ $i -lt 300 ]; do mkdir deep && cd -P deep || exit 1; i=$((i+1)); done", folder);
        Thread.currentThread().interrupt();
        try {
            FolderRemoval.remove(folder);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(folder).doesNotExist();
    }

    private static void run(String script, Path folder, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", script, "sh"));
        command.addAll(List.of(arguments));
        int code =
                new ProcessBuilder(command).directory(folder.toFile()).start().waitFor();
        assertThat(code).isZero();
    }

    @Test
    void aFolderThatIsSwappedForALinkMeanwhileTookTheFilesOfTheHostWithIt() throws Exception {
        Path precious = filled(place.resolve("precious"));
        Path folder = place.resolve("folder");
        for (int i = 0; i < 20; i++) {
            filled(folder.resolve("inner"));
            try (Swapping swapping = Swapping.of(folder.resolve("inner"), precious)) {
                swapping.awaitFirst();
                FolderRemoval.remove(folder);
            } catch (FileSystemException newThingsWereMadeMeanwhile) {
                // Then it is not gone, which is said; all that counts here is what else is gone.
            }
            try (Stream<Path> left = Files.list(precious)) {
                assertThat(left)
                        .as("what is left of the host after removal %d", i + 1)
                        .hasSize(FILES);
            }
            FolderRemoval.remove(folder);
            assertThat(folder).doesNotExist();
        }
    }

    private static Path filled(Path folder) throws IOException {
        Files.createDirectories(folder);
        for (int i = 0; i < FILES; i++) {
            Files.createFile(folder.resolve("file-" + i));
        }
        return folder;
    }
}
