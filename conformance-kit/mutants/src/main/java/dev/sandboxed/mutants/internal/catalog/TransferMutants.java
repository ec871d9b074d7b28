package dev.sandboxed.mutants.internal.catalog;

import static dev.sandboxed.mutants.internal.Calls.onHost;
import static dev.sandboxed.mutants.internal.Mutant.mutant;
import static dev.sandboxed.mutants.internal.Mutant.together;

import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.FileType;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.files.TransferListener;
import dev.sandboxed.api.internal.files.FileModes;
import dev.sandboxed.mutants.internal.FileVerbs.Download;
import dev.sandboxed.mutants.internal.FileVerbs.Upload;
import dev.sandboxed.mutants.internal.MutantBuilder;
import dev.sandboxed.mutants.internal.TriFunction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Trees that lose something on their way, and links that lead out of the sandbox. */
final class TransferMutants {

    private static final int SOME = 30;

    private TransferMutants() {}

    static List<MutantBuilder> all() {
        return together(uploads(), downloads(), escapes(), exposures(), progress());
    }

    private static List<MutantBuilder> uploads() {
        return List.of(
                mutant("uploads-without-modes", "FILE-10", "an upload did not keep the mode of")
                        .upload(afterwards((files, tree) ->
                                tree.filter(FileEntry::isFile).forEach(entry -> files.chmod(entry.path(), 0644)))),
                mutant("uploads-copies-instead-of-links", "FILE-10", "an upload did not keep the link")
                        .upload(afterwards((files, tree) -> tree.filter(
                                        entry -> entry.name().equals("near"))
                                .forEach(entry -> {
                                    byte[] content = files.readBytes(entry.path());
                                    files.delete(entry.path());
                                    files.write(entry.path(), content);
                                }))),
                mutant("uploads-no-empty-files", "FILE-10", "an upload left out an empty file")
                        .upload(without((files, entry) -> entry.isFile() && entry.size() == 0)),
                mutant("uploads-no-empty-folders", "FILE-10", "an upload left out an empty folder")
                        .upload(without((files, entry) ->
                                entry.isDirectory() && files.list(entry.path()).isEmpty())),
                mutant("uploads-the-first-files-of-a-tree", "FILE-10", "did not bring every file")
                        .upload(afterwards((files, tree) -> tree.filter(
                                        entry -> entry.path().contains("/f"))
                                .skip(SOME)
                                .forEach(entry -> files.delete(entry.path())))),
                mutant("uploads-a-file-into-a-folder-of-its-name", "FILE-10", "a single file was not uploaded")
                        .upload((files, source, target, progress) -> files.upload(
                                source,
                                Files.isDirectory(source) ? target : target + "/" + source.getFileName(),
                                progress)));
    }

    private static List<MutantBuilder> downloads() {
        return List.of(
                mutant("downloads-without-modes", "FILE-10", "a download did not keep content, mode or link")
                        .download(afterDownload(
                                Files::isRegularFile,
                                path -> Files.setPosixFilePermissions(path, FileModes.toPermissions(0644)))),
                mutant("downloads-copies-instead-of-links", "FILE-10", "a download did not keep content, mode or link")
                        .download(
                                afterDownload(path -> Files.isSymbolicLink(path) && Files.isRegularFile(path), path -> {
                                    byte[] content = Files.readAllBytes(path);
                                    Files.delete(path);
                                    return Files.write(path, content);
                                })));
    }

    private static List<MutantBuilder> escapes() {
        String out = "which points out of it, was downloaded";
        return List.of(
                mutant("leaves-out-links-that-point-out", "FILE-11", out)
                        .download(whereRefused((files, source, target) -> copy(files, source, target, false))),
                mutant("downloads-links-wherever-they-point", "FILE-11", out)
                        .download(whereRefused((files, source, target) -> copy(files, source, target, true))),
                mutant("refuses-a-download-when-half-of-it-is-written")
                        .breaks("FILE-11", "a download that was refused has written something")
                        .download(whereRefused((files, source, target) -> {
                            copy(files, source, target, false);
                            files.download(source, target);
                            return target;
                        })),
                mutant("refuses-a-download-without-telling-why", "FILE-11", "refused a download in another way")
                        .download(whereRefused((files, source, target) -> {
                            throw new IllegalStateException("Cannot download " + source);
                        })),
                mutant("downloads-through-links-of-the-host", "FILE-11", "a download wrote outside of its target")
                        .download((files, source, target, options) -> {
                            if (Files.isDirectory(target)) {
                                copy(files, source, target, true);
                            } else {
                                files.download(source, target, options);
                            }
                        }));
    }

    private static List<MutantBuilder> exposures() {
        return List.of(
                mutant("reads-the-host-through-links", "FILE-12", "gave a file of the host")
                        .read((files, path) -> {
                            Path host = behind(files, path);
                            return Files.isRegularFile(host)
                                    ? onHost(() -> Files.newInputStream(host))
                                    : files.read(path);
                        }),
                mutant("lists-the-host-through-links", "FILE-12", "showed a folder of the host")
                        .listing((files, path) -> {
                            Path host = behind(files, path);
                            return Files.isDirectory(host)
                                    ? below(host).stream()
                                            .map(TransferMutants::entry)
                                            .toList()
                                    : files.list(path);
                        }),
                mutant("looks-at-the-host-through-links", "FILE-12", "stat looked at a file of the host")
                        .stat((files, path) -> {
                            Path host = behind(files, path);
                            return path.contains("/") && Files.exists(host) ? entry(host) : files.stat(path);
                        }),
                mutant("writes-to-the-host-through-links", "FILE-12", "wrote to the host")
                        .write((files, path, content, options) -> {
                            Path host = behind(files, path);
                            if (Files.isRegularFile(host)) {
                                onHost(() -> Files.write(host, content.readAllBytes()));
                            } else {
                                files.write(path, content, options);
                            }
                        }),
                mutant("deletes-on-the-host-through-links", "FILE-12", "deleted a file of the host")
                        .delete((files, path) -> {
                            Path host = behind(files, path);
                            if (!path.contains("/") || !onHost(() -> Files.deleteIfExists(host))) {
                                files.delete(path);
                            }
                        }));
    }

