package dev.sandboxed.api.internal.diff;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
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
        boolean leavesWorkdir =
                name.startsWith("/") || Arrays.asList(name.split("/")).contains("..");
        if (name.isEmpty() || leavesWorkdir || name.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("A diff may change files below the workdir only, but has the name '"
                    + name + "'; leave '/' at the beginning and '..' out");
        }
        return name;
    }
}
