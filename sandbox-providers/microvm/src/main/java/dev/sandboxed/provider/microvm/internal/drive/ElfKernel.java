package dev.sandboxed.provider.microvm.internal.drive;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.compressors.lz4.BlockLZ4CompressorInputStream;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.SingleXZInputStream;

/**
 * The kernel inside of a bzImage, which is what distributions publish for x86_64: a program that unpacks the kernel. Firecracker
 * takes only what is inside. The layout is in the kernel's Documentation/arch/x86/boot.rst.
 */
final class ElfKernel {

    private static final int SETUP_SECTORS = 0x1f1;
    private static final int MAGIC = 0x202;
    private static final int VERSION = 0x206;
    private static final int PAYLOAD_OFFSET = 0x248;
    private static final int PAYLOAD_LENGTH = 0x24c;
    private static final int HEADER = 0x250;
    private static final int SECTOR = 512;
    private static final int USUAL_SECTORS = 4;
    /** The first version whose header tells where the payload is. */
    private static final int WITH_PAYLOAD = 0x208;

    private static final int HEADER_MAGIC = 0x53726448;
    private static final int ELF = 0x464c457f;
    private static final int INT = Integer.BYTES;

    private ElfKernel() {}

    /**
     * Returns a kernel that Firecracker takes.
     *
     * @param kernel any; if it is no bzImage, it is returned as it is
     * @throws SandboxStartException if what is inside cannot be unpacked
     */
    static GuestKernel of(GuestKernel kernel, MadeOnce made) throws IOException {
        if (!isPacked(kernel.file())) {
            return kernel;
        }
        String origin = new GuestKernel(kernel.file(), List.of()).fingerprint();
        Path unpacked = made.get("vmlinux", origin, place -> unpack(kernel.file(), place));
        return new GuestKernel(unpacked, kernel.modules());
    }

    private static boolean isPacked(Path file) throws IOException {
        try (InputStream content = Files.newInputStream(file)) {
            byte[] header = content.readNBytes(HEADER);
            return header.length == HEADER && number(header, MAGIC) == HEADER_MAGIC;
        }
    }

    private static void unpack(Path file, Path place) throws IOException {
        byte[] image = Files.readAllBytes(file);
        byte[] payload = payload(file, image);
        long expected = Integer.toUnsignedLong(number(payload, payload.length - INT));
        try (OutputStream to = new BufferedOutputStream(Files.newOutputStream(place))) {
            long written = write(file, payload, to);
            if (written != expected) {
                throw damaged(file, "it unpacks to " + written + " bytes instead of " + expected, null);
            }
        } catch (IOException | IllegalArgumentException e) {
            throw damaged(file, "it cannot be unpacked: " + e.getMessage(), e);
        }
        try (InputStream begin = Files.newInputStream(place)) {
            byte[] magic = begin.readNBytes(INT);
            if (magic.length < INT || number(magic, 0) != ELF) {
                throw damaged(file, "what it unpacks to is no ELF file", null);
            }
        }
    }

    /** Cuts out what is packed; its last bytes are the length of what it unpacks to, whatever the format. */
    private static byte[] payload(Path file, byte[] image) {
        int version = number(image, VERSION) & 0xffff;
        if (version < WITH_PAYLOAD) {
            throw damaged(file, "its header of version 0x" + Integer.toHexString(version) + " is too old", null);
        }
        int sectors = image[SETUP_SECTORS] == 0 ? USUAL_SECTORS : image[SETUP_SECTORS] & 0xff;
        long begin = (sectors + 1L) * SECTOR + Integer.toUnsignedLong(number(image, PAYLOAD_OFFSET));
        long length = Integer.toUnsignedLong(number(image, PAYLOAD_LENGTH));
        if (length < 2 * INT || begin + length > image.length) {
            throw damaged(
                    file,
                    "its header tells of " + length + " bytes at " + begin + ", and it has " + image.length,
                    null);
        }
        return Arrays.copyOfRange(image, (int) begin, (int) (begin + length));
    }

    private static long write(Path file, byte[] payload, OutputStream to) throws IOException {
        String magic = HexFormat.of().formatHex(payload, 0, INT);
        if (magic.startsWith("1f8b")) {
            try (InputStream from = new GZIPInputStream(new ByteArrayInputStream(payload))) {
                return from.transferTo(to);
            }
        }
        return switch (magic) {
            case "fd377a58" -> {
                try (InputStream from = new SingleXZInputStream(new ByteArrayInputStream(payload))) {
                    yield from.transferTo(to);
                }
            }
            case "02214c18" -> writeBlocks(payload, to);
            case "28b52ffd" -> throw unknown(file, "zstd");
            default -> throw unknown(file, "something that begins with " + magic.toUpperCase(Locale.ROOT));
        };
    }

    /** The format of LZ4 that kernels use is an old one: the length of a block, the block, and so on. */
    private static long writeBlocks(byte[] payload, OutputStream to) throws IOException {
        long written = 0;
        int at = INT;
        while (at < payload.length - INT) {
            int length = number(payload, at);
            at += INT;
            if (length <= 0 || length > payload.length - INT - at) {
                throw new IOException("a block of " + Integer.toUnsignedString(length) + " bytes is not all there");
            }
            try (InputStream block = new BlockLZ4CompressorInputStream(new ByteArrayInputStream(payload, at, length))) {
                written += block.transferTo(to);
            }
            at += length;
        }
        return written;
    }

    private static int number(byte[] bytes, int at) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(at);
    }

    private static SandboxStartException unknown(Path file, String format) {
        return new SandboxStartException(Fault.of("The kernel '" + file + "' is packed with " + format
                        + ", which cannot be unpacked here: only gzip, xz and lz4 can")
                .remedy("unpack it with the kernel's own script: scripts/extract-vmlinux '" + file
                        + "' > vmlinux, and name that file with the setting 'kernel'"));
    }

    private static SandboxStartException damaged(Path file, String why, @Nullable Exception cause) {
        Fault fault = Fault.of("The kernel '" + file + "' is damaged: " + why)
                .remedy("unpack the package of the kernel again, or name another with the setting 'kernel'");
        return new SandboxStartException(cause == null ? fault : fault.cause(cause));
    }
}
