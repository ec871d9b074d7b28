package dev.sandboxed.provision.internal.packages;

import dev.sandboxed.api.provision.Checksum;

/**
 * The file that a package comes as.
 *
 * @param name what the package is called
 * @param address where it is fetched from
 * @param file what it is called once it is fetched
 * @param size how large it is, in bytes
 * @param checksum what the distribution says it is
 */
public record PackageFile(String name, String address, String file, long size, Checksum checksum) {

    /** Returns the name of the package with its version and architecture, which is that of no other file. */
    public String version() {
        return file.replaceFirst("\\.deb$", "");
    }
}
