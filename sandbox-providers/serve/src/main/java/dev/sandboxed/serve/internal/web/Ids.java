package dev.sandboxed.serve.internal.web;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Makes ids and tokens that nobody can guess. */
public final class Ids {

    private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789";
    private static final int LENGTH = 20;
    private static final SecureRandom RANDOM = new SecureRandom();

    private Ids() {}

    /** Returns 20 characters of small letters and digits. */
    public static String next() {
        StringBuilder id = new StringBuilder(LENGTH);
        RANDOM.ints(LENGTH, 0, ALPHABET.length()).forEach(index -> id.append(ALPHABET.charAt(index)));
        return id.toString();
    }

    /** Returns a secret of 20 bytes in hexadecimal digits. */
    public static String secret() {
        byte[] bytes = new byte[LENGTH];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
