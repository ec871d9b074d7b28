package dev.sandboxed.provider.microvm.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.error.SandboxStartException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.lz4.BlockLZ4CompressorOutputStream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

class ElfKernelTests {

    private static final byte[] ELF =
            ("\177ELF" + "a kernel, again and again; ".repeat(500)).getBytes(StandardCharsets.US_ASCII);
    private static final int SECTORS = 3;
    private static final int OFFSET = 100;

    @TempDir
    private Path scratch;

    /** Packs something. */
    @FunctionalInterface
    private interface Packing {
        byte[] pack(byte[] content) throws IOException;
    }

    private static Stream<Named<Packing>> packings() {
        return Stream.of(
                Named.of("gzip", ElfKernelTests::gzip),
                Named.of("xz", ElfKernelTests::xz),
                Named.of("lz4, one block", content -> lz4(content, content.length)),
                Named.of("lz4, many blocks", content -> lz4(content, 1000)));
    }

    @ParameterizedTest
    @MethodSource("packings")
    void unpacksWhatDistributionsPublish(Packing packing) throws IOException {
        GuestKernel kernel = new GuestKernel(bzImage(packing.pack(ELF)), List.of(scratch.resolve("some.ko")));
        Files.createFile(scratch.resolve("some.ko"));
        GuestKernel unpacked = ElfKernel.of(kernel, made());
        assertThat(unpacked.file()).hasBinaryContent(ELF);
        assertThat(unpacked.modules()).isEqualTo(kernel.modules());
        assertThat(ElfKernel.of(kernel, made()).file()).isEqualTo(unpacked.file());
    }

    @ParameterizedTest
    @MethodSource("packings")
    void refusesWhatEndsEarly(Packing packing) throws IOException {
        byte[] packed = packing.pack(ELF);
        byte[] shorter = Arrays.copyOf(packed, packed.length / 2);
        assertThatThrownBy(() -> ElfKernel.of(kernel(shorter), made()))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("is damaged: it cannot be unpacked");
        assertThat(left()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("packings")
    void refusesAnotherLengthThanWasPacked(Packing packing) throws IOException {
        byte[] packed = packing.pack(ELF);
        packed[packed.length - 1] ^= 1;
        assertThatThrownBy(() -> ElfKernel.of(kernel(packed), made()))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("is damaged");
    }

    @ParameterizedTest
    @MethodSource("packings")
    void refusesWhatIsNoKernelInside(Packing packing) throws IOException {
        byte[] packed = packing.pack("no kernel".repeat(100).getBytes(StandardCharsets.US_ASCII));
        assertThatThrownBy(() -> ElfKernel.of(kernel(packed), made()))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("no ELF file");
        assertThat(left()).isEmpty();
    }

    @Test
    void refusesAFileThatWasCut() throws IOException {
        Path file = bzImage(gzip(ELF));
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), (int) Files.size(file) - 1));
        assertThatThrownBy(() -> ElfKernel.of(new GuestKernel(file, List.of()), made()))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("its header tells of");
    }

    @Test
    void refusesFormatsThatItCannotUnpackAndTellsWhatToDo() {
        byte[] zstd = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 0, 0, 0, 0};
        assertThatThrownBy(() -> ElfKernel.of(kernel(zstd), made()))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("packed with zstd")
                .hasMessageContaining("extract-vmlinux");
        byte[] unknown = {1, 2, 3, (byte) 0xab, 0, 0, 0, 0};
        assertThatThrownBy(() -> ElfKernel.of(kernel(unknown), made()))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("010203AB");
    }

    @Test
    void takesAnythingElseAsItIs() throws IOException {
        for (byte[] content : List.of(ELF, new byte[0], new byte[4096])) {
            GuestKernel kernel = new GuestKernel(Files.write(scratch.resolve("vmlinux"), content), List.of());
            assertThat(ElfKernel.of(kernel, made())).isSameAs(kernel);
        }
        assertThat(scratch.resolve("made")).doesNotExist();
    }

    private MadeOnce made() {
        return new MadeOnce(scratch.resolve("made"));
    }

    /** What was made, without locks. */
    private List<Path> left() throws IOException {
        try (Stream<Path> files = Files.list(scratch.resolve("made"))) {
            return files.filter(file -> !file.toString().endsWith(".lock") && Files.isRegularFile(file))
                    .toList();
        }
    }

    private GuestKernel kernel(byte[] payload) throws IOException {
        return new GuestKernel(bzImage(payload), List.of());
    }

    private Path bzImage(byte[] payload) throws IOException {
        int begin = (SECTORS + 1) * 512 + OFFSET;
        ByteBuffer image = ByteBuffer.allocate(begin + payload.length).order(ByteOrder.LITTLE_ENDIAN);
        image.put(0x1f1, (byte) SECTORS).put(0x202, "HdrS".getBytes(StandardCharsets.US_ASCII));
        image.putShort(0x206, (short) 0x20f).putInt(0x248, OFFSET).putInt(0x24c, payload.length);
        image.put(begin, payload);
        return Files.write(scratch.resolve("vmlinuz"), image.array());
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream to = new GZIPOutputStream(packed)) {
            to.write(content);
        }
        return packed.toByteArray();
    }

    private static byte[] xz(byte[] content) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream to = new XZOutputStream(packed, new LZMA2Options())) {
            to.write(content);
        }
        packed.write(number(content.length));
        return packed.toByteArray();
    }

    private static byte[] lz4(byte[] content, int size) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        packed.write(new byte[] {0x02, 0x21, 0x4c, 0x18});
        for (int at = 0; at < content.length; at += size) {
            ByteArrayOutputStream block = new ByteArrayOutputStream();
            try (OutputStream to = new BlockLZ4CompressorOutputStream(block)) {
                to.write(content, at, Math.min(size, content.length - at));
            }
            packed.write(number(block.size()));
            packed.write(block.toByteArray());
        }
        packed.write(number(content.length));
        return packed.toByteArray();
    }

    private static byte[] number(int value) {
        return ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(value)
                .array();
    }
}
