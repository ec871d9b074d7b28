package dev.sandboxed.guest.files;

import dev.sandboxed.guest.internal.tar.TarItem;
import java.text.ParseException;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    private static final Pattern FACTS =
            Pattern.compile("([0-9]{1,10})\n([0-9]{1,10})\n([0-9]{1,10}(?: [0-9]{1,10}){0,65536}+)\\s*\n(stat|find)\n");
    private static final int READ = 04;
    private static final int READ_AND_ENTER = 05;

    /**
     * Reads the answer to {@link Scripts#FACTS}.
     *
     * @throws ParseException if it is none; its message is the answer
     */
    static GuestUser parse(String answer) throws ParseException {
        Matcher facts = FACTS.matcher(answer);
        if (!facts.matches()) {
            throw new ParseException(answer, 0);
        }
        return new GuestUser(
                Long.parseLong(facts.group(1)),
                Long.parseLong(facts.group(2)),
                Stream.of(facts.group(3).split(" ", -1)).map(Long::valueOf).collect(Collectors.toSet()),
                facts.group(4).equals("stat") ? EntryFormat.STAT : EntryFormat.FIND);
    }

    TarItem.Owner owner() {
        return new TarItem.Owner(uid, gid);
    }

    /**
     * Returns whether the owner and mode of an archived entry let the user read it. If not, other means of the guest may still
     * do so. Root gets nothing for free: it has no capabilities in a sandbox.
     */
    boolean hasReadPermission(TarArchiveEntry entry) {
        int shift = entry.getLongUserId() == uid ? 6 : groups.contains(entry.getLongGroupId()) ? 3 : 0;
        int needed = entry.isDirectory() ? READ_AND_ENTER : READ;
        return (entry.getMode() >> shift & needed) == needed;
    }
}
