package dev.sandboxed.api.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FileFailureTests {

    private static final Fault FAULT = Fault.of("It failed");

    @TempDir
    private Path folder;

    @Test
    void readsWhatTheJdkThrowsForRealFiles() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "1");
        Files.writeString(Files.createDirectory(folder.resolve("full")).resolve("in"), "1");
        Path loop = Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));

        failsWith(FileFailure.MISSING, () -> Files.readString(folder.resolve("missing")));
        failsWith(FileFailure.IS_DIRECTORY, () -> Files.readString(folder));
        failsWith(FileFailure.NOT_DIRECTORY, () -> Files.readString(file.resolve("below")));
        failsWith(FileFailure.NOT_DIRECTORY, () -> {
            try (Stream<Path> none = Files.list(file)) {
                none.forEach(path -> assertThat(path).isNull());
            }
        });
        failsWith(FileFailure.NOT_EMPTY, () -> Files.delete(folder.resolve("full")));
        failsWith(
                FileFailure.NOT_EMPTY,
                () -> Files.move(file, folder.resolve("full"), StandardCopyOption.REPLACE_EXISTING));
        failsWith(FileFailure.ALREADY_EXISTS, () -> Files.createDirectory(file));
        failsWith(FileFailure.LINK_LOOP, () -> Files.readString(loop));
        failsWith(FileFailure.BAD_NAME, () -> Files.writeString(folder.resolve("x".repeat(300)), "1"));
    }

    @Test
    void readsARefusalByItsType() {
        assertThat(FileFailure.of(new AccessDeniedException("/a"))).isEqualTo(FileFailure.PERMISSION);
    }

    @ParameterizedTest
    @CsvSource({
        "No space left on device, NO_SPACE",
        "Disk quota exceeded, NO_SPACE",
        "Read-only file system, READ_ONLY",
        "File too large, TOO_LARGE",
        "Input/output error, OTHER"
    })
    void readsWhatHasNoTypeByItsMessage(String message, FileFailure expected) {
        assertThat(FileFailure.of(new FileSystemException("/a", null, message))).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource
    void isTheReasonOfItsException(FileFailure reason) {
        SandboxFileException failed = SandboxFileException.of("/a", reason, FAULT);

        assertThat(failed.reason()).isEqualTo(reason);
        assertThat(failed instanceof SandboxFileNotFoundException).isEqualTo(reason == FileFailure.MISSING);
    }

    @Test
    void absenceIsAlwaysAnExceptionOfItsOwn() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SandboxFileException("/a", FileFailure.MISSING, FAULT))
                .withMessageContaining("The absence of '/a' must be a SandboxFileNotFoundException");
    }

    private static void failsWith(FileFailure expected, ThrowingCallable call) {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(call)
                .satisfies(cause -> assertThat(FileFailure.of(cause)).isEqualTo(expected));
    }
}
