package dev.sandboxed.cli.internal.microvmctl;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * What a caller calls a sandbox.
 *
 * @param given letters, digits, dots, dashes and underscores
 */
record SandboxName(String given) {

    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    /**
     * Checks the form.
     *
     * @throws IllegalArgumentException if it is another
     */
    SandboxName {
        if (!FORM.matcher(given).matches()) {
            throw new IllegalArgumentException("The id '" + given.replaceAll("\\p{Cntrl}", "?")
                    + "' has another form than an id; give 1 to 64 letters, digits, dots, dashes and underscores, the"
                    + " first of them a letter or a digit");
        }
    }

    /** Returns what the keeper calls it: there, ids have no capital letters and no dots. */
    String kept() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(given.getBytes(StandardCharsets.US_ASCII));
            return "m-" + HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }
}
