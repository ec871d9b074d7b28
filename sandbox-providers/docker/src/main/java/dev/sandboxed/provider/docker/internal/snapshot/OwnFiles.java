package dev.sandboxed.provider.docker.internal.snapshot;

import dev.sandboxed.provider.docker.internal.snapshot.Changes.Holder;
import java.io.IOException;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/**
 * Counts the files of a sandbox's own. The engine's list of changes does not tell files from directories, and commands
 * inside can neither be run while the sandbox is paused nor look into directories of other users; archives can.
 */
final class OwnFiles {

    /** Reading everything once is quicker than so many requests. */
    private static final int TOO_MANY = 100;

    private final Changes changes;
    private Tally tally = Tally.NOTHING;

    private OwnFiles(Changes changes) {
        this.changes = changes;
    }

    static Tally count(ContainerFiles files, Changes changes) throws IOException {
        OwnFiles own = new OwnFiles(changes);
        List<String> roots = changes.roots();
        if (roots.size() > TOO_MANY) {
            own.count(files.all(), TarNames.ofAll());
        } else {
            for (String root : roots) {
                own.count(files.at(root), TarNames.inArchiveOf(root));
            }
        }
        return own.tally;
    }

    private void count(TarArchiveInputStream archive, TarNames names) throws IOException {
        try (archive) {
            for (TarArchiveEntry entry = archive.getNextEntry(); entry != null; entry = archive.getNextEntry()) {
                if (changes.holder(names.of(entry), entry.isDirectory()) == Holder.SANDBOX) {
                    tally = tally.plus(entry);
                }
            }
        }
    }
}
