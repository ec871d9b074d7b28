package dev.sandboxed.conformance.internal.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchedTreeTests {

    @TempDir
    Path folder;

    private WatchedTree tree;
    private Map<String, String> before;

    @BeforeEach
    void makeATree() {
        tree = WatchedTree.make(folder.resolve("watched"));
        before = tree.describe();
    }

    @Test
    void itStaysTheSameWhenNobodyTouchesIt() {
        assertThat(tree.describe()).isEqualTo(before);
    }

    @Test
    void whatHappensInTheRoomIsNotWatched() throws IOException {
        Files.createDirectories(tree.room().resolve("new/folder"));
        assertThat(tree.describe()).isEqualTo(before);
    }

    @Test
    void aNewFileIsSeen() throws IOException {
        Files.createFile(tree.room().resolveSibling("new"));
        assertThat(tree.describe()).isNotEqualTo(before).containsKey("a/b/new");
    }

    @Test
    void aModeIsSeenEvenIfItIsSetBack() throws IOException {
        Path file = tree.top().resolve("d");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxrwxrwx"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertThat(tree.describe()).isNotEqualTo(before);
    }

    @Test
    void aTimeAndContentAreSeen() throws IOException {
        Files.setLastModifiedTime(tree.top().resolve("b"), FileTime.fromMillis(0));
        Map<String, String> between = tree.describe();
        assertThat(between).isNotEqualTo(before);
        Files.writeString(tree.top().resolve("b/d"), "spoilt");
        assertThat(tree.describe()).isNotEqualTo(between);
    }
}
