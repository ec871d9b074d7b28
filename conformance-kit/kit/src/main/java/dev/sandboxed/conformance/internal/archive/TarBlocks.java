package dev.sandboxed.conformance.internal.archive;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/**
 * Writes a tar block by block, so that it can say what no tool would write. Each character of a text is one byte of the
 * archive, which is how names get in that are not UTF-8.
 */
final class TarBlocks {

    static final char FILE = '0';
    static final char HARD_LINK = '1';
    static final char LINK = '2';
    static final char CHARACTER_DEVICE = '3';
    static final char BLOCK_DEVICE = '4';
    static final char FOLDER = '5';
    static final char PIPE = '6';
    static final char GNU_LONG_TARGET = 'K';
    static final char GNU_LONG_NAME = 'L';
    static final char GNU_SPARSE = 'S';
    static final char PAX_OF_ALL = 'g';
    static final char PAX = 'x';

    /** The room that a header has for a name, and for a target. */
    static final int NAME_BYTES = 100;

    private static final int BLOCK = 512;
    private static final int CHECKSUM_AT = 148;
    private static final int GNU_SPARSE_AT = 386;
    private static final int GNU_REAL_SIZE_AT = 483;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /**
     * What a header says.
     *
     * @param declared the size that it claims, whatever follows
     */
    record Header(String name, char type, String target, int mode, long modified, long declared) {}

    int size() {
        return bytes.size();
    }

    /** Writes a header, and content of whatever length. */
    TarBlocks entry(Header header, byte[] content) {
        return blocks(block(header), content);
    }

    /** Writes a record before an entry that takes the place of something in its header. */
    TarBlocks extended(char type, Map<String, String> records) {
        StringBuilder text = new StringBuilder();
        records.forEach((key, value) -> text.append(paxRecord(key, value)));
        return before(type, text.toString());
    }

    /** Writes the GNU form of a name or target that is too long for a header. */
    TarBlocks longText(char type, String text) {
        return before(type, text + "\0");
    }

    /** Writes a file of which only one piece is there, in the old GNU form. */
    TarBlocks sparse(Header header, long offset, long realSize, byte[] piece) {
        byte[] block = block(header);
        number(block, GNU_SPARSE_AT, 12, offset);
        number(block, GNU_SPARSE_AT + 12, 12, piece.length);
        number(block, GNU_REAL_SIZE_AT, 12, realSize);
        text(block, 257, 8, "ustar  ");
        seal(block);
        return blocks(block, piece);
    }

    /** Ends it as it should be ended. */
    byte[] ended() {
        bytes.writeBytes(new byte[2 * BLOCK]);
        return bytes.toByteArray();
    }

    private TarBlocks before(char type, String text) {
        byte[] content = text.getBytes(StandardCharsets.ISO_8859_1);
        return entry(new Header("././@Extended", type, "", 0644, 0, content.length), content);
    }

    private TarBlocks blocks(byte[] header, byte[] content) {
        bytes.writeBytes(header);
        bytes.writeBytes(content);
        int rest = content.length % BLOCK;
        bytes.writeBytes(new byte[rest == 0 ? 0 : BLOCK - rest]);
        return this;
    }

    private static byte[] block(Header header) {
        byte[] block = new byte[BLOCK];
        text(block, 0, NAME_BYTES, header.name());
        number(block, 100, 8, header.mode());
        number(block, 108, 8, 0);
        number(block, 116, 8, 0);
        number(block, 124, 12, header.declared());
        number(block, 136, 12, header.modified());
        block[156] = (byte) header.type();
        text(block, 157, NAME_BYTES, header.target());
        text(block, 257, 6, "ustar");
        text(block, 263, 2, "00");
        number(block, 329, 8, 1);
        number(block, 337, 8, 3);
        seal(block);
        return block;
    }

    private static void seal(byte[] block) {
        Arrays.fill(block, CHECKSUM_AT, CHECKSUM_AT + 8, (byte) ' ');
        int sum = 0;
        for (byte each : block) {
            sum += each & 0xff;
        }
        number(block, CHECKSUM_AT, 7, sum);
    }

    private static void number(byte[] block, int at, int length, long value) {
        String digits = Long.toOctalString(value);
        text(block, at, length, "0".repeat(Math.max(0, length - 1 - digits.length())) + digits);
    }

    private static void text(byte[] block, int at, int length, String text) {
        byte[] encoded = text.getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(encoded, 0, block, at, Math.min(length, encoded.length));
    }

    /** The length at its beginning counts itself. */
    private static String paxRecord(String key, String value) {
        int rest = key.length() + value.length() + 3;
        int length = rest + Integer.toString(rest).length();
        length = rest + Integer.toString(length).length();
        return length + " " + key + "=" + value + "\n";
    }
}
