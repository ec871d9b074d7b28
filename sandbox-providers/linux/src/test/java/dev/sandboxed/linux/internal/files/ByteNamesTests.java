package dev.sandboxed.linux.internal.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ByteNamesTests {

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {"plain", "\u00ff", "a\u00e4\u0080b", "\u00c3\u00a4 +%2B?#", "a/\u00ff/b", "/\u00ff", "/a/\u00ff"
            })
    void bytesBecomeAPathAndAreTheSameAgain(String bytes) {
        assertThat(ByteNames.of(ByteNames.path(bytes))).isEqualTo(bytes);
    }

    @Test
    void aNameThatIsNoTextIsFoundInItsFolderByteForByte() throws IOException {
        Files.createFile(folder.resolve(ByteNames.path("\u00ff\u0080")));
        try (Stream<Path> all = Files.list(folder)) {
            assertThat(all.map(file -> ByteNames.of(file.getFileName()))).containsExactly("\u00ff\u0080");
        }
    }

    @Test
    void textIsWrittenInUtf8() {
        assertThat(ByteNames.ofText("\u00e4")).isEqualTo("\u00c3\u00a4");
        assertThat(ByteNames.toText("\u00c3\u00a4")).isEqualTo("\u00e4");
        assertThat(ByteNames.toText("\u00ff")).isEqualTo("\ufffd");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\0b", "\u00ff\0", "\u20ac"})
    void whatIsNoByteOfANameIsRefused(String bytes) {
        assertThatThrownBy(() -> ByteNames.path(bytes)).isInstanceOf(InvalidPathException.class);
    }
}
