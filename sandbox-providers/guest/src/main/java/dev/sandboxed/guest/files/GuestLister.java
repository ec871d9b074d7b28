package dev.sandboxed.guest.files;

import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.guest.files.EntryFormat.Range;
import dev.sandboxed.guest.files.GuestFaults.Reason;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Looks at entries with one command, and at the targets of links, where there are some, with one more. */
final class GuestLister {

    /** Children follow their parents, and a directory is listed before its sibling with a longer name. */
    private static final Comparator<FileEntry> BY_PATH =
            Comparator.comparing(entry -> entry.path().replace('/', '\0'));

    private final GuestShell shell;
    private final GuestFaults faults;

    GuestLister(GuestShell shell, GuestFaults faults) {
        this.shell = shell;
        this.faults = faults;
    }

    /** Looks at the entry itself. */
    FileEntry look(String given, String path, EntryFormat format) {
        List<FileEntry> found = list(given, path, Range.ITSELF, format);
        if (found.isEmpty()) {
            throw faults.because(Reason.MISSING, "look at", given, null);
        }
        return found.get(0);
    }

    /** Finds what lies in a directory, or all that lies below it; sorted, parents before children. */
    List<FileEntry> list(String given, String path, Range range, EntryFormat format) {
        String operation = range.equals(Range.ITSELF) ? "look at" : "list";
        ExecResult result = shell.run(format.script(range), path);
        if (result.truncated()) {
            throw faults.refused(
                    given,
                    FileFailure.TOO_LARGE,
                    "Cannot list '" + given + "': the list is longer than "
                            + result.command().outputLimit(),
                    "list its directories one by one");
        }
        List<FileEntry> found = parse(operation, given, path, range, format, result);
        if (!result.succeeded() && (found.isEmpty() || !onlyVanished(result))) {
            throw faults.of(operation, given, result);
        }
        List<FileEntry> entries = withTargets(found);
        entries.sort(BY_PATH);
        return entries;
    }

    private List<FileEntry> parse(
            String operation, String given, String path, Range range, EntryFormat format, ExecResult result) {
        try {
            List<FileEntry> found = format.parse(result.stdout());
            String below = path.equals("/") ? path : path + "/";
            if (range.equals(Range.ITSELF)) {
                requireAll(found, entry -> entry.path().equals(path));
                return found;
            }
            requireAll(
                    found,
                    entry -> entry.path().startsWith(below) && entry.path().length() > below.length());
            return found.stream()
                    .map(entry -> entry.withRelativePath(entry.path().substring(below.length())))
                    .toList();
        } catch (ParseException e) {
            throw result.succeeded()
                    ? faults.nonsense(operation, given, "facts about a file", String.valueOf(e.getMessage()))
                    : faults.of(operation, given, result);
        }
    }

    private static void requireAll(List<FileEntry> found, Predicate<FileEntry> asked) throws ParseException {
        for (FileEntry entry : found) {
            if (!asked.test(entry)) {
                throw new ParseException(entry.path(), 0);
            }
        }
    }

    /** Somebody inside may delete files between their listing and the look at them. */
    private static boolean onlyVanished(ExecResult result) {
        return result.stderr()
                .lines()
                .allMatch(line -> Reason.in(line).filter(Reason.MISSING::equals).isPresent());
    }

    private List<FileEntry> withTargets(List<FileEntry> found) {
        List<String> links =
                found.stream().filter(FileEntry::isLink).map(FileEntry::path).toList();
        Map<String, String> targets = new HashMap<>();
        for (List<String> batch : GuestShell.batches(links)) {
            List<String> words = GuestShell.words(shell.run(Scripts.LINK_TARGETS, batch));
            for (int i = 0; i < Math.min(batch.size(), words.size()); i++) {
                targets.put(batch.get(i), words.get(i));
            }
        }
        List<FileEntry> entries = new ArrayList<>();
        for (FileEntry entry : found) {
            String target = targets.getOrDefault(entry.path(), "");
            if (!entry.isLink()) {
                entries.add(entry);
            } else if (!target.isEmpty()) {
                entries.add(new FileEntry(
                        entry.path(),
                        entry.relativePath(),
                        entry.type(),
                        entry.size(),
                        entry.mode(),
                        entry.modified(),
                        Optional.of(target)));
            }
        }
        return entries;
    }
}
