package dev.sandboxed.provider.remote.internal.e2b;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * What a snapshot is made of: a template of the service, and an archive of what lies over it.
 *
 * @param template what sandboxes are made from
 * @param base the template that all the files in it were made over, in however many steps; mostly somebody else's
 * @param withFiles whether there is an archive
 */
record Saved(String template, String base, boolean withFiles) {

    private static final int BUFFER = 64 << 10;

    /** Returns one that the service keeps as a whole. */
    static Saved whole(String template, String base) {
        return new Saved(template, base, false);
    }

    /** Returns one that consists of some files over a template. */
    static Saved filesOver(String base) {
        return new Saved(base, base, true);
    }

    /** Returns whether the service keeps the template for this snapshot alone. */
    boolean isWhole() {
        return !withFiles;
    }

    /** Reads what was written. */
    static Saved read(Path file) throws IOException {
        try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
            return head(in);
        }
    }

    private static Saved head(DataInputStream in) throws IOException {
        return new Saved(in.readUTF(), in.readUTF(), in.readBoolean());
    }

    /** Writes it, and an archive where there is one. */
    void write(Path file, InputStream archive) throws IOException {
        try (DataOutputStream out =
                new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), BUFFER))) {
            out.writeUTF(template);
            out.writeUTF(base);
            out.writeBoolean(withFiles);
            try (OutputStream packed = new GZIPOutputStream(out)) {
                archive.transferTo(packed);
            }
        }
    }

    /** Opens the archive that was written with it. */
    static InputStream archive(Path file) throws IOException {
        DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER));
        try {
            head(in);
            return new GZIPInputStream(in);
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }
}
