package dev.sandboxed.assertions.internal.message;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.limit.DataSize;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** What failing assertions on files, directories and links say. */
public final class FileMessages {

    private FileMessages() {}

    /** Miss something at a path; if nothing is there, show what is around it. */
    public static String shouldHave(String what, Lookup lookup, Sandbox sandbox) {
        return "Expecting " + what + " at '" + lookup.path() + "', but " + lookup.found()
                + (lookup.isNothing() ? "\n" + Listing.around(sandbox.files(), lookup.path()) : "");
    }

    public static String shouldNotHave(String what, Lookup lookup) {
        return "Expecting no " + what + " at '" + lookup.path() + "', but " + lookup.found();
    }

    public static String shouldBeNothing(Lookup lookup) {
        return "Expecting nothing at '" + lookup.path() + "', but " + lookup.found();
    }

    /** Contrast two contents; secrets are masked before any of it is cut, lest half of one be left. */
    public static String shouldHaveContent(FileEntry file, String expected, String actual, MessageMask mask) {
        String shownExpected = mask.apply(expected);
        String shownActual = mask.apply(actual);
        int at = Excerpt.firstDifference(shownExpected, shownActual);
        return "Expecting " + the(file) + " to have the given content, but it differs at "
                + Excerpt.position(expected, Excerpt.firstDifference(expected, actual)) + "."
                + "\n  expected: " + Excerpt.around(shownExpected, at)
                + "\n  but was:  " + Excerpt.around(shownActual, at);
    }

    public static String shouldContain(FileEntry file, String part, String actual, MessageMask mask) {
        return "Expecting " + the(file) + " to contain the given text, but it does not."
                + "\n  expected: " + Excerpt.around(mask.apply(part), 0)
                + "\n  in:       " + Excerpt.around(mask.apply(actual), 0);
    }

    public static String shouldNotContain(FileEntry file, String part, String actual, MessageMask mask) {
        String shownPart = mask.apply(part);
        String shownActual = mask.apply(actual);
        return "Expecting " + the(file) + " not to contain the given text, but it does at "
                + Excerpt.position(actual, actual.indexOf(part)) + "."
                + "\n  unwanted: " + Excerpt.around(shownPart, 0)
                + "\n  in:       " + Excerpt.around(shownActual, Math.max(0, shownActual.indexOf(shownPart)));
    }

    public static String shouldHaveBytes(FileEntry file, byte[] expected, byte[] actual) {
        int at = Arrays.mismatch(expected, actual);
        return "Expecting " + the(file) + " to have the given bytes, but it differs at offset " + at + "."
                + "\n  expected: " + Excerpt.bytesFrom(expected, at)
                + "\n  but was:  " + Excerpt.bytesFrom(actual, at);
    }

    public static String shouldHaveMode(FileEntry entry, int mode) {
        return "Expecting " + the(entry) + " to have the mode " + Listing.mode(mode) + ", but it has "
                + Listing.mode(entry.mode()) + ".";
    }

    /** Contrast an expectation of the size, such as "to be empty", with the size. */
    public static String shouldHaveSize(FileEntry file, String expectation) {
        return "Expecting " + the(file) + " " + expectation + ", but it has " + Plural.of(file.size(), "byte") + ".";
    }

    public static String shouldBeReadable(FileEntry file, SandboxFileException refused) {
        return "Expecting to read " + the(file) + ", but that is refused: " + refused.getMessage();
    }

    public static String shouldFitInMemory(FileEntry file, DataSize most) {
        return "Expecting to read " + the(file) + ", but it is larger than " + most
                + ", which is the most that an assertion reads; download it and look at it there.";
    }

    public static String shouldLeadTo(FileEntry link, String target) {
        return "Expecting the link '" + link.path() + "' to lead to '" + target + "', but it leads to '"
                + link.linkTarget().orElse("") + "'.";
    }

    /** Contrast an expectation of the entries with what a directory holds; the reasons are lines of their own. */
    public static String shouldHaveEntries(
            FileEntry directory, String expectation, List<String> reasons, List<FileEntry> entries) {
        return "Expecting " + the(directory) + " " + expectation + "." + String.join("", reasons) + "\n"
                + Listing.of(directory.path(), entries);
    }

    /** Returns a reason as a line of its own, or nothing if it names nothing. */
    public static String reason(String word, Collection<String> names) {
        return names.isEmpty() ? "" : "\n  " + word + ": " + names;
    }

    static String the(FileEntry entry) {
        return "the " + (entry.isDirectory() ? "directory" : "file") + " '" + entry.path() + "'";
    }
}
