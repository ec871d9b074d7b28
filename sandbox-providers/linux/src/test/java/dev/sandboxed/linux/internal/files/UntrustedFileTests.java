package dev.sandboxed.linux.internal.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.linux.internal.libc.HostPlatform;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(20)
class UntrustedFileTests {

    @TempDir
    Path folder;

    @BeforeEach
    void fill() throws IOException {
        assumeTrue(HostPlatform.current() == HostPlatform.LINUX, "only Linux shows its descriptors as files");
        Files.createDirectories(folder.resolve("a/b"));
        Files.writeString(folder.resolve("a/b/file"), "content");
    }

    private Optional<String> read(String way) throws IOException {
        return UntrustedFile.read(folder, Path.of(way), 7).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    @Test
    void aPlainFileIsRead() throws IOException {
        assertThat(read("a/b/file")).contains("content");
    }

    @Test
    void whatIsTooLargeIsNot() throws IOException {
        Files.writeString(folder.resolve("a/b/file"), "contents");

        assertThat(read("a/b/file")).isEmpty();
    }

    @Test
    void whatIsNoPlainFileOrBehindALinkIsNotThere() throws IOException {
        NamedPipes.make(List.of(folder.resolve("pipe"), folder.resolve("a/pipe")));
        Files.createSymbolicLink(folder.resolve("link"), Path.of("a/b/file"));
        Files.createSymbolicLink(folder.resolve("way"), Path.of("a"));
        Files.createSymbolicLink(folder.resolve("zero"), Path.of("/dev/zero"));

        for (String way :
                List.of("pipe", "a/pipe/file", "link", "way/b/file", "zero", "a/b", "a/missing", "a/b/file/x")) {
            assertThat(read(way)).as(way).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"../file", "a/../../file", "/etc/hostname", "a/./b/file"})
    void nobodyIsLedUp(String way) {
        assertThatThrownBy(() -> read(way)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void noDescriptorStaysOpen() throws IOException {
        read("a/b/file");
        int before = descriptors();
        for (int i = 0; i < 50; i++) {
            read("a/b/file");
            read("a/missing/file");
            read("a/b");
        }
        assertThat(descriptors()).isLessThan(before + 50);
    }

    private static int descriptors() {
        String[] names = Path.of("/proc/self/fd").toFile().list();
        return names == null ? 0 : names.length;
    }
}
