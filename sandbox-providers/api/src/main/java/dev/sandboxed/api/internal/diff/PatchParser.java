package dev.sandboxed.api.internal.diff;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a unified diff, plain or as git writes it. Text around it is passed over. The numbers of lines that headers tell are only used where
 * it is not clear otherwise what a line belongs to: agents count badly.
 */
public final class PatchParser {

    private static final Pattern HEADER = Pattern.compile("@@ -(\\d+)(?:,(\\d+))? \\+(\\d+)(?:,(\\d+))? @@.*");
    private static final Pattern GIT = Pattern.compile("diff --git (\"?a/.*?\"?) (\"?b/.*)");
    private static final String END_MISSING = "\\";

    private final List<String> lines;
    private final List<FilePatch> files = new ArrayList<>();
    private int at;

    private Optional<String> from = Optional.empty();
    private Optional<String> to = Optional.empty();
    private Optional<Integer> mode = Optional.empty();
    private List<Hunk> hunks = new ArrayList<>();

    private PatchParser(String diff) {
        this.lines = Lines.of(diff);
    }

    /**
     * Reads a diff.
     *
     * @throws IllegalArgumentException if it changes nothing, cannot be read, has binary content or names a file outside
     */
    public static List<FilePatch> parse(String diff) {
        PatchParser parser = new PatchParser(diff);
        while (parser.at < parser.lines.size()) {
            parser.next();
        }
        parser.finishFile();
        if (parser.files.isEmpty()) {
            throw new IllegalArgumentException("There is no change in the diff of " + parser.lines.size()
                    + " lines; a unified diff has '--- a/file', '+++ b/file' and '@@ -1 +1 @@' in it");
        }
        return List.copyOf(parser.files);
    }

    private void next() {
        String line = chomped(at);
        Matcher git = GIT.matcher(line);
        if (git.matches()) {
            finishFile();
            from = PatchPaths.marked(git.group(1), "a");
            to = PatchPaths.marked(git.group(2), "b");
        } else if (isBeginOfFile(at)) {
            if (!hunks.isEmpty()) {
                finishFile();
            }
            from = PatchPaths.marked(line.substring(4), "a");
            to = PatchPaths.marked(chomped(at + 1).substring(4), "b");
            at++;
        } else if (line.startsWith("rename from ")) {
            from = Optional.of(PatchPaths.renamed(line.substring(12)));
        } else if (line.startsWith("rename to ")) {
            to = Optional.of(PatchPaths.renamed(line.substring(10)));
        } else if (line.startsWith("new file mode ")) {
            from = Optional.empty();
            mode = Optional.of(mode(line));
        } else if (line.startsWith("new mode ")) {
            mode = Optional.of(mode(line));
        } else if (line.startsWith("deleted file mode ")) {
            to = Optional.empty();
        } else if (line.startsWith("GIT binary patch") || line.startsWith("Binary files ")) {
            throw unreadable("it has binary content", "write such files with files().write");
        } else if (line.startsWith("@@ ")) {
            hunk(line);
            return;
        }
        at++;
    }

    private boolean isBeginOfFile(int index) {
        return index + 1 < lines.size()
                && lines.get(index).startsWith("--- ")
                && lines.get(index + 1).startsWith("+++ ");
    }

    private void hunk(String header) {
        Matcher numbers = HEADER.matcher(header);
        if (!numbers.matches()) {
            throw unreadable("'" + header + "' is no header of a change", "it looks like '@@ -1,3 +1,4 @@'");
        }
        if (to.isEmpty() && from.isEmpty()) {
            throw unreadable("nothing says which file it is for", "put '--- a/file' and '+++ b/file' before it");
        }
        at++;
        HunkLines body = new HunkLines(count(numbers.group(2)), count(numbers.group(4)));
        while (at < lines.size() && belongs(body)) {
            String line = lines.get(at++);
            if (line.startsWith(END_MISSING)) {
                body.cutEnd();
            } else {
                body.add(line);
            }
        }
        body.dropEmptyTail();
        hunks.add(new Hunk(header, Integer.parseInt(numbers.group(1)), body.before(), body.after()));
    }

    /** What begins a file or a change is content as long as lines are missing on the side that it would be of. */
    private boolean belongs(HunkLines body) {
        String line = chomped(at);
        if (isBeginOfFile(at)) {
            return body.lacksBoth();
        }
        return line.isEmpty() || " +-\\".indexOf(line.charAt(0)) >= 0;
    }

    private static int count(@Nullable String number) {
        return number == null ? 1 : Integer.parseInt(number);
    }

    private static int mode(String line) {
        return Integer.parseInt(line.substring(line.lastIndexOf(' ') + 1), 8) & 0777;
    }

    private void finishFile() {
        boolean changes = !from.equals(to) || mode.isPresent() || !hunks.isEmpty();
        if (changes) {
            files.add(new FilePatch(from, to, mode, hunks));
        }
        from = Optional.empty();
        to = Optional.empty();
        mode = Optional.empty();
        hunks = new ArrayList<>();
    }

    private String chomped(int index) {
        return lines.get(index).stripTrailing();
    }

    private IllegalArgumentException unreadable(String why, String remedy) {
        return new IllegalArgumentException("The diff cannot be read at line " + (at + 1) + ": " + why + "; " + remedy);
    }
}
