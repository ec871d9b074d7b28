package dev.sandboxed.api.provision;

import java.util.regex.Pattern;

/**
 * A file that was published once and does not change.
 *
 * @param path where it is, relative to its site
 * @param sha512 its checksum, 128 digits and letters in lower case
 */
public record Published(String path, String sha512) {

    private static final Pattern CHECKSUM = Pattern.compile("[0-9a-f]{128}");

    /**
     * Describes a file.
     *
     * @throws IllegalArgumentException if the checksum is none
     */
    public Published {
        if (!CHECKSUM.matcher(sha512).matches()) {
            throw new IllegalArgumentException("A SHA-512 checksum is 128 hexadecimal digits in lower case; for '"
                    + path + "' it is '" + sha512 + "'");
        }
    }
}
