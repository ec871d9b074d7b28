package dev.sandboxed.mutants.catalog;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.FileType;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.files.WriteOptions;
import dev.sandboxed.api.spi.ForwardingSandboxFiles;
import dev.sandboxed.mutants.Mutant;
import java.io.InputStream;
import java.text.Normalizer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Listings that lie, verbs that do something else, and names that are taken for more than names. */
final class FolderMutants {

    private FolderMutants() {}

    static List<Mutant> all() {
        return Stream.of(listings(), looks(), moves(), verbs(), patterns(), names())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Mutant> listings() {
        return List.of(
                Mutant.named("lists-in-another-order")
                        .breaks("FILE-5", "a list is not sorted by name")
                        .files(files -> listing(files, FolderMutants::reversed)),
                Mutant.named("lists-no-files-with-a-dot")
                        .breaks("FILE-5", "files with a dot included")
                        .files(files -> listing(
                                files,
                                found -> found.stream()
                                        .filter(entry -> !entry.name().startsWith("."))
                                        .toList())),
                Mutant.named("lists-sizes-of-zero")
                        .breaks("FILE-5", "a list and stat disagree")
                        .files(files -> listing(
                                files,
                                found -> found.stream()
                                        .map(entry -> entry(entry, entry.path(), entry.type(), 0, entry.mode()))
                                        .toList())),
                Mutant.named("lists-names-instead-of-paths")
                        .breaks("FILE-5", "has not its absolute path")
                        .files(files -> listing(
                                files,
                                found -> found.stream()
                                        .map(entry -> named(entry, entry.name()))
                                        .toList())),
                Mutant.named("walks-into-links")
                        .breaks("FILE-5", "shows something twice")
                        .files(files -> walking(files, found -> {
                            List<FileEntry> more = new ArrayList<>(found);
                            found.stream()
                                    .filter(entry -> entry.name().equals("to-folder"))
                                    .forEach(link -> more.addAll(files.list(link.path())));
                            return more;
                        })),
                Mutant.named("walks-children-before-their-parents")
                        .breaks("FILE-5", "children before their parents")
                        .files(files -> walking(files, FolderMutants::reversed)));
    }

    private static List<Mutant> looks() {
        return List.of(
                Mutant.named("looks-at-what-a-link-points-to")
                        .breaks("FILE-5", "a wrong type for 'near'")
                        .files(files -> looking(files, entry -> {
                            boolean leads = entry.isLink() && files.exists(target(entry));
                            return leads ? files.stat(target(entry)) : entry;
                        })),
                Mutant.named("tells-the-time-of-the-look-as-that-of-the-change")
                        .breaks("FILE-5", "a wrong time of change")
                        .files(files -> looking(
                                files,
                                entry -> new FileEntry(
                                        entry.path(),
                                        entry.type(),
                                        entry.size(),
                                        entry.mode(),
                                        Instant.now(),
                                        entry.target()))),
                Mutant.named("tells-the-usual-mode-of-every-directory")
                        .breaks("FILE-5", "a wrong mode of a directory")
                        .files(files -> looking(
                                files,
                                entry -> entry.isDirectory()
                                        ? entry(entry, entry.path(), entry.type(), entry.size(), 0755)
                                        : entry)),
                Mutant.named("takes-a-pipe-for-a-file")
                        .breaks("FILE-5", "a wrong type for 'pipe'")
                        .files(files -> looking(
                                files,
                                entry -> entry.type() == FileType.OTHER
                                        ? entry(entry, entry.path(), FileType.FILE, 0, entry.mode())
                                        : entry)),
                Mutant.named("resolves-the-target-of-a-link")
                        .breaks("FILE-5", "as it is written in the link")
                        .files(files -> looking(
                                files,
                                entry -> new FileEntry(
                                        entry.path(),
                                        entry.type(),
                                        entry.size(),
                                        entry.mode(),
                                        entry.modified(),
                                        entry.isLink() ? target(entry) : null))),
                Mutant.named("denies-links-that-lead-nowhere")
                        .breaks("FILE-5", "'dangling' is there and exists() denies it")
                        .files(files -> new ForwardingSandboxFiles(files) {
                            @Override
                            public boolean exists(String path) {
                                return files.exists(path)
                                        && (!files.stat(path).isLink() || files.exists(target(files.stat(path))));
                            }
                        }));
    }

    private static List<Mutant> moves() {
        return List.of(
                Mutant.named("copies-instead-of-moving")
                        .breaks("FILE-6", "a moved file is still at its old place")
                        .files(files -> moving(files, (from, to) -> {
                            boolean plain =
                                    files.exists(from) && files.stat(from).isFile();
                            byte[] content = plain ? files.readBytes(from) : new byte[0];
                            files.move(from, to);
                            if (plain) {
                                files.write(from, content);
                            }
                        })),
                Mutant.named("does-not-replace-when-it-moves")
                        .breaks("FILE-6", "taken is there already")
                        .files(files -> moving(files, (from, to) -> {
                            if (files.exists(to)) {
                                throw new SandboxFileException(to, Fault.of(to + " is there already"));
                            }
                            files.move(from, to);
                        })),
                Mutant.named("makes-no-parents-when-it-moves")
                        .breaks("FILE-6", "new/place is missing")
                        .files(files -> moving(files, (from, to) -> {
                            String parent = to.substring(0, Math.max(0, to.lastIndexOf('/')));
                            if (parent.contains("/") && !files.exists(parent)) {
                                throw new SandboxFileNotFoundException(to, Fault.of(parent + " is missing"));
                            }
                            files.move(from, to);
                        })),
                Mutant.named("moves-what-a-link-points-to")
                        .breaks("FILE-6", "a moved link is no link any more")
                        .files(files -> moving(files, (from, to) -> {
                            boolean link =
                                    files.exists(from) && files.stat(from).isLink();
                            files.move(link ? target(files.stat(from)) : from, to);
                        })));
    }

    private static List<Mutant> verbs() {
        return List.of(
                Mutant.named("deletes-empty-directories-only")
                        .breaks("FILE-6", "dir is not empty")
                        .files(files -> deleting(files, path -> {
                            if (files.stat(path).isDirectory()
                                    && !files.list(path).isEmpty()) {
                                throw new SandboxFileException(path, Fault.of(path + " is not empty"));
                            }
                            files.delete(path);
                        })),
                Mutant.named("deletes-what-a-link-points-to")
                        .breaks("FILE-6", "deleting a link deleted what it points to")
                        .files(files -> deleting(files, path -> {
                            FileEntry entry = files.stat(path);
                            files.delete(path);
                            if (entry.isLink()) {
                                files.delete(target(entry));
                            }
                        })),
                Mutant.named("deletes-what-is-missing")
                        .breaks("FILE-6", "deleting a missing file did not say")
                        .files(files -> deleting(files, path -> {
                            if (files.exists(path)) {
                                files.delete(path);
                            }
                        })),
                Mutant.named("sets-the-executable-bits-only")
                        .breaks("FILE-6", "chmod did not set the mode of a file")
                        .files(files -> new ForwardingSandboxFiles(files) {
                            @Override
                            public void chmod(String path, int mode) {
                                files.chmod(path, (mode & 0100) == 0 ? 0644 : 0755);
                            }
                        }),
                Mutant.named("makes-one-directory-at-a-time")
                        .breaks("FILE-6", "mkdirs did not make the missing parents")
                        .files(files -> making(files, path -> {
                            int last = path.lastIndexOf('/');
                            if (last > 0 && !files.exists(path.substring(0, last))) {
                                throw new SandboxFileNotFoundException(path, Fault.of("No parent of " + path));
                            }
                            files.mkdirs(path);
                        })),
                Mutant.named("changes-a-directory-that-is-there")
                        .breaks("FILE-6", "mkdirs changed a directory that was there")
                        .files(files -> making(files, path -> {
                            files.mkdirs(path);
                            files.chmod(path, 0755);
                        })),
                Mutant.named("is-content-with-a-file-where-a-directory-should-be")
                        .breaks("FILE-6", "mkdirs at the place of a file was not refused")
                        .files(files -> making(files, path -> {
                            if (!files.exists(path)) {
                                files.mkdirs(path);
                            }
                        })));
    }

    private static List<Mutant> patterns() {
        return List.of(
                Mutant.named("lets-a-star-cross-directories")
                        .breaks("FILE-7", "the pattern *.txt finds something else")
                        .files(files -> matching(files, pattern -> pattern.replaceAll("\\*+", "**"))),
                Mutant.named("wants-a-directory-for-two-stars")
                        .breaks("FILE-7", "the pattern **/*.txt finds something else")
                        .files(files -> matching(files, pattern -> pattern.replace("**/", "*/**/"))),
                Mutant.named("takes-a-question-mark-for-a-star")
                        .breaks("FILE-7", "the pattern log? finds something else")
                        .files(files -> matching(files, pattern -> pattern.replace('?', '*'))),
                Mutant.named("takes-a-dot-for-any-character")
                        .breaks("FILE-7", "the pattern ")
                        .files(files -> matching(files, pattern -> pattern.replace('.', '?'))),
                Mutant.named("does-not-turn-classes-around")
                        .breaks("FILE-7", "the pattern data-[!a] finds something else")
                        .files(files -> matching(files, pattern -> pattern.replace("[!a]", "[a!]"))));
    }

    private static List<Mutant> names() {
        return List.of(
                Mutant.named("writes-names-without-space-around-them")
                        .breaks("FILE-8", "has another name inside")
                        .files(files -> naming(files, String::strip)),
                Mutant.named("decodes-names-as-if-they-were-addresses")
                        .breaks("FILE-8", "has another name inside")
                        .files(files -> naming(files, path -> path.replace("%41", "A"))),
                Mutant.named("composes-the-characters-of-names")
                        .breaks("FILE-8", "has another name inside")
                        .files(files -> naming(files, path -> Normalizer.normalize(path, Normalizer.Form.NFC))),
                Mutant.named("has-room-for-a-hundred-bytes-of-a-name")
                        .breaks("FILE-8", "a file with an odd name was refused")
                        .files(files -> naming(files, path -> {
                            if (path.length() - path.lastIndexOf('/') > 100) {
                                throw new SandboxFileException(path, Fault.of("The name is too long: " + path));
                            }
                            return path;
                        })),
                Mutant.named("takes-names-with-a-dash-for-options")
                        .breaks("FILE-8", "unknown option -rf")
                        .files(files -> deleting(files, path -> {
                            if (path.startsWith("-")) {
                                throw new SandboxFileException(path, Fault.of("unknown option " + path));
                            }
                            files.delete(path);
                        })),
                Mutant.named("splits-a-listing-at-newlines")
                        .breaks("FILE-8", "listed under other names")
                        .files(files -> listing(
                                files,
                                found -> found.stream()
                                        .flatMap(entry -> entry.path().lines().map(line -> named(entry, line)))
                                        .toList())),
                Mutant.named("lists-names-in-ascii")
                        .breaks("FILE-8", "listed under other names")
                        .files(files -> listing(
                                files,
                                found -> found.stream()
                                        .map(entry -> named(entry, entry.path().replaceAll("[^\\x00-\\x7f]", "?")))
                                        .toList())));
    }

    private static List<FileEntry> reversed(List<FileEntry> entries) {
        List<FileEntry> reversed = new ArrayList<>(entries);
        Collections.reverse(reversed);
        return reversed;
    }

    private static FileEntry named(FileEntry entry, String path) {
        return entry(entry, path, entry.type(), entry.size(), entry.mode());
    }

    private static FileEntry entry(FileEntry from, String path, FileType type, long size, int mode) {
        return new FileEntry(path, type, size, mode, from.modified(), from.target());
    }

    /** Where a link leads, were its parents no links. */
    private static String target(FileEntry link) {
        String target = link.linkTarget().orElseThrow();
        return target.startsWith("/")
                ? target
                : link.path().substring(0, link.path().lastIndexOf('/') + 1) + target;
    }

    private static SandboxFiles listing(SandboxFiles working, UnaryOperator<List<FileEntry>> change) {
        return new ForwardingSandboxFiles(working) {
            @Override
            public List<FileEntry> list(String directory) {
                return change.apply(files().list(directory));
            }
        };
    }

    private static SandboxFiles walking(SandboxFiles working, UnaryOperator<List<FileEntry>> change) {
        return new ForwardingSandboxFiles(working) {
            @Override
            public List<FileEntry> walk(String directory) {
                return change.apply(files().walk(directory));
            }
        };
    }

    private static SandboxFiles looking(SandboxFiles working, UnaryOperator<FileEntry> change) {
        return new ForwardingSandboxFiles(working) {
            @Override
            public FileEntry stat(String path) {
                return change.apply(files().stat(path));
            }
        };
    }

    private static SandboxFiles moving(SandboxFiles working, BiConsumer<String, String> move) {
        return new ForwardingSandboxFiles(working) {
            @Override
            public void move(String from, String to) {
                move.accept(from, to);
            }
        };
    }

    private static SandboxFiles deleting(SandboxFiles working, Consumer<String> delete) {
        return new ForwardingSandboxFiles(working) {
            @Override
            public void delete(String path) {
                delete.accept(path);
            }
        };
    }

    private static SandboxFiles making(SandboxFiles working, Consumer<String> mkdirs) {
        return new ForwardingSandboxFiles(working) {
            @Override
            public void mkdirs(String directory) {
                mkdirs.accept(directory);
            }
        };
    }

    private static SandboxFiles matching(SandboxFiles working, UnaryOperator<String> change) {
        return new ForwardingSandboxFiles(working) {
            @Override
            public List<FileEntry> glob(String directory, String pattern) {
                return files().glob(directory, change.apply(pattern));
            }
        };
    }

    private static SandboxFiles naming(SandboxFiles working, UnaryOperator<String> change) {
        return new ForwardingSandboxFiles(working) {
            @Override
            public void write(String path, InputStream content, WriteOptions options) {
                files().write(change.apply(path), content, options);
            }
        };
    }
}
