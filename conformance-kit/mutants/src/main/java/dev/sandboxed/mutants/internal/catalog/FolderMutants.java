package dev.sandboxed.mutants.internal.catalog;

import static dev.sandboxed.mutants.internal.Mutant.mutant;
import static dev.sandboxed.mutants.internal.Mutant.together;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.FileType;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.spi.ForwardingSandboxFiles;
import dev.sandboxed.mutants.internal.FileVerbs.Write;
import dev.sandboxed.mutants.internal.MutantBuilder;
import dev.sandboxed.mutants.internal.TriFunction;
import java.text.Normalizer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Listings that lie, verbs that do something else, and names that are taken for more than names. */
final class FolderMutants {

    private FolderMutants() {}

    static List<MutantBuilder> all() {
        return together(listings(), looks(), moves(), verbs(), patterns(), names());
    }

    private static List<MutantBuilder> listings() {
        return List.of(
                mutant("lists-in-another-order", "FILE-5", "a list is not sorted by name")
                        .listing((files, folder) -> reversed(files.list(folder))),
                mutant("lists-no-files-with-a-dot", "FILE-5", "files with a dot included")
                        .listing(entries(entry ->
                                Stream.of(entry).filter(it -> !it.name().startsWith(".")))),
                mutant("lists-sizes-of-zero", "FILE-5", "a list and stat disagree")
                        .listing(entries(entry -> Stream.of(with(entry, entry.type(), 0, entry.mode())))),
                mutant("lists-names-instead-of-paths", "FILE-5", "does not have its absolute path")
                        .listing(entries(entry -> Stream.of(named(entry, entry.name())))),
                mutant("walks-into-links", "FILE-5", "shows something twice").walk((files, folder, depth) -> {
                    List<FileEntry> more = new ArrayList<>(files.walk(folder, depth));
                    more.stream()
                            .filter(entry -> entry.name().equals("to-folder"))
                            .toList()
                            .forEach(link -> more.addAll(files.list(link.path())));
                    return more;
                }),
                mutant("walks-children-before-their-parents", "FILE-5", "children before their parents")
                        .walk((files, folder, depth) -> reversed(files.walk(folder, depth))),
                mutant("walks-as-deep-as-there-is", "FILE-21", "does not show what lies so deep")
                        .walk((files, folder, depth) -> files.walk(folder)),
                mutant("walks-one-folder-less", "FILE-21", "does not show what lies so deep")
                        .walk((files, folder, depth) -> files.walk(folder, Math.max(1, depth - 1))),
                mutant("gives-absolute-paths-as-relative-ones", "FILE-21", "other relative paths than their paths say")
                        .walk((files, folder, depth) -> files.walk(folder, depth).stream()
                                .map(entry -> entry.withRelativePath(entry.path()))
                                .toList()));
    }

    private static List<MutantBuilder> looks() {
        return List.of(
                mutant("looks-at-what-a-link-points-to", "FILE-5", "a wrong type for 'near'")
                        .stat((files, path) -> {
                            FileEntry entry = files.stat(path);
                            boolean leads = entry.isLink() && files.exists(target(entry));
                            return leads ? files.stat(target(entry)) : entry;
                        }),
                mutant("tells-the-time-of-the-look-as-that-of-the-change", "FILE-5", "a wrong time of change")
                        .stat(looking(entry -> with(entry, Instant.now(), entry.linkTarget()))),
                mutant("tells-the-usual-mode-of-every-directory", "FILE-5", "a wrong mode of a directory")
                        .stat(looking(
                                entry -> entry.isDirectory() ? with(entry, entry.type(), entry.size(), 0755) : entry)),
                mutant("takes-a-pipe-for-a-file", "FILE-5", "a wrong type for 'pipe'")
                        .stat(looking(entry ->
                                entry.type() == FileType.OTHER ? with(entry, FileType.FILE, 0, entry.mode()) : entry)),
                mutant("resolves-the-target-of-a-link", "FILE-5", "as it is written in the link")
                        .stat(looking(entry ->
                                entry.isLink() ? with(entry, entry.modified(), Optional.of(target(entry))) : entry)),
                mutant("denies-links-that-lead-nowhere", "FILE-5", "'dangling' is there and exists() denies it")
                        .exists((files, path) -> files.exists(path)
                                && (!files.stat(path).isLink() || files.exists(target(files.stat(path))))));
    }

