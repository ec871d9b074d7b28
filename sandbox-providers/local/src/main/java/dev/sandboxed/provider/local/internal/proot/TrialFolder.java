package dev.sandboxed.provider.local.internal.proot;

import dev.sandboxed.folder.internal.store.FolderRemoval;
import dev.sandboxed.folder.internal.store.FolderTrust;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.time.Duration;
import java.time.Instant;

/**
 * A folder for one trial of PRoot. A trial is over within a second, so what is much older was left by somebody who was
 * killed in the middle of one.
 */
final class TrialFolder {

    private static final String PREFIX = "sandboxed-proot-";
    private static final Duration LONGEST_TRIAL = Duration.ofMinutes(10);

    private TrialFolder() {}

    /**
     * Makes one that nobody else can enter, and removes what earlier trials of this user have left.
     *
     * @throws IOException if it cannot be made, or if others could put another one in its place
     */
    static Path make() throws IOException {
        Path made = Files.createTempDirectory(PREFIX);
        FolderTrust.require(made);
        try (DirectoryStream<Path> all = Files.newDirectoryStream(made.resolveSibling("."), PREFIX + "*")) {
            for (Path folder : all) {
                if (isLeft(folder)) {
                    FolderRemoval.remove(folder);
                }
            }
        }
        return made;
    }

    private static boolean isLeft(Path folder) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        PosixFileAttributes attributes =
                Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return attributes.isDirectory()
                && Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS)
                        .equals(HostPlatform.userId())
                && attributes
                        .lastModifiedTime()
                        .toInstant()
                        .isBefore(Instant.now().minus(LONGEST_TRIAL));
    }
}
