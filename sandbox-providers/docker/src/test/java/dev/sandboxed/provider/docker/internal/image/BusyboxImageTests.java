package dev.sandboxed.provider.docker.internal.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BusyboxImageTests {

    private static final byte[] PROGRAM = "program".getBytes(StandardCharsets.UTF_8);
    private static final List<String> APPLETS = List.of("bin/busybox", "bin/sh", "usr/bin/env");

    @TempDir
    Path folder;

    private static final class Entry {
        private final TarArchiveEntry header;
        private final byte[] content;

        Entry(TarArchiveEntry header, byte[] content) {
            this.header = header;
            this.content = content;
        }

        TarArchiveEntry header() {
            return header;
        }

        byte[] content() {
            return content;
        }
    }

    private static Map<String, Entry> unpack(byte[] archive) throws IOException {
        Map<String, Entry> entries = new HashMap<>();
        try (TarArchiveInputStream tar = new TarArchiveInputStream(new ByteArrayInputStream(archive))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                entries.put(entry.getName(), new Entry(entry, tar.readAllBytes()));
            }
        }
        return entries;
    }

    private static Map<String, Entry> layer() throws IOException {
        byte[] archive = new BusyboxImage(PROGRAM, Architecture.AMD64).archive(APPLETS);
        return unpack(unpack(archive).entrySet().stream()
                .filter(entry -> entry.getKey().endsWith("layer.tar"))
                .findFirst()
                .orElseThrow()
                .getValue()
                .content());
    }

    @Test
    void itIsTheSameBytesEachTime() throws IOException {
        assertThat(new BusyboxImage(PROGRAM, Architecture.AMD64).archive(APPLETS))
                .isEqualTo(new BusyboxImage(PROGRAM, Architecture.AMD64).archive(APPLETS));
    }

    @Test
    void anotherProgramHasAnotherName() {
        String name = new BusyboxImage(PROGRAM, Architecture.AMD64).name();

        assertThat(name).matches("sandboxed/busybox:[0-9a-f]{12}");
        assertThat(new BusyboxImage(new byte[] {1}, Architecture.AMD64).name()).isNotEqualTo(name);
    }

    @Test
    void theLayerHasTheProgramItsNamesAndTheUsers() throws IOException {
        Map<String, Entry> layer = layer();

        assertThat(layer.get("bin/busybox").content()).isEqualTo(PROGRAM);
        assertThat(layer.get("bin/busybox").header().getMode() & 0777).isEqualTo(0755);
        assertThat(layer.get("bin/sh").header().getLinkName()).isEqualTo("/bin/busybox");
        assertThat(layer.get("usr/bin/env").header().isSymbolicLink()).isTrue();
        assertThat(new String(layer.get("etc/passwd").content(), StandardCharsets.UTF_8))
                .contains("root:x:0:0:")
                .contains("sandbox:x:1000:1000:")
                .contains("nobody:x:65534:");
    }

    @Test
    void foldersHaveTheModesThatPeopleExpect() throws IOException {
        Map<String, Entry> layer = layer();

        assertThat(layer.get("tmp/").header().getMode() & 07777).isEqualTo(01777);
        assertThat(layer.get("root/").header().getMode() & 07777).isEqualTo(0700);
        assertThat(layer.get("workspace/").header().getMode() & 07777).isEqualTo(0755);
        assertThat(layer.get("home/sandbox/").header().getLongUserId()).isEqualTo(1000);
        assertThat(layer.values())
                .allSatisfy(entry ->
                        assertThat(entry.header().getLastModifiedDate()).isEqualTo("1970-01-01T00:00:00Z"));
    }
}
