package dev.sandboxed.junit.internal.inside;

import dev.sandboxed.junit.internal.guest.Inside;
import java.nio.file.Path;
import java.util.Locale;

/** How classes come into a sandbox, and where they are then. */
enum Way {
    /** Through read-only mounts. */
    MOUNTED,
    /** They need not: commands see the files of the host where they are. */
    SHARED,
    /** As copies. */
    UPLOADED;

    private static final String ROOT = "/opt/sandboxed";

    /** Returns where what is shipped is, as commands call it; a relative path begins at the workdir. */
    String shipped(Shipment shipment) {
        return switch (this) {
            case MOUNTED -> ROOT + "/shipped";
            case SHARED -> shipment.folder().toString();
            case UPLOADED -> Inside.FOLDER + "/shipped";
        };
    }

    /**
     * Returns where a folder of the class path is.
     *
     * @param index which of them
     * @param folder where it is here
     */
    String folder(int index, Path folder) {
        return switch (this) {
            case MOUNTED -> ROOT + "/folders/" + index;
            case SHARED -> folder.toString();
            case UPLOADED -> Inside.FOLDER + "/folders/" + index;
        };
    }

    /** Returns the file that tells a JVM its class path. */
    String classPathFile(Shipment shipment) {
        return shipped(shipment) + "/" + fileName("");
    }

    /** Returns the file that tells a JVM that part of its class path which can be archived. */
    String archivedPathFile(Shipment shipment) {
        return shipped(shipment) + "/" + fileName("-jars");
    }

    String fileName(String part) {
        return name().toLowerCase(Locale.ROOT) + part + ".args";
    }
}
