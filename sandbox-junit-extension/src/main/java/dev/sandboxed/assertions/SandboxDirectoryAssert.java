package dev.sandboxed.assertions;

import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.assertions.internal.message.FileMessages;
import dev.sandboxed.assertions.internal.message.Scene;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Assertions on a directory of a sandbox. Made by {@link SandboxAssert#hasDirectory}.
 *
 * <p>Entries are named without their path, and only those directly in the directory count. The directory is listed by each
 * assertion that needs it; one that may not be listed fails the assertion.
 */
public class SandboxDirectoryAssert extends SceneAssert<SandboxDirectoryAssert, FileEntry> {

    static final AssertFactory<FileEntry, SandboxDirectoryAssert> WAY =
            new AssertFactory<>(SandboxDirectoryAssert.class, FileEntry.class, SandboxDirectoryAssert::new);

    private @Nullable SandboxAssert origin;

    /** For soft assertions, which need it to be public; use {@link SandboxAssert#hasDirectory}. */
    public SandboxDirectoryAssert(@Nullable FileEntry actual) {
        super(actual, SandboxDirectoryAssert.class);
    }

    SandboxDirectoryAssert from(SandboxAssert back) {
        this.origin = back;
        return this;
    }

    /** Goes back to the sandbox. */
    public SandboxAssert and() {
        return Objects.requireNonNull(origin, "a directory that was not navigated to has no way back");
    }

    /**
     * Check that it has these entries and no others, in any order.
     * <pre>{@code
     * sandbox.files().write("out/a", "");
     * sandbox.files().write("out/b", "");
     * assertThat(sandbox).hasDirectory("out").withEntries("b", "a"); // passes
     * assertThat(sandbox).hasDirectory("out").withEntries("a");      // fails
     * }</pre>
     */
    public SandboxDirectoryAssert withEntries(String... names) {
        List<FileEntry> entries = list();
        Set<String> missing = without(List.of(names), names(entries));
        Set<String> unexpected = without(names(entries), List.of(names));
        return check(
                missing.isEmpty() && unexpected.isEmpty(),
                () -> FileMessages.shouldHaveEntries(
                        actual,
                        "to have exactly the entries " + List.of(names) + ", but it does not",
                        List.of(FileMessages.reason("missing", missing), FileMessages.reason("unexpected", unexpected)),
                        entries));
    }

    /**
     * Check that these entries are among those that it has.
     * <pre>{@code
     * sandbox.files().write("out/a", "");
     * sandbox.files().write("out/b", "");
     * assertThat(sandbox).hasDirectory("out").withEntriesIncluding("a"); // passes
     * assertThat(sandbox).hasDirectory("out").withEntriesIncluding("c"); // fails
     * }</pre>
     */
    public SandboxDirectoryAssert withEntriesIncluding(String first, String... more) {
        Set<String> wanted = all(first, more);
        List<FileEntry> entries = list();
        Set<String> missing = without(wanted, names(entries));
        return check(
                missing.isEmpty(),
                () -> FileMessages.shouldHaveEntries(
                        actual,
                        "to have the entries " + wanted + " among others, but it does not",
                        List.of(FileMessages.reason("missing", missing)),
                        entries));
    }

    /**
     * Check that it has none of these entries.
     * <pre>{@code
     * sandbox.files().write("out/a", "");
     * assertThat(sandbox).hasDirectory("out").withoutEntries("b", "c"); // passes
     * assertThat(sandbox).hasDirectory("out").withoutEntries("a", "b"); // fails
     * }</pre>
     */
    public SandboxDirectoryAssert withoutEntries(String first, String... more) {
        Set<String> unwanted = all(first, more);
        List<FileEntry> entries = list();
        Set<String> absent = without(unwanted, names(entries));
        return check(
                absent.equals(unwanted),
                () -> FileMessages.shouldHaveEntries(
                        actual,
                        "to have none of the entries " + unwanted + ", but it does",
                        List.of(FileMessages.reason("unexpected", without(unwanted, absent))),
                        entries));
    }

    /**
     * Check that there is nothing in it.
     * <pre>{@code
     * sandbox.files().mkdirs("out");
     * assertThat(sandbox).hasDirectory("out").isEmpty(); // passes
     * sandbox.files().write("out/a", "");
     * assertThat(sandbox).hasDirectory("out").isEmpty(); // fails
     * }</pre>
     */
    public SandboxDirectoryAssert isEmpty() {
        List<FileEntry> entries = list();
        return check(
                entries.isEmpty(),
                () -> FileMessages.shouldHaveEntries(actual, "to be empty, but it is not", List.of(), entries));
    }

    /**
     * Check that there is something in it.
     * <pre>{@code
     * sandbox.files().mkdirs("out");
     * assertThat(sandbox).hasDirectory("out").isNotEmpty(); // fails
     * sandbox.files().write("out/a", "");
     * assertThat(sandbox).hasDirectory("out").isNotEmpty(); // passes
     * }</pre>
     */
    public SandboxDirectoryAssert isNotEmpty() {
        List<FileEntry> entries = list();
        return check(
                !entries.isEmpty(),
                () -> FileMessages.shouldHaveEntries(actual, "not to be empty, but it is", List.of(), entries));
    }

    /**
     * Checks the permission bits.
     * <pre>{@code
     * sandbox.files().chmod("out", 0700);
     * assertThat(sandbox).hasDirectory("out").withMode(0700); // passes
     * assertThat(sandbox).hasDirectory("out").withMode(0755); // fails
     * }</pre>
     */
    public SandboxDirectoryAssert withMode(int mode) {
        isNotNull();
        return check(actual.mode() == mode, () -> FileMessages.shouldHaveMode(actual, mode));
    }

    @Override
    Scene scene() {
        return and().scene();
    }

    private List<FileEntry> list() {
        isNotNull();
        try {
            return and().sandbox().files().list(actual.path());
        } catch (SandboxFileException refused) {
            throw failed(FileMessages.shouldBeReadable(actual, refused));
        }
    }

    private static List<String> names(List<FileEntry> entries) {
        return entries.stream().map(FileEntry::name).toList();
    }

    private static Set<String> all(String first, String... more) {
        Set<String> names = new TreeSet<>(List.of(more));
        names.add(first);
        return names;
    }

    private static Set<String> without(Iterable<String> names, Iterable<String> others) {
        Set<String> left = new TreeSet<>();
        names.forEach(left::add);
        others.forEach(left::remove);
        return left;
    }
}
