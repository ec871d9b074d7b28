package dev.sandboxed.api.provision;

import java.util.regex.Pattern;

/**
 * What tells a file from all others.
 *
 * @param algorithm how it is computed
 * @param digits what comes of that, hexadecimal and in lower case
 */
public record Checksum(Algorithm algorithm, String digits) {

    private static final Pattern HEXADECIMAL = Pattern.compile("[0-9a-f]*");

    /** How checksums are computed. */
    public enum Algorithm {
        SHA_256("SHA-256", 64),
        SHA_512("SHA-512", 128);

        private final String title;
        private final int length;

        Algorithm(String title, int length) {
            this.title = title;
            this.length = length;
        }

        /** Returns what people and Java call it. */
        public String title() {
            return title;
        }
    }

    /**
     * Describes a checksum.
     *
     * @throws IllegalArgumentException if it is none of that algorithm
     */
    public Checksum {
        if (digits.length() != algorithm.length || !HEXADECIMAL.matcher(digits).matches()) {
            throw new IllegalArgumentException("A " + algorithm.title + " checksum is " + algorithm.length
                    + " hexadecimal digits in lower case; this is '" + digits + "'");
        }
    }

    /**
     * Describes a checksum of SHA-256.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static Checksum sha256(String digits) {
        return new Checksum(Algorithm.SHA_256, digits);
    }

    /**
     * Describes a checksum of SHA-512.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static Checksum sha512(String digits) {
        return new Checksum(Algorithm.SHA_512, digits);
    }
}
