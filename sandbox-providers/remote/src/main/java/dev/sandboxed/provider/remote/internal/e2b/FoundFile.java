package dev.sandboxed.provider.remote.internal.e2b;

import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.guest.exec.GuestCommands;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A file or a link in a sandbox, whosever it is.
 *
 * @param bytes its path below the root, each byte of which is one character here, since names need not be text
 * @param plain whether it is a file
 */
record FoundFile(String bytes, boolean plain) {

    private static final DataSize MOST = DataSize.ofMebibytes(256);
    /** Each is an object in memory, and whoever is inside chooses how many there are. */
    private static final int MOST_FILES = 1_000_000;
    /** Comes between files and links. */
    private static final String LINKS = "//";

    /**
     * Finds all there are.
     *
     * @throws IOException if they cannot be listed, or are too many
     */
    static List<FoundFile> all(GuestCommands commands) throws IOException {
        ExecResult result =
                commands.run(GuestScript.FILES.command().user(GuestScript.ROOT).outputLimit(MOST));
        if (!result.succeeded() || result.out().truncated()) {
            throw new IOException("The files of the sandbox cannot be listed: it " + result.ending());
        }
        return parsed(new String(result.stdoutBytes(), StandardCharsets.ISO_8859_1));
    }

    /** Reads a list in which a zero ends each path. */
    static List<FoundFile> parsed(String printed) throws IOException {
        List<FoundFile> found = new ArrayList<>();
        boolean plain = true;
        int from = 0;
        for (int end = printed.indexOf(0); end >= 0; end = printed.indexOf(0, from)) {
            String path = printed.substring(from, end);
            from = end + 1;
            if (path.equals(LINKS)) {
                plain = false;
            } else if (path.startsWith("/")) {
                if (found.size() == MOST_FILES) {
                    throw new IOException(
                            "The sandbox has more than " + MOST_FILES + " files, too many to choose among");
                }
                found.add(new FoundFile(path.substring(1), plain));
            }
        }
        return found;
    }

    /** Returns its path as text, for patterns. */
    String path() {
        return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    /**
     * Returns some of them, one in each line, so that none can be taken for an option.
     *
     * @throws IOException if one has a name with a line break
     */
    static byte[] lines(List<FoundFile> files) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (FoundFile file : files) {
            if (file.bytes().contains("\n")) {
                throw new IOException("A name with a line break in it cannot be chosen by a pattern: '"
                        + file.path().replace("\n", "\\n") + "'");
            }
            lines.append("./").append(file.bytes()).append('\n');
        }
        return lines.toString().getBytes(StandardCharsets.ISO_8859_1);
    }
}
