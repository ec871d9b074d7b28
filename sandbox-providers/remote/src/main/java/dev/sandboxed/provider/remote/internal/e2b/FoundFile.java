package dev.sandboxed.provider.remote.internal.e2b;

import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.guest.exec.GuestCommands;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A file or a link in a sandbox, whosever it is.
 *
 * @param bytes its path below the root, each byte of which is one character here, since names need not be text
 * @param plain whether it is a file
 */
record FoundFile(String bytes, boolean plain) {

    private static final DataSize MOST = DataSize.ofMebibytes(256);
    /** Comes between files and links. */
    private static final String LINKS = "//";

    /**
     * Finds all there are.
     *
     * @throws IOException if one has a name with a line break, which cannot be told from the next name
     */
    static List<FoundFile> all(GuestCommands commands) throws IOException {
        ExecResult result =
                commands.run(GuestScript.FILES.command().user(GuestScript.ROOT).outputLimit(MOST));
        if (!result.succeeded() || result.out().truncated()) {
            throw new IOException("The files of the sandbox cannot be listed: it " + result.ending());
        }
        List<FoundFile> found = new ArrayList<>();
        boolean plain = true;
        for (String line : new String(result.stdoutBytes(), StandardCharsets.ISO_8859_1).split("\n")) {
            if (line.equals(LINKS)) {
                plain = false;
            } else if (line.startsWith("/")) {
                found.add(new FoundFile(line.substring(1), plain));
            } else {
                throw new IOException(
                        "A name with a line break in it cannot be chosen by a pattern; it ends with '" + line + "'");
            }
        }
        return found;
    }

    /** Returns its path as text, for patterns. */
    String path() {
        return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    /** Returns some of them, one in each line. */
    static byte[] lines(List<FoundFile> files) {
        return files.stream()
                .map(file -> file.bytes() + "\n")
                .collect(Collectors.joining())
                .getBytes(StandardCharsets.ISO_8859_1);
    }
}
