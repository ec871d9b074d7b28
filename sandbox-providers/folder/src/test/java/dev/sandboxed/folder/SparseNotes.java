package dev.sandboxed.folder;

import java.util.List;

/** What an archive says of the next entry when that is smaller in there than it is. */
public final class SparseNotes {

    private SparseNotes() {}

    /** Says that it is all hole. Each attribute begins with its own length. */
    public static String allHole(long size) {
        StringBuilder lines = new StringBuilder();
        for (String one : List.of(
                "SCHILY.filetype=sparse",
                "SCHILY.realsize=" + size,
                "GNU.sparse.offset=" + size,
                "GNU.sparse.numbytes=0")) {
            int length = one.length() + 2;
            length += String.valueOf(length + String.valueOf(length).length()).length();
            lines.append(length).append(' ').append(one).append('\n');
        }
        return lines.toString();
    }
}
