package dev.sandboxed.junit.internal.inside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.api.spec.SecretMask;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MaskedFilesTests {

    private static final MaskedFiles FILES =
            new MaskedFiles(SecretMask.of(List.of(Secret.of("schlüssel-1"), Secret.of("first line\nsecond line"))));

    @TempDir
    Path folder;

    private Path file(String name, byte[] content) throws IOException {
        return Files.write(folder.resolve(name), content);
    }

    @Test
    void aSecretIsFoundInTheUsualEncodings() throws IOException {
        Path utf8 = file("utf8", "ein schlüssel-1 €".getBytes(StandardCharsets.UTF_8));
        Path latin1 = file("latin1", "ein schlüssel-1 ß".getBytes(StandardCharsets.ISO_8859_1));
        Path indented = file("lines", "  first line\n  second line\n".getBytes(StandardCharsets.UTF_8));

        FILES.maskBelow(folder);

        assertThat(utf8).hasContent("ein *** €");
        assertThat(Files.readString(latin1, StandardCharsets.ISO_8859_1)).isEqualTo("ein *** ß");
        assertThat(indented).hasContent("  ***\n  ***\n");
    }

    @Test
    void allOtherBytesStayAsTheyAre() throws IOException {
        byte[] all = new byte[256];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }
        Path without = file("without", all);
        Path with = file("with", "\0schlüssel-1\1".getBytes(StandardCharsets.UTF_8));

        FILES.maskBelow(folder);

        assertThat(without).hasBinaryContent(all);
        assertThat(with).hasBinaryContent("\0***\1".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aReadOnlyFileIsMaskedAndALinkIsNotFollowed(@TempDir Path elsewhere) throws IOException {
        Path own = Files.writeString(elsewhere.resolve("own"), "schlüssel-1");
        Path link = Files.createSymbolicLink(folder.resolve("link"), own);
        Path readOnly = file("deep", "schlüssel-1".getBytes(StandardCharsets.UTF_8));
        Files.setPosixFilePermissions(readOnly, Set.of(PosixFilePermission.OWNER_READ));

        FILES.maskBelow(folder);

        assertThat(readOnly).hasContent("***");
        assertThat(link).isSymbolicLink();
        assertThat(own).hasContent("schlüssel-1");
    }

    @Test
    void aFileThatIsTooLargeToBeSearchedIsRemoved() throws IOException {
        Path large = folder.resolve("large");
        long largerThanAnyArray = 1L << 31;
        try (FileChannel channel = FileChannel.open(
                large, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.SPARSE)) {
            channel.write(ByteBuffer.wrap(new byte[1]), largerThanAnyArray);
        }

        assertThatThrownBy(() -> FILES.maskBelow(large))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("its 2147483649 bytes are too many");
        assertThat(large).doesNotExist();
    }
}
