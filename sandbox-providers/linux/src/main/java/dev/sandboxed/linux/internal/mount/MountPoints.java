package dev.sandboxed.linux.internal.mount;

import com.sun.jna.Function;
import com.sun.jna.Native;
import dev.sandboxed.linux.internal.libc.CStrings;
import dev.sandboxed.linux.internal.libc.LibC;
import dev.sandboxed.linux.internal.libc.PosixException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The file systems that are mounted for this process. */
public final class MountPoints {

    private static final Path MOUNTS = Path.of("/proc/self/mountinfo");
    private static final int MOUNT_POINT = 4;
    /** How the kernel writes what would end a word or a line of the list. */
    private static final Pattern ESCAPED = Pattern.compile("\\\\([0-7]{3})");

    private static final int MNT_DETACH = 2;
    private static final int UMOUNT_NOFOLLOW = 8;

    private MountPoints() {}

    /** Returns one that lies below one of some folders; throws {@link IOException} if mounts cannot be listed. */
    public static Optional<String> anyBelow(List<Path> folders) throws IOException {
        return below(folders).stream().findFirst();
    }

    /**
     * Unmounts whatever is mounted below a folder, the last that was mounted first. What is in use goes with its last user.
     *
     * @throws IOException if mounts cannot be listed, or this user may not unmount
     */
    public static void detachBelow(Path folder) throws IOException {
        Function unmount = LibC.optional("umount2");
        if (unmount == null) {
            return;
        }
        List<String> points = below(List.of(folder));
        Collections.reverse(points);
        for (String point : points) {
            try (CStrings name = new CStrings(List.of(point))) {
                if (unmount.invokeInt(new Object[] {name.first(), MNT_DETACH | UMOUNT_NOFOLLOW}) < 0) {
                    refuseUnlessGone(point, Native.getLastError());
                }
            }
        }
    }

    /** Somebody else may have unmounted or even removed it since mounts were listed. */
    private static void refuseUnlessGone(String point, int error) throws PosixException {
        if (error != PosixException.EINVAL && error != PosixException.ENOENT) {
            throw new PosixException("umount2 of '" + point + "'", error);
        }
    }

    /** Somebody else's may have names in any encoding. */
    private static List<String> below(List<Path> folders) throws IOException {
        return new String(Files.readAllBytes(MOUNTS), StandardCharsets.UTF_8)
                .lines()
                .map(mount -> ESCAPED.matcher(mount.split(" ")[MOUNT_POINT]).replaceAll(MountPoints::unescaped))
                .filter(point -> folders.stream().anyMatch(folder -> point.startsWith(folder + "/")))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private static String unescaped(MatchResult escaped) {
        return Matcher.quoteReplacement(Character.toString(Integer.parseInt(escaped.group(1), 8)));
    }
}
