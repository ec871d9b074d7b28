package dev.sandboxed.mutants.catalog;

import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.files.DownloadOptions;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.FileModes;
import dev.sandboxed.api.files.FileType;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.files.TransferListener;
import dev.sandboxed.api.files.WriteOptions;
import dev.sandboxed.api.spi.ForwardingSandboxFiles;
import dev.sandboxed.mutants.Mutant;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Trees that lose something on their way, and links that lead out of the sandbox. */
final class TransferMutants {

    private static final int SOME = 30;

    private TransferMutants() {}

    static List<Mutant> all() {
        return Stream.of(uploads(), downloads(), escapes(), exposures(), progress())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Mutant> uploads() {
        return List.of(
                Mutant.named("uploads-without-modes")
                        .breaks("FILE-10", "an upload did not keep the mode of")
                        .files(files ->
                                afterUpload(files, entry -> files.chmod(entry.path(), 0644), FileEntry::isFile)),
                Mutant.named("uploads-copies-instead-of-links")
                        .breaks("FILE-10", "an upload did not keep the link")
                        .files(files -> afterUpload(
                                files,
                                entry -> {
                                    byte[] content = files.readBytes(entry.path());
                                    files.delete(entry.path());
                                    files.write(entry.path(), content);
                                },
                                entry -> entry.name().equals("near"))),
                Mutant.named("uploads-no-empty-files")
                        .breaks("FILE-10", "an upload left out an empty file")
                        .files(files -> afterUpload(
                                files,
                                entry -> files.delete(entry.path()),
                                entry -> entry.isFile() && entry.size() == 0)),
                Mutant.named("uploads-no-empty-folders")
                        .breaks("FILE-10", "an upload left out an empty folder")
                        .files(files -> afterUpload(
                                files,
                                entry -> files.delete(entry.path()),
                                entry -> entry.isDirectory()
                                        && files.list(entry.path()).isEmpty())),
                Mutant.named("uploads-the-first-files-of-a-tree")
                        .breaks("FILE-10", "did not bring every file")
                        .files(files -> {
                            AtomicInteger count = new AtomicInteger();
                            return afterUpload(
                                    files,
                                    entry -> files.delete(entry.path()),
                                    entry -> entry.path().contains("/f") && count.incrementAndGet() > SOME);
                        }),
                Mutant.named("uploads-a-file-into-a-folder-of-its-name")
                        .breaks("FILE-10", "a single file was not uploaded")
                        .files(files -> new ForwardingSandboxFiles(files) {
                            @Override
                            public void upload(Path source, String target, TransferListener told) {
                                boolean tree = Files.isDirectory(source);
                                files.upload(source, tree ? target : target + "/" + source.getFileName(), told);
                            }
                        }));
    }

    private static List<Mutant> downloads() {
        return List.of(
                Mutant.named("downloads-without-modes")
                        .breaks("FILE-10", "a download did not keep content, mode or link")
                        .files(files -> afterDownload(files, path -> {
                            if (Files.isRegularFile(path)) {
                                Files.setPosixFilePermissions(path, FileModes.toPermissions(0644));
                            }
                        })),
                Mutant.named("downloads-copies-instead-of-links")
                        .breaks("FILE-10", "a download did not keep content, mode or link")
                        .files(files -> afterDownload(files, path -> {
                            if (Files.isSymbolicLink(path) && Files.isRegularFile(path)) {
                                byte[] content = Files.readAllBytes(path);
                                Files.delete(path);
                                Files.write(path, content);
                            }
                        })));
    }

    private static List<Mutant> escapes() {
        return List.of(
                Mutant.named("leaves-out-links-that-point-out")
                        .breaks("FILE-11", "which points out of it, was downloaded")
                        .files(files -> downloading(files, (source, target) -> copy(files, source, target, false))),
                Mutant.named("downloads-links-wherever-they-point")
                        .breaks("FILE-11", "which points out of it, was downloaded")
                        .files(files -> downloading(files, (source, target) -> copy(files, source, target, true))),
                Mutant.named("refuses-a-download-when-half-of-it-is-written")
                        .breaks("FILE-11", "a download that was refused has written something")
                        .files(files -> downloading(files, (source, target) -> {
                            copy(files, source, target, false);
                            files.download(source, target);
                        })),
                Mutant.named("refuses-a-download-without-telling-why")
                        .breaks("FILE-11", "refused a download in another way")
                        .files(files -> downloading(files, (source, target) -> {
                            throw new IllegalStateException("Cannot download " + source);
                        })),
                Mutant.named("downloads-through-links-of-the-host")
                        .breaks("FILE-11", "a download wrote outside of its target")
                        .files(files -> new ForwardingSandboxFiles(files) {
                            @Override
                            public void download(String source, Path target, DownloadOptions options) {
                                if (!Files.isDirectory(target)) {
                                    files.download(source, target, options);
                                    return;
                                }
                                copy(files, source, target, true);
                            }
                        }));
    }

    private static List<Mutant> exposures() {
        return List.of(
                Mutant.named("reads-the-host-through-links")
                        .breaks("FILE-12", "gave a file of the host")
                        .files(files -> new ForwardingSandboxFiles(files) {
                            @Override
                            public InputStream read(String path) {
                                Path host = behind(files, path);
                                return Files.isRegularFile(host)
                                        ? quietly(() -> Files.newInputStream(host))
                                        : files.read(path);
                            }
                        }),
                Mutant.named("lists-the-host-through-links")
                        .breaks("FILE-12", "showed a folder of the host")
                        .files(files -> new ForwardingSandboxFiles(files) {
                            @Override
                            public List<FileEntry> list(String path) {
                                Path host = behind(files, path);
                                return Files.isDirectory(host) ? entries(host) : files.list(path);
                            }
                        }),
                Mutant.named("looks-at-the-host-through-links")
                        .breaks("FILE-12", "stat looked at a file of the host")
                        .files(files -> new ForwardingSandboxFiles(files) {
                            @Override
                            public FileEntry stat(String path) {
                                Path host = behind(files, path);
                                boolean below = path.contains("/") && Files.exists(host);
                                return below ? entry(host) : files.stat(path);
                            }
                        }),
                Mutant.named("writes-to-the-host-through-links")
                        .breaks("FILE-12", "wrote to the host")
                        .files(files -> new ForwardingSandboxFiles(files) {
                            @Override
                            public void write(String path, InputStream content, WriteOptions options) {
                                Path host = behind(files, path);
                                if (Files.isRegularFile(host)) {
                                    quietly(() -> Files.write(host, content.readAllBytes()));
                                } else {
                                    files.write(path, content, options);
                                }
                            }
                        }),
                Mutant.named("deletes-on-the-host-through-links")
                        .breaks("FILE-12", "deleted a file of the host")
                        .files(files -> new ForwardingSandboxFiles(files) {
                            @Override
                            public void delete(String path) {
                                Path host = behind(files, path);
                                if (!path.contains("/") || !quietly(() -> Files.deleteIfExists(host))) {
                                    files.delete(path);
                                }
                            }
                        }));
    }

    private static List<Mutant> progress() {
        return List.of(
                Mutant.named("tells-nothing-while-it-uploads")
                        .breaks("FILE-14", "the progress of an upload was not told file by file")
                        .files(files -> telling(files, told -> TransferListener.SILENT, told -> told)),
                Mutant.named("tells-nothing-while-it-downloads")
                        .breaks("FILE-14", "the progress of a download was not told file by file")
                        .files(files -> telling(files, told -> told, told -> TransferListener.SILENT)),
                Mutant.named("counts-every-uploaded-file-as-the-first")
                        .breaks("FILE-14", "the progress of an upload counts files wrongly")
                        .files(files -> telling(
                                files, told -> (path, count, bytes) -> told.transferred(path, 1, bytes), told -> told)),
                Mutant.named("counts-no-bytes-of-a-download")
                        .breaks("FILE-14", "the progress of a download counts bytes wrongly")
                        .files(files -> telling(
                                files, told -> told, told -> (path, count, bytes) -> told.transferred(path, count, 0))),
                Mutant.named("names-the-folder-instead-of-the-uploaded-file")
                        .breaks("FILE-14", "the progress of an upload names another file")
                        .files(files -> telling(
                                files,
                                told -> (path, count, bytes) -> told.transferred("tree", count, bytes),
                                told -> told)));
    }

    private static SandboxFiles telling(
            SandboxFiles working, UnaryOperator<TransferListener> up, UnaryOperator<TransferListener> down) {
        return new ForwardingSandboxFiles(working) {
            @Override
            public void upload(Path source, String target, TransferListener told) {
                files().upload(source, target, up.apply(told));
            }

            @Override
            public void download(String source, Path target, DownloadOptions options) {
                files().download(source, target, options.withProgress(down.apply(options.progress())));
            }
        };
    }

    private static SandboxFiles afterUpload(
            SandboxFiles working, Consumer<FileEntry> change, Predicate<FileEntry> which) {
        return new ForwardingSandboxFiles(working) {
            @Override
            public void upload(Path source, String target, TransferListener told) {
                files().upload(source, target, told);
                if (Files.isDirectory(source)) {
                    files().walk(target).stream().filter(which).toList().forEach(change);
                }
            }
        };
    }

    private static SandboxFiles afterDownload(SandboxFiles working, HostChange change) {
        return new ForwardingSandboxFiles(working) {
            @Override
            public void download(String source, Path target, DownloadOptions options) {
                files().download(source, target, options);
                if (Files.isDirectory(target)) {
                    below(target)
                            .forEach(path -> quietly(() -> {
                                change.make(path);
                                return path;
                            }));
                }
            }
        };
    }

    /** Do something else where a download is refused. */
    private static SandboxFiles downloading(SandboxFiles working, BiConsumer<String, Path> otherwise) {
        return new ForwardingSandboxFiles(working) {
            @Override
            public void download(String source, Path target, DownloadOptions options) {
                try {
                    files().download(source, target, options);
                } catch (SandboxFileException refused) {
                    otherwise.accept(source, target);
                }
            }
        };
    }

    /** Copy a tree without a thought about where links lead, in the sandbox as on the host. */
    private static void copy(SandboxFiles files, String source, Path target, boolean links) {
        String base = files.stat(source).path() + "/";
        quietly(() -> Files.createDirectories(target));
        for (FileEntry entry : files.walk(source)) {
            Path to = target.resolve(entry.path().substring(base.length()));
            if (entry.isDirectory()) {
                quietly(() -> Files.createDirectories(to));
            } else if (entry.isFile()) {
                quietly(() -> Files.write(to, files.readBytes(entry.path())));
            } else if (links) {
                quietly(() ->
                        Files.createSymbolicLink(to, Path.of(entry.linkTarget().orElseThrow())));
            }
        }
    }

    /** Where a path leads on the host when its first name is a link; a path that is not there where it is none. */
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

    private static List<FileEntry> entries(Path host) {
        return below(host).stream().map(TransferMutants::entry).toList();
    }

    private static FileEntry entry(Path host) {
        return new FileEntry(host.toString(), FileType.FILE, 0, 0644, Instant.EPOCH, null);
    }

    private static List<Path> below(Path folder) {
        return quietly(() -> {
            try (Stream<Path> all = Files.walk(folder)) {
                return all.toList();
            }
        });
    }

    private static <T> T quietly(HostAction<T> action) {
        try {
            return action.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Does something with files of the host. */
    @FunctionalInterface
    private interface HostAction<T> {
        T run() throws IOException;
    }

    /** Changes a file of the host. */
    @FunctionalInterface
    private interface HostChange {
        void make(Path path) throws IOException;
    }
}
