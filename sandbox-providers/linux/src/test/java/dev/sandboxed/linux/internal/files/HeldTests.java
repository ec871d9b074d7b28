package dev.sandboxed.linux.internal.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledOnOs(OS.LINUX)
class HeldTests {

    private static final Path NAME = Path.of("name");

    @TempDir
    Path folder;

    @Test
    void whatIsHeldStaysTheSameWhenItsNameIsGivenToSomethingElse() throws IOException {
        Path first = Files.createDirectory(folder.resolve(NAME));
        Files.writeString(first.resolve("file"), "the first");
        Path second = Files.createDirectory(folder.resolve("second"));
        try (Held parent = Held.at(folder);
                Held held = parent.child(NAME)) {
            Files.move(first, folder.resolve("away"));
            Files.createSymbolicLink(first, second);

            assertThat(Files.readString(held.path(Path.of("file")))).isEqualTo("the first");
            Files.createDirectory(held.path(Path.of("made")));
        }
        assertThat(folder.resolve("away/made")).isDirectory();
        assertThat(second).isEmptyDirectory();
    }

    @Test
    void aLinkIsHeldItselfAndNothingIsInIt() throws IOException {
        Files.createSymbolicLink(folder.resolve(NAME), folder);
        try (Held parent = Held.at(folder);
                Held link = parent.child(NAME)) {
            assertThat(link.attributes(BasicFileAttributes.class).isSymbolicLink())
                    .isTrue();
            assertThatThrownBy(() -> link.child(NAME)).isInstanceOf(NotDirectoryException.class);
        }
    }

    @Test
    void aPipeIsHeldWithoutWaitingForItsOtherEnd() throws IOException {
        NamedPipes.make(List.of(folder.resolve(NAME)));
        try (Held parent = Held.at(folder);
                Held pipe = parent.child(NAME)) {
            assertThat(pipe.attributes(BasicFileAttributes.class).isOther()).isTrue();
        }
    }

    @Test
    void theModeOfWhatIsHeldCanBeSetEvenIfNobodyMayOpenIt() throws IOException {
        Path closed = Files.createDirectory(folder.resolve(NAME));
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
        try (Held parent = Held.at(folder);
                Held held = parent.child(NAME)) {
            Files.setPosixFilePermissions(held.path(), PosixFilePermissions.fromString("rwx------"));
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(closed)))
                .isEqualTo("rwx------");
    }

    @Test
    void whatIsNotThereIsSaidSo() throws IOException {
        try (Held parent = Held.at(folder)) {
            assertThatThrownBy(() -> parent.child(NAME))
                    .isInstanceOf(NoSuchFileException.class)
                    .hasMessageContaining("name");
        }
    }

    @Test
    void namesOfAnyBytesAreFound() throws IOException {
        Path name = ByteNames.path("\u00ff\u00fe+ %");
        Files.createFile(folder.resolve(name));
        try (Held parent = Held.at(folder);
                Held held = parent.child(name)) {
            assertThat(held.attributes(BasicFileAttributes.class).isRegularFile())
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a/b", "/a"})
    void onlyOneNameAtATimeCanBeAskedFor(String path) throws IOException {
        try (Held parent = Held.at(folder)) {
            assertThatThrownBy(() -> parent.child(Path.of(path))).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> parent.path(Path.of(path))).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
