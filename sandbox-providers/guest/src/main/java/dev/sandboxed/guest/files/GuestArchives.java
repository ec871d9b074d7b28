package dev.sandboxed.guest.files;

import java.io.IOException;
import java.io.InputStream;

/**
 * Moves tar archives in and out of a guest. For provider authors: the privileges it works with may be greater than those
 * of the sandbox's user, since {@link GuestFiles} asks the guest's shell first where that matters.
 */
public interface GuestArchives {

    /**
     * Opens a tar of what lies at an absolute path. A link at the end of the path is not followed; the first entry has the
     * path's last part as its name, those below it begin with that.
     *
     * @throws java.nio.file.NoSuchFileException if there is nothing
     * @throws IOException if it cannot be read
     */
    InputStream fetch(String path) throws IOException;

    /**
     * Unpacks a tar into a directory that exists. Owners, modes and times are those in the tar.
     *
     * @throws IOException if it cannot be unpacked there
     */
    void store(String directory, InputStream tar) throws IOException;
}
