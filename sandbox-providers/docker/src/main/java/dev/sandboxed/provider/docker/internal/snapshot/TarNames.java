package dev.sandboxed.provider.docker.internal.snapshot;

import org.apache.commons.compress.archivers.tar.TarArchiveEntry;

/**
 * Names entries of the engine's archives from the root: in an archive of {@code /a/b} they begin with
 * {@code b}, in one of {@code /} with a slash.
 *
 * @param parent what to put before them; empty, or with a slash at its end
 */
record TarNames(String parent) {

    /** Reads an archive of everything. */
    static TarNames ofAll() {
        return new TarNames("");
    }

    /** Reads an archive of a path, relative to the root; empty for the root itself. */
    static TarNames inArchiveOf(String path) {
        return new TarNames(path.substring(0, path.lastIndexOf('/') + 1));
    }

    /** Returns the path of an entry, relative to the root and without a slash at its ends; empty for the root itself. */
    String of(TarArchiveEntry entry) {
        return parent + stripped(entry.getName());
    }

    /** Returns the path of the file that an entry is another name of. */
    String linkedBy(TarArchiveEntry entry) {
        return parent + stripped(entry.getLinkName());
    }

    static String stripped(String name) {
        int from = name.startsWith("./") ? 2 : 0;
        int to = name.length();
        while (from < to && name.charAt(from) == '/') {
            from++;
        }
        while (to > from && name.charAt(to - 1) == '/') {
            to--;
        }
        return name.substring(from, to).equals(".") ? "" : name.substring(from, to);
    }
}