    private static List<MutantBuilder> moves() {
        return List.of(
                mutant("copies-instead-of-moving", "FILE-6", "a moved file is still at its old place")
                        .move((files, from, to) -> {
                            boolean plain =
                                    files.exists(from) && files.stat(from).isFile();
                            byte[] content = plain ? files.readBytes(from) : new byte[0];
                            files.move(from, to);
                            if (plain) {
                                files.write(from, content);
                            }
                        }),
                mutant("does-not-replace-when-it-moves", "FILE-6", "taken is there already")
                        .move((files, from, to) -> {
                            refuse(files.exists(to), to, to + " is there already");
                            files.move(from, to);
                        }),
                mutant("makes-no-parents-when-it-moves", "FILE-6", "new/place is missing")
                        .move((files, from, to) -> {
                            String parent = to.substring(0, Math.max(0, to.lastIndexOf('/')));
                            refuse(parent.contains("/") && !files.exists(parent), to, parent + " is missing");
                            files.move(from, to);
                        }),
                mutant("moves-what-a-link-points-to", "FILE-6", "a moved link is no link any more")
                        .move((files, from, to) -> {
                            boolean link =
                                    files.exists(from) && files.stat(from).isLink();
                            files.move(link ? target(files.stat(from)) : from, to);
                        }));
    }

    private static List<MutantBuilder> verbs() {
        return List.of(
                mutant("deletes-empty-directories-only", "FILE-6", "dir is not empty")
                        .breaks("FILE-19", "full is not empty")
                        .deleteAll((files, path) -> {
                            boolean full = files.stat(path).isDirectory()
                                    && !files.list(path).isEmpty();
                            refuse(full, path, path + " is not empty");
                            files.deleteAll(path);
                        }),
                mutant("deletes-all-below-without-being-asked", "FILE-19", "was not refused")
                        .breaks("FILE-20", "has to fail did not: NOT_EMPTY")
                        .delete(SandboxFiles::deleteAll),
                mutant("deletes-what-it-can-before-it-refuses", "FILE-19", "that was refused deleted something")
                        .delete((files, path) -> {
                            if (files.stat(path).isDirectory()) {
                                files.list(path).stream()
                                        .filter(FileEntry::isFile)
                                        .forEach(entry -> files.delete(entry.path()));
                            }
                            files.delete(path);
                        }),
                mutant("refuses-to-delete-empty-directories", "FILE-19", "empty is a directory")
                        .delete((files, path) -> {
                            boolean empty = files.stat(path).isDirectory()
                                    && files.list(path).isEmpty();
                            refuse(empty, path, path + " is a directory");
                            files.delete(path);
                        }),
                mutant("leaves-the-top-when-it-deletes-all", "FILE-19", "deleteAll left a directory")
                        .breaks("FILE-6", "a deleted directory is still there")
                        .deleteAll((files, path) -> files.list(path).forEach(entry -> files.deleteAll(entry.path()))),
                mutant("gives-no-reason-for-a-failure", "FILE-20", "gave a wrong reason")
                        .delete((files, path) -> {
                            try {
                                files.delete(path);
                            } catch (SandboxFileNotFoundException missing) {
                                throw missing;
                            } catch (SandboxFileException refusal) {
                                throw new SandboxFileException(
                                        path, FileFailure.OTHER, Fault.of(String.valueOf(refusal.getMessage())));
                            }
                        }),
                mutant("deletes-what-a-link-points-to", "FILE-6", "deleting a link deleted what it points to")
                        .delete((files, path) -> {
                            FileEntry entry = files.stat(path);
                            files.delete(path);
                            if (entry.isLink()) {
                                files.deleteAll(target(entry));
                            }
                        }),
                mutant("deletes-what-is-missing", "FILE-6", "deleting a missing file did not say")
                        .delete((files, path) -> {
                            if (files.exists(path)) {
                                files.delete(path);
                            }
                        }),
                mutant("sets-the-executable-bits-only", "FILE-6", "chmod did not set the mode of a file")
                        .files(working -> new ForwardingSandboxFiles(working) {
                            @Override
                            public void chmod(String path, int mode) {
                                files().chmod(path, (mode & 0100) == 0 ? 0644 : 0755);
                            }
                        }),
                mutant("makes-one-directory-at-a-time", "FILE-6", "mkdirs did not make the missing parents")
                        .mkdirs((files, path) -> {
                            int last = path.lastIndexOf('/');
                            boolean orphan = last > 0 && !files.exists(path.substring(0, last));
                            refuse(orphan, path, "No parent of " + path);
                            files.mkdirs(path);
                        }),
                mutant("changes-a-directory-that-is-there", "FILE-6", "mkdirs changed a directory that was there")
                        .mkdirs((files, path) -> {
                            files.mkdirs(path);
                            files.chmod(path, 0755);
                        }),
                mutant("is-content-with-a-file-where-a-directory-should-be")
                        .breaks("FILE-6", "mkdirs at the place of a file was not refused")
                        .mkdirs((files, path) -> {
                            if (!files.exists(path)) {
                                files.mkdirs(path);
                            }
                        }));
    }

