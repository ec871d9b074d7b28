package dev.sandboxed.api.spec;

import java.nio.file.Path;

/**
 * A folder or file of the host made visible inside the sandbox.
 *
 * @param source absolute path on the host
 * @param target absolute path inside
 * @param writable whether what happens inside changes the host
 */
public record Mount(Path source, String target, boolean writable) {

    /**
     * Checks both ends.
     *
     * @throws IllegalArgumentException if either path is not absolute
     */
    public Mount {
        if (!source.isAbsolute()) {
            throw new IllegalArgumentException(
                    "The source of a mount must be an absolute path, but was '" + source + "'");
        }
        GuestPath.requireAbsolute("The target of a mount", target);
    }

    public static Mount readOnly(Path source, String target) {
        return new Mount(source, target, false);
    }

    public static Mount writable(Path source, String target) {
        return new Mount(source, target, true);
    }
}
