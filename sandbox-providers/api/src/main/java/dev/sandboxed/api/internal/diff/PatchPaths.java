package dev.sandboxed.api.internal.diff;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Reads the names of files as diffs write them. */
final class PatchPaths {

    private static final String NO_FILE = "/dev/null";

    private PatchPaths() {}

    /**
     * Reads the rest of a line that begins with {@code ---} or {@code +++}; empty for a file that is not there. The letter that git puts
     * in front of it is left out.
     */
    static Optional<String> marked(String written, String letter) {
        String name = plain(written);
        if (name.equals(NO_FILE)) {
            return Optional.empty();
        }
        return Optional.of(safe(name.startsWith(letter + "/") ? name.substring(2) : name));
    }

    /**
     * Finds the blank between the two names of the line with which git begins a file, which may have blanks in them; -1 if there is none. By
     * hand, since a line can be made so that a regular expression takes hours for it, or overflows the stack.
     *
     * @param begin where the first name begins
     */
    static int between(String line, int begin) {
        if (line.startsWith("\"", begin)) {
            int end = endOfQuoted(line, begin);
            return end >= 0 && line.startsWith(" ", end) && isSecond(line, end + 1) ? end : -1;
        }
        int first = begin + "a/".length();
        if (!line.startsWith("a/", begin)) {
            return -1;
        }
        int plain = line.indexOf(" b/", first);
        // With a quote behind a blank any earlier one ends: only the last can begin a name that goes on to the end.
        int quoted = line.lastIndexOf(" \"", line.length() - " \"\"".length());
        boolean isQuoted = quoted >= first && (plain < 0 || quoted < plain) && isSecond(line, quoted + 1);
        return isQuoted ? quoted : plain;
    }

    private static boolean isSecond(String line, int at) {
        return line.startsWith("b/", at) || (line.startsWith("\"", at) && endOfQuoted(line, at) == line.length());
    }

    /** Returns the index after the quote at the end of a name; -1 if that is missing. */
    private static int endOfQuoted(String line, int begin) {
        for (int at = begin + 1; at < line.length(); at++) {
            if (line.charAt(at) == '"') {
                return at + 1;
            }
            if (line.charAt(at) == '\\') {
                at++;
            }
        }
        return -1;
    }

    /** Reads a name as it stands in the lines about renamed files. */
    static String renamed(String written) {
        return safe(plain(written));
    }

    /** Writes a name so that it is read as it is: with anything special in it, in quotes. */
    static String written(String name) {
        boolean plain = name.chars().allMatch(c -> c > ' ' && c != '"' && c != '\\' && c != 0x7f);
        if (plain) {
            return name;
        }
        StringBuilder quoted = new StringBuilder("\"");
        for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
            boolean safe = b >= ' ' && b != '"' && b != '\\' && b != 0x7f;
            quoted.append(safe ? String.valueOf((char) b) : "\\%03o".formatted(b & 0xff));
        }
        return quoted.append('"').toString();
    }

    /** A time may follow a tab; a name with special characters is in quotes, with those written as in C. */
    private static String plain(String written) {
        if (!written.startsWith("\"")) {
            int tab = written.indexOf('\t');
            return (tab < 0 ? written : written.substring(0, tab)).strip();
        }
        ByteArrayOutputStream name = new ByteArrayOutputStream();
        for (int i = 1; i < written.length() && written.charAt(i) != '"'; i++) {
            i = unquote(written, i, name);
        }
        return name.toString(StandardCharsets.UTF_8);
    }

    /** Reads one character and returns the index of its last part. */
    private static int unquote(String written, int at, ByteArrayOutputStream name) {
        char c = written.charAt(at);
        if (c != '\\' || at + 1 == written.length()) {
            name.writeBytes(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
            return at;
        }
        char next = written.charAt(at + 1);
        if (next >= '0' && next <= '3' && at + 3 < written.length()) {
            name.write(Integer.parseInt(written.substring(at + 1, at + 4), 8));
            return at + 3;
        }
        name.write(
                switch (next) {
                    case 'n' -> '\n';
                    case 't' -> '\t';
                    default -> next;
                });
        return at + 1;
    }

    private static String safe(String name) {
        boolean leavesWorkdir = name.startsWith("/") || ("/" + name + "/").contains("/../");
        if (name.isEmpty() || leavesWorkdir || name.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("A diff may change files below the workdir only, but has the name '"
                    + name + "'; leave '/' at the beginning and '..' out");
        }
        return name;
    }
}
