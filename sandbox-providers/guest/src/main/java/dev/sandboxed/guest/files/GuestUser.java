package dev.sandboxed.guest.files;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;

/**
 * The user that the sandbox's commands run as, and how entries can be looked at there.
 *
 * @param uid number of the user
 * @param gid number of the user's own group
 * @param groups numbers of all groups of the user
 * @param format how the guest describes entries
 */
record GuestUser(long uid, long gid, Set<Long> groups, EntryFormat format) {

    private static final int READ = 04;
    private static final int READ_AND_ENTER = 05;

    /** Read the answer to {@link Scripts#FACTS}. */
    static GuestUser parse(String answer) {
        String[] lines = answer.strip().split("\n", -1);
        return new GuestUser(
                Long.parseLong(lines[0]),
                Long.parseLong(lines[1]),
                Stream.of(lines[2].split(" ", -1)).map(Long::valueOf).collect(Collectors.toSet()),
                lines[3].equals("stat") ? EntryFormat.STAT : EntryFormat.FIND);
    }

    /**
     * Tell whether the owner and mode of an archived entry let the user read it. If not, other means of the guest may still
     * do so. Root gets nothing for free: it has no capabilities in a sandbox.
     */
    boolean plainlyReads(TarArchiveEntry entry) {
        int shift = entry.getLongUserId() == uid ? 6 : groups.contains(entry.getLongGroupId()) ? 3 : 0;
        int needed = entry.isDirectory() ? READ_AND_ENTER : READ;
        return (entry.getMode() >> shift & needed) == needed;
    }
}