    private static List<MutantBuilder> patterns() {
        return List.of(
                mutant("lets-a-star-cross-directories", "FILE-7", "the pattern *.txt finds something else")
                        .glob(matching(pattern -> pattern.replaceAll("\\*+", "**"))),
                mutant("wants-a-directory-for-two-stars", "FILE-7", "the pattern **/*.txt finds something else")
                        .glob(matching(pattern -> pattern.replace("**/", "*/**/"))),
                mutant("takes-a-question-mark-for-a-star", "FILE-7", "the pattern log? finds something else")
                        .glob(matching(pattern -> pattern.replace('?', '*'))),
                mutant("takes-a-dot-for-any-character", "FILE-7", "the pattern ")
                        .glob(matching(pattern -> pattern.replace('.', '?'))),
                mutant("does-not-turn-classes-around", "FILE-7", "the pattern data-[!a] finds something else")
                        .glob(matching(pattern -> pattern.replace("[!a]", "[a!]"))));
    }

    private static List<MutantBuilder> names() {
        return List.of(
                mutant("writes-names-without-space-around-them", "FILE-8", "has another name inside")
                        .write(naming(String::strip)),
                mutant("decodes-names-as-if-they-were-addresses", "FILE-8", "has another name inside")
                        .write(naming(path -> path.replace("%41", "A"))),
                mutant("composes-the-characters-of-names", "FILE-8", "has another name inside")
                        .write(naming(path -> Normalizer.normalize(path, Normalizer.Form.NFC))),
                mutant("has-room-for-a-hundred-bytes-of-a-name", "FILE-8", "a file with an odd name was refused")
                        .write(naming(path -> {
                            boolean large = path.length() - path.lastIndexOf('/') > 100;
                            refuse(large, path, "The name is too long: " + path);
                            return path;
                        })),
                mutant("takes-names-with-a-dash-for-options", "FILE-8", "unknown option -rf")
                        .delete((files, path) -> {
                            refuse(path.startsWith("-"), path, "unknown option " + path);
                            files.delete(path);
                        }),
                mutant("splits-a-listing-at-newlines", "FILE-8", "listed under other names")
                        .listing(entries(entry -> entry.path().lines().map(line -> named(entry, line)))),
                mutant("lists-names-in-ascii", "FILE-8", "listed under other names")
                        .listing(entries(
                                entry -> Stream.of(named(entry, entry.path().replaceAll("[^\\x00-\\x7f]", "?"))))));
    }

    private static void refuse(boolean refused, String path, String what) {
        if (refused) {
            throw new SandboxFileException(path, FileFailure.OTHER, Fault.of(what));
        }
    }

    private static List<FileEntry> reversed(List<FileEntry> entries) {
        List<FileEntry> reversed = new ArrayList<>(entries);
        Collections.reverse(reversed);
        return reversed;
    }

    private static FileEntry named(FileEntry from, String path) {
        return new FileEntry(path, from.type(), from.size(), from.mode(), from.modified(), from.linkTarget());
    }

    private static FileEntry with(FileEntry from, FileType type, long size, int mode) {
        return new FileEntry(from.path(), type, size, mode, from.modified(), from.linkTarget());
    }

    private static FileEntry with(FileEntry from, Instant modified, Optional<String> target) {
        return new FileEntry(from.path(), from.type(), from.size(), from.mode(), modified, target);
    }

    /** Returns where a link leads, were its parents no links. */
    private static String target(FileEntry link) {
        String target = link.linkTarget().orElseThrow();
        return target.startsWith("/")
                ? target
                : link.path().substring(0, link.path().lastIndexOf('/') + 1) + target;
    }

    private static BiFunction<SandboxFiles, String, List<FileEntry>> entries(
            Function<FileEntry, Stream<FileEntry>> change) {
        return (files, folder) -> files.list(folder).stream().flatMap(change).toList();
    }

    private static BiFunction<SandboxFiles, String, FileEntry> looking(UnaryOperator<FileEntry> change) {
        return (files, path) -> change.apply(files.stat(path));
    }

    private static TriFunction<SandboxFiles, String, String, List<FileEntry>> matching(UnaryOperator<String> change) {
        return (files, folder, pattern) -> files.glob(folder, change.apply(pattern));
    }

    private static Write naming(UnaryOperator<String> change) {
        return (files, path, content, options) -> files.write(change.apply(path), content, options);
    }
}
