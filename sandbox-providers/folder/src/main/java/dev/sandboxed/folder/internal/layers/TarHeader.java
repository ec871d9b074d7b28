package dev.sandboxed.folder.internal.layers;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The block before an entry of a tar file, as the standard has it and our own packing writes it.
 *
 * <p>Texts hold one character for each byte, so that names that are no text of any kind stay what they are.
 *
 * @param type one character
 * @param name the path
 * @param link where a link leads to
 * @param size how many bytes follow
 * @param hasDevice whether it has the number of a device
 */
record TarHeader(char type, String name, String link, long size, boolean hasDevice) {

    static final int BLOCK = 512;

    private static final int CHECKSUM = 148;
    private static final int AFTER_CHECKSUM = 156;
    private static final int TYPE = 156;
    private static final int LINK = 157;
    private static final int MAGIC = 257;
    private static final int AFTER_MAGIC = 265;
    private static final int SIZE = 124;
    private static final int AFTER_SIZE = 136;
    private static final int LONGEST_NAME = 100;
    private static final int DEVICE_MAJOR = 329;
    private static final int DEVICE_MINOR = 337;
    private static final int PREFIX = 345;
    private static final int AFTER_PREFIX = 500;
    private static final byte[] USTAR = "ustar\00000".getBytes(StandardCharsets.US_ASCII);

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException if it is none, or none of the kind that we write
     */
    static TarHeader parse(byte[] block) {
        if (!Arrays.equals(block, MAGIC, AFTER_MAGIC, USTAR, 0, USTAR.length)) {
            throw new IllegalArgumentException("a header is not of the standard's kind");
        }
        if (sum(block) != number(block, CHECKSUM, AFTER_CHECKSUM)) {
            throw new IllegalArgumentException("the checksum of a header is wrong");
        }
        String prefix = text(block, PREFIX, AFTER_PREFIX);
        String name = text(block, 0, LONGEST_NAME);
        return new TarHeader(
                (char) block[TYPE],
                prefix.isEmpty() ? name : prefix + "/" + name,
                text(block, LINK, MAGIC),
                number(block, SIZE, AFTER_SIZE),
                number(block, DEVICE_MAJOR, DEVICE_MINOR) != 0 || number(block, DEVICE_MINOR, PREFIX) != 0);
    }

    /** What is summed up has spaces in the place of the sum. */
    private static long sum(byte[] block) {
        long sum = (long) ' ' * (AFTER_CHECKSUM - CHECKSUM);
        for (int i = 0; i < BLOCK; i++) {
            sum += i < CHECKSUM || i >= AFTER_CHECKSUM ? block[i] & 0xff : 0;
        }
        return sum;
    }

    private static String text(byte[] block, int from, int to) {
        int end = from;
        while (end < to && block[end] != 0) {
            end++;
        }
        return new String(block, from, end - from, StandardCharsets.ISO_8859_1);
    }

    private static long number(byte[] block, int from, int to) {
        String digits = text(block, from, to).strip();
        if (!digits.matches("[0-7]*")) {
            throw new IllegalArgumentException("a header has no number where one belongs");
        }
        return digits.isEmpty() ? 0 : Long.parseLong(digits, 8);
    }
}
