package dev.sandboxed.serve.internal.e2b.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.FileType;
import dev.sandboxed.serve.internal.e2b.files.FileChange.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class FolderStateTests {

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private static FileEntry file(String name, long size) {
        return new FileEntry("/w/" + name, FileType.FILE, size, 0644, NOON, Optional.empty());
    }

    private static FolderState state(FileEntry... entries) {
        Map<String, FileEntry> byName = new LinkedHashMap<>();
        for (FileEntry entry : entries) {
            byName.put(entry.name(), entry);
        }
        return new FolderState(byName);
    }

    private static List<String> told(List<FileChange> changes) {
        return changes.stream()
                .map(change -> change.kind() + " " + change.name())
                .toList();
    }

    @Test
    void aFileUnderAnotherNameIsARename() {
        assertThat(told(state(file("a", 1), file("b", 2)).changesTo(state(file("b", 2), file("c", 1)))))
                .containsExactly("RENAME a", "CREATE c");
    }

    @Test
    void ofFilesThatAreAlikeEachIsRenamedOnce() {
        FolderState before = state(file("a", 1), file("b", 1), file("c", 1));

        assertThat(told(before.changesTo(state(file("x", 1), file("y", 1)))))
                .containsExactly("RENAME a", "CREATE x", "RENAME b", "CREATE y", "REMOVE c");
    }

    @Test
    void aFileThatNobodyHadIsWritten() {
        assertThat(told(state(file("a", 1)).changesTo(state(file("b", 2)))))
                .containsExactly("CREATE b", "WRITE b", "REMOVE a");
    }

    /** Each new name was compared with each old one: with so many, for hours. */
    @Test
    @Timeout(30)
    void whereEverythingIsRenamedNotEveryNameIsComparedWithEveryOther() {
        int many = 300_000;
        FolderState before = state(files("old", many));

        List<FileChange> changes = before.changesTo(state(files("new", many)));

        assertThat(changes).hasSize(2 * many);
        assertThat(changes.get(0).kind()).isEqualTo(Kind.RENAME);
        assertThat(changes.get(changes.size() - 1).name()).isEqualTo("new" + (many - 1));
    }

    /** Those that are alike are found last. */
    private static FileEntry[] files(String name, int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> new FileEntry(
                        "/w/" + name + number,
                        FileType.FILE,
                        0,
                        0644,
                        NOON.plus(Duration.ofSeconds(name.equals("old") ? count - number : number + 1)),
                        Optional.empty()))
                .toArray(FileEntry[]::new);
    }
}
