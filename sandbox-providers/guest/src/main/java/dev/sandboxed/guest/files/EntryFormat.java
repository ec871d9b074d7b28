package dev.sandboxed.guest.files;

import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.FileType;
import java.text.ParseException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a guest describes the entries that {@code find} finds: facts, a bar, the path, and two slashes at the end of the line.
 * A path has never two slashes in a row, so names may hold newlines and everything else.
 */
enum EntryFormat {

    /** By {@code stat}, which BusyBox and GNU have. The time as a text is there for its fraction of a second. */
    STAT("-exec stat -c '%f %s %Y %y|%n//' {} +", "stat -c %a \"$1\"") {
        @Override
        FileEntry entry(String path, String facts) {
            String[] words = facts.split(" ", 4);
            int mode = Integer.parseInt(words[0], 16);
            FileType type = switch (mode >> 12) {
                case 010 -> FileType.FILE;
                case 004 -> FileType.DIRECTORY;
                case 012 -> FileType.LINK;
                default -> FileType.OTHER;
            };
            return describe(path, type, words[1], mode, time(words[2], words[3]));
        }
    },

    /** By the {@code find} of GNU alone. */
    FIND("-printf '%y %m %s %T@|%p//\\n'", "find \"$1\" -prune -printf %m") {
        @Override
        FileEntry entry(String path, String facts) {
            String[] words = facts.split(" ", 4);
            FileType type = switch (words[0]) {
                case "f" -> FileType.FILE;
                case "d" -> FileType.DIRECTORY;
                case "l" -> FileType.LINK;
                default -> FileType.OTHER;
            };
            return describe(path, type, words[2], Integer.parseInt(words[1], 8), time(words[3], words[3]));
        }
    };

    private static final String END = "//\n";
    private static final int PERMISSIONS = 07777;
    /** Each is an object in memory, and what is read was printed by whatever is inside. */
    private static final int MOST = 1_000_000;

    private static final Pattern FRACTION = Pattern.compile("\\.(\\d{1,9})");

    private final String action;
    private final String modeOf;

    EntryFormat(String action, String modeOf) {
        this.action = action;
        this.modeOf = modeOf;
    }

    /** Writes the command that prints the mode of the path in the first argument, as an octal number. */
    String modeOf() {
        return modeOf;
    }

    /**
     * Which entries to look at.
     *
     * @param depth how deep below the directory, or 0 for the entry itself
     */
    record Range(int depth) {

        static final Range ITSELF = new Range(0);
        static final Range CHILDREN = new Range(1);

        private String condition() {
            return depth == Integer.MAX_VALUE ? "-mindepth 1" : "-mindepth 1 -maxdepth " + depth;
        }
    }

    /** Returns a script that describes entries at or below the path in its first argument. */
    String script(Range range) {
        return range.equals(Range.ITSELF)
                ? "find \"$1\" -prune " + action
                : Scripts.DIRECTORY_FIRST + "find -H \"$1\" " + range.condition() + " " + action;
    }

    /**
     * Reads what such a script printed. The targets of links are not known yet.
     *
     * @throws ParseException if this is nothing that such a script prints, or far more than it does; its message is what was printed there
     */
    List<FileEntry> parse(String printed) throws ParseException {
        List<FileEntry> entries = new ArrayList<>();
        int from = 0;
        for (int end = printed.indexOf(END); end >= 0; end = printed.indexOf(END, from)) {
            if (entries.size() == MOST) {
                throw new ParseException("more than " + MOST + " entries", from);
            }
            int bar = printed.indexOf('|', from);
            try {
                entries.add(entry(printed.substring(bar + 1, end), printed.substring(from, bar)));
            } catch (IllegalArgumentException | IndexOutOfBoundsException | DateTimeException e) {
                throw new ParseException(printed.substring(from, end), from);
            }
            from = end + END.length();
        }
        return entries;
    }

    /** Reads one; what makes no sense is an unchecked exception of whatever finds that out first. */
    abstract FileEntry entry(String path, String facts);

    static FileEntry describe(String path, FileType type, String size, int mode, Instant modified) {
        long bytes = type == FileType.FILE ? Long.parseUnsignedLong(size) : 0;
        if (bytes < 0) {
            throw new IllegalArgumentException(size);
        }
        return new FileEntry(path, type, bytes, mode & PERMISSIONS, modified, Optional.empty());
    }

    static Instant time(String seconds, String withFraction) {
        Matcher fraction = FRACTION.matcher(withFraction);
        String nanos = fraction.find() ? fraction.group(1) : "0";
        return Instant.ofEpochSecond(
                Long.parseLong(seconds.replaceFirst("\\..*", "")),
                Long.parseLong((nanos + "00000000").substring(0, 9)));
    }
}