    private static List<MutantBuilder> progress() {
        return List.of(
                mutant("tells-nothing-while-it-uploads")
                        .breaks("FILE-14", "the progress of an upload was not told file by file")
                        .upload(tellingUp(told -> TransferListener.SILENT)),
                mutant("tells-nothing-while-it-downloads")
                        .breaks("FILE-14", "the progress of a download was not told file by file")
                        .download(tellingDown(told -> TransferListener.SILENT)),
                mutant("counts-every-uploaded-file-as-the-first")
                        .breaks("FILE-14", "the progress of an upload counts files wrongly")
                        .upload(tellingUp(told -> (path, count, bytes) -> told.transferred(path, 1, bytes))),
                mutant("counts-no-bytes-of-a-download", "FILE-14", "the progress of a download counts bytes wrongly")
                        .download(tellingDown(told -> (path, count, bytes) -> told.transferred(path, count, 0))),
                mutant("names-the-folder-instead-of-the-uploaded-file")
                        .breaks("FILE-14", "the progress of an upload names another file")
                        .upload(tellingUp(told -> (path, count, bytes) -> told.transferred("tree", count, bytes))));
    }

    private static Upload tellingUp(UnaryOperator<TransferListener> change) {
        return (files, source, target, told) -> files.upload(source, target, change.apply(told));
    }

    private static Download tellingDown(UnaryOperator<TransferListener> change) {
        return (files, source, target, options) ->
                files.download(source, target, options.withProgress(change.apply(options.progress())));
    }

    /** Changes a tree after it was uploaded. */
    private static Upload afterwards(BiConsumer<SandboxFiles, Stream<FileEntry>> change) {
        return (files, source, target, progress) -> {
            files.upload(source, target, progress);
            if (Files.isDirectory(source)) {
                change.accept(files, files.walk(target).stream());
            }
        };
    }

    /** Leaves out some of a tree that is uploaded. */
    private static Upload without(BiPredicate<SandboxFiles, FileEntry> which) {
        return afterwards((files, tree) ->
                tree.filter(entry -> which.test(files, entry)).toList().forEach(entry -> files.delete(entry.path())));
    }

    /** Changes some files on the host after they were downloaded. */
    private static Download afterDownload(Predicate<Path> which, HostChange change) {
        return (files, source, target, options) -> {
            files.download(source, target, options);
            if (Files.isDirectory(target)) {
                below(target).stream().filter(which).forEach(path -> onHost(() -> change.make(path)));
            }
        };
    }

    /** Does something else where a download is refused. */
    private static Download whereRefused(TriFunction<SandboxFiles, String, Path, Path> otherwise) {
        return (files, source, target, options) -> {
            try {
                files.download(source, target, options);
            } catch (SandboxFileException refused) {
                otherwise.apply(files, source, target);
            }
        };
    }

    /** Copies a tree without a thought about where links lead, in the sandbox as on the host. */
    private static Path copy(SandboxFiles files, String source, Path target, boolean links) {
        String base = files.stat(source).path() + "/";
        onHost(() -> Files.createDirectories(target));
        for (FileEntry entry : files.walk(source)) {
            Path to = target.resolve(entry.path().substring(base.length()));
            if (entry.isDirectory()) {
                onHost(() -> Files.createDirectories(to));
            } else if (entry.isFile()) {
                onHost(() -> Files.write(to, files.readBytes(entry.path())));
            } else if (links) {
                onHost(() ->
                        Files.createSymbolicLink(to, Path.of(entry.linkTarget().orElseThrow())));
            }
        }
        return target;
    }

    /** Returns where a path leads on the host when its first name is a link; a path that is not there where it is none. */
    private static Path behind(SandboxFiles files, String path) {
        String[] names = path.split("/", 2);
        boolean link = !names[0].isEmpty()
                && files.exists(names[0])
                && files.stat(names[0]).isLink();
        Path nowhere = Path.of("/nowhere/on/this/host");
        if (!link) {
            return nowhere;
        }
        Path target = Path.of(files.stat(names[0]).linkTarget().orElseThrow());
        Path host = names.length == 1 ? target : target.resolve(names[1]);
        return host.isAbsolute() ? host : nowhere;
    }

    private static FileEntry entry(Path host) {
        return new FileEntry(host.toString(), FileType.FILE, 0, 0644, Instant.EPOCH, Optional.empty());
    }

    private static List<Path> below(Path folder) {
        return onHost(() -> {
            try (Stream<Path> all = Files.walk(folder)) {
                return all.toList();
            }
        });
    }

    /** Changes a file of the host. */
    @FunctionalInterface
    private interface HostChange {
        Path make(Path path) throws IOException;
    }
}
