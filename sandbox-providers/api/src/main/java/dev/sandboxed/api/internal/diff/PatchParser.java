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

    private static final Pattern HEADER =
            Pattern.compile("@@ -(\\d{1,9})(?:,(\\d{1,9}))? \\+(\\d{1,9})(?:,(\\d{1,9}))? @@.*");
    private static final Pattern MODE = Pattern.compile("(new file|deleted file|old|new) mode (\\d{3})(\\d{3})");
    private static final Pattern MOVE = Pattern.compile("(rename|copy) (from|to) (.+)");
    private static final String GIT = "diff --git ";
    private static final String REGULAR_FILE = "100";
    private static final String END_MISSING = "\\ ";

    /** A line takes fifty bytes besides its characters, a change some hundred: whoever wrote the diff may mean to fill our memory. */
    private static final int MOST_LINES = 2_000_000;

    private static final int MOST_CHANGES = 100_000;

    private final List<String> lines;
    private final List<FilePatch> files = new ArrayList<>();
    private int at;

    private Optional<String> from = Optional.empty();
    private Optional<String> to = Optional.empty();
    private Optional<Integer> mode = Optional.empty();
    private boolean marked;
    private boolean copied;
    private List<Hunk> hunks = new ArrayList<>();
    private int changes;

    private PatchParser(String diff) {
        this.lines = Lines.of(diff);
    }

    /**
     * Reads a diff.
     *
     * @throws IllegalArgumentException if it changes nothing, cannot be read, has binary content, is too long or names a file outside
     */
    public static List<FilePatch> parse(String diff) {
        int count = Lines.count(diff);
        if (count > MOST_LINES) {
            throw new IllegalArgumentException("The diff has " + count + " lines, and at most " + MOST_LINES
                    + " are read; make several of it and apply one after the other");
        }
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
        int git = line.startsWith(GIT) ? PatchPaths.between(line, GIT.length()) : -1;
        Matcher modes = MODE.matcher(line);
        Matcher move = MOVE.matcher(line);
        if (git >= 0) {
            finishFile();
            from = PatchPaths.marked(line.substring(GIT.length(), git), "a");
            to = PatchPaths.marked(line.substring(git + 1), "b");
        } else if (isBeginOfFile(at)) {
            begin(
                    PatchPaths.marked(line.substring(4), "a"),
                    PatchPaths.marked(chomped(at + 1).substring(4), "b"));
            at++;
        } else if (move.matches()) {
            move(move.group(1), move.group(2), PatchPaths.renamed(move.group(3)));
        } else if (modes.matches()) {
            mode(modes.group(1), modes.group(2), modes.group(3));
        } else if (line.startsWith("GIT binary patch") || line.startsWith("Binary files ")) {
            throw unreadable("it has binary content", "write such files with files().write");
        } else if (line.startsWith("@@ ")) {
            hunk(line);
            return;
        }
        at++;
    }

    /** What git has said of the same file before holds; of another file it is the end. */
    private void begin(Optional<String> old, Optional<String> now) {
        Optional<String> earlier = to.or(() -> from);
        boolean ofAnother = earlier.isPresent() && !earlier.equals(now.or(() -> old));
        if (marked || ofAnother) {
            finishFile();
        }
        from = old;
        to = now;
        marked = true;
    }

    private void move(String how, String end, String name) {
        copied |= how.equals("copy");
        if (end.equals("from")) {
            from = Optional.of(name);
        } else {
            to = Optional.of(name);
        }
    }

    private void mode(String of, String type, String bits) {
        if (!type.equals(REGULAR_FILE)) {
            throw unreadable("it is about a link or another repository", "leave that out; files().link makes links");
        }
        switch (of) {
            case "new file" -> from = Optional.empty();
            case "deleted file" -> to = Optional.empty();
            default -> {}
        }
        if (of.startsWith("new")) {
            mode = Optional.of(Integer.parseInt(bits, 8));
        }
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
        body.dropLostTail();
        countChange();
        hunks.add(new Hunk(header, Integer.parseInt(numbers.group(1)), body.before(), body.after()));
    }

    /**
     * What begins a file is content as long as lines are missing on both sides. When there are as many lines as the header tells, what has a
     * sign still belongs to the change, up to an empty line or the one that mails end with.
     */
    private boolean belongs(HunkLines body) {
        if (isBeginOfFile(at)) {
            return body.lacksBoth();
        }
        String line = chomped(at);
        if (line.isEmpty()) {
            return !body.isComplete() || lines.get(at).startsWith(" ");
        }
        boolean endOfMail = line.equals("--") && body.isComplete();
        return !endOfMail
                && (" +-".indexOf(line.charAt(0)) >= 0 || lines.get(at).startsWith(END_MISSING));
    }

    private static int count(@Nullable String number) {
        return number == null ? 1 : Integer.parseInt(number);
    }

    private void finishFile() {
        boolean isChanged = !from.equals(to) || mode.isPresent() || !hunks.isEmpty();
        if (isChanged) {
            countChange();
            files.add(new FilePatch(from, to, mode, copied, hunks));
        }
        from = Optional.empty();
        to = Optional.empty();
        mode = Optional.empty();
        marked = false;
        copied = false;
        hunks = new ArrayList<>();
    }

    private void countChange() {
        if (++changes > MOST_CHANGES) {
            throw unreadable(
                    "it has more than " + MOST_CHANGES + " files and hunks",
                    "make several of it and apply one after the other");
        }
    }

    private String chomped(int index) {
        return lines.get(index).stripTrailing();
    }

    private IllegalArgumentException unreadable(String why, String remedy) {
        return new IllegalArgumentException("The diff cannot be read at line " + (at + 1) + ": " + why + "; " + remedy);
    }
}
