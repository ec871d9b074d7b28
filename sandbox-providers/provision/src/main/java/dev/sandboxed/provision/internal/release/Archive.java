package dev.sandboxed.provision.internal.release;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/** A tar archive that is compressed with gzip, as makers publish them. */
final class Archive {

    private Archive() {}

    /**
     * Takes one file out; nothing else of it is written anywhere.
     *
     * @param member its whole name in the archive
     * @param target where it goes; replaced if it is there
     * @throws NoMember if there is no file of that name
     * @throws IOException if the archive cannot be read, or the file not written
     */
    static void take(Path archive, String member, Path target) throws IOException {
        List<String> seen = new ArrayList<>();
        try (InputStream file = new BufferedInputStream(Files.newInputStream(archive));
                TarArchiveInputStream tar = new TarArchiveInputStream(new GZIPInputStream(file))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                // A link of that name would lead to something that is not there.
                if (entry.isFile() && !entry.isSymbolicLink() && !entry.isLink()) {
                    if (entry.getName().equals(member)) {
                        Files.copy(tar, target, StandardCopyOption.REPLACE_EXISTING);
                        return;
                    }
                    seen.add(entry.getName());
                }
            }
        }
        throw new NoMember(seen);
    }

    /** The archive is another one than somebody thought. */
    static final class NoMember extends IOException {
        private static final long serialVersionUID = 1L;

        NoMember(List<String> seen) {
            super("it has " + (seen.isEmpty() ? "no file" : String.join(", ", seen)));
        }
    }
}
