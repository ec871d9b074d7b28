package dev.sandboxed.mutants.catalog;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.files.DownloadOptions;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.ResourceLimitException;
import dev.sandboxed.api.spec.Mount;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SandboxSpecBuilder;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.api.spi.ForwardingSandboxFiles;
import dev.sandboxed.conformance.host.Removal;
import dev.sandboxed.mutants.CarelessUnpacker;
import dev.sandboxed.mutants.CarelessUnpacker.Blindness;
import dev.sandboxed.mutants.Mutant;
import dev.sandboxed.mutants.MutantBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Hosts that are harmed by what they let in and out. */
final class HostGuardMutants {

    private static final int SET_USER_ID = 04000;
    private static final int SET_BOTH = 06000;

    private HostGuardMutants() {}

    static List<Mutant> all() {
        return Stream.of(images(), mounts(), reads(), downloads())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Mutant> images() {
        return List.of(
                unpacking("lets-the-root-of-an-image-be-a-link", Blindness.ROOT, "its root is a link"),
                unpacking("unpacks-images-through-links", Blindness.PARENTS, "a file lies behind a link"),
                unpacking("sets-modes-of-an-image-by-name-at-the-end", Blindness.MODES, "a folder becomes a link"),
                unpacking("writes-to-links-of-an-image", Blindness.LINKS, "a file has the name of a link"),
                unpacking("lets-names-in-images-climb", Blindness.CLIMBING, "a name climbs"),
                unpacking(
                        "lets-images-name-files-of-the-host",
                        Blindness.HARD_LINKS,
                        "another name of one of the host's"),
                Mutant.named("breaks-down-under-hostile-images")
                        .breaks("LIFE-22", "was refused with another exception")
                        .provider(working -> withImages(working, image -> {
                            throw new UncheckedIOException(new IOException("Is a directory: " + image));
                        })));
    }

    private static Mutant unpacking(String name, Blindness fault, String trick) {
        return Mutant.named(name)
                .breaks("LIFE-22", trick)
                .provider(working -> withImages(working, image -> {
                    Path folder = Files.createTempDirectory("careless-image");
                    try {
                        new CarelessUnpacker(fault, Files.createDirectory(folder.resolve("root"))).unpack(image);
                    } finally {
                        Removal.of(folder);
                    }
                }));
    }

    /** Does something with an image. */
    @FunctionalInterface
    private interface Unpacking {
        void unpack(Path image) throws IOException;
    }

    private static SandboxProvider withImages(SandboxProvider working, Unpacking unpacking) {
        return CreationMutants.claiming(Capability.IMAGE, working, spec -> {
            String image = spec.image().orElse("");
            if (image.isEmpty()) {
                return working.create(spec);
            }
            try {
                if (!Files.isRegularFile(Path.of(image))) {
                    throw new IOException("it is no archive");
                }
                unpacking.unpack(Path.of(image));
            } catch (IOException e) {
                throw new SandboxStartException(Fault.of("Image '" + image + "' cannot be unpacked: " + e)
                        .cause(e));
            }
            SandboxSpecBuilder labelled = SandboxSpec.builder();
            spec.labels().forEach(labelled::label);
            return working.create(labelled.build());
        });
    }

    private static List<Mutant> mounts() {
        return List.of(
                mounting("lets-files-on-mounts-run-as-their-owner", 0, path -> true),
                mounting("takes-only-one-of-two-bits-from-files-on-mounts", SET_USER_ID, path -> true),
                mounting("forgets-folders-on-mounts", SET_BOTH, path -> !Files.isDirectory(path)),
                mounting("forgets-pipes-on-mounts", SET_BOTH, path -> Files.isRegularFile(path)));
    }

    /** Mount writable folders as they are, and take bits away from some of what was made there. */
    private static Mutant mounting(String name, int bits, Predicate<Path> which) {
        return Mutant.named(name).breaks("LIFE-23", "runs as its owner").provider(working -> {
            SandboxProvider mounting = CreationMutants.mounting(working, HostGuardMutants::place);
            return CreationMutants.claiming(
                    Capability.MOUNTS, mounting, spec -> cleaning(mounting.create(spec), spec.mounts(), bits, which));
        });
    }

    private static String place(Sandbox sandbox, Mount mount) {
        if (mount.writable()) {
            return mount.source().toString();
        }
        String copy = "mounted" + mount.target();
        sandbox.files().upload(mount.source(), copy);
        return copy;
    }

    private static Sandbox cleaning(Sandbox made, List<Mount> mounts, int bits, Predicate<Path> which) {
        return new ForwardingSandbox(made) {
            @Override
            public ExecResult exec(Command command) {
                ExecResult run = sandbox().exec(command);
                mounts.stream().filter(Mount::writable).forEach(mount -> clean(mount.source(), bits, which));
                return run;
            }
        };
    }

    private static void clean(Path folder, int bits, Predicate<Path> which) {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : (Iterable<Path>) all.filter(which)::iterator) {
                int mode = (int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
                Files.setAttribute(path, "unix:mode", mode & ~bits);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Mutant> reads() {
        return List.of(
                reading(
                        Mutant.named("cuts-what-is-too-large-for-memory").breaks("FILE-16", "was read into memory"),
                        (files, read) -> onLimit(files, read, refusal -> new byte[0])),
                reading(
                        Mutant.named("tells-a-large-file-as-any-other-failure")
                                .breaks("FILE-16", "was read into memory, or not refused with"),
                        (files, read) -> onLimit(files, read, refusal -> {
                            throw new SandboxFileException(read.path(), Fault.of("Cannot allocate memory"));
                        })),
                reading(
                        Mutant.named("does-not-say-how-large-is-too-large").breaks("FILE-16", "without its size"),
                        (files, read) -> onLimit(files, read, refusal -> {
                            throw new ResourceLimitException(refusal.resource(), "", "", Fault.of("Too large"));
                        })),
                reading(
                        Mutant.named("reads-a-large-file-for-ever").breaks("FILE-16", "neither read into memory nor"),
                        (files, read) -> onLimit(files, read, refusal -> {
                            HealthMutants.idle(Duration.ofSeconds(9));
                            throw refusal;
                        })),
                reading(
                        Mutant.named("ignores-a-lower-limit-of-a-read")
                                .breaks("FILE-16", "of one byte more than a limit"),
                        (files, read) ->
                                files.readBytes(read.path(), larger(read.most(), SandboxFiles.MOST_IN_MEMORY))),
                reading(
                        Mutant.named("ignores-a-higher-limit-of-a-read").breaks("FILE-16", "is not in force"),
                        (files, read) -> files.readBytes(
                                read.path(),
                                larger(read.most(), SandboxFiles.MOST_IN_MEMORY).equals(read.most())
                                        ? SandboxFiles.MOST_IN_MEMORY
                                        : read.most())),
                Mutant.named("is-of-no-use-after-a-large-file")
                        .breaks("FILE-16", "connection reset by peer")
                        .files(working -> new ForwardingSandboxFiles(working) {
                            @Override
                            public byte[] readBytes(String path, DataSize most) {
                                if (path.equals("small")
                                        && most.equals(SandboxFiles.MOST_IN_MEMORY)
                                        && files().exists("huge")) {
                                    throw new SandboxTransportException(Fault.of("connection reset by peer"));
                                }
                                return files().readBytes(path, most);
                            }
                        }));
    }

    /** A file that is read into memory, and how much of it at most. */
    private record Read(String path, DataSize most) {}

    private static Mutant reading(MutantBuilder mutant, BiFunction<SandboxFiles, Read, byte[]> change) {
        return mutant.files(working -> new ForwardingSandboxFiles(working) {
            @Override
            public byte[] readBytes(String path, DataSize most) {
                return change.apply(files(), new Read(path, most));
            }
        });
    }

    /** Answers a refusal for the usual limit. */
    @FunctionalInterface
    private interface Answer {
        byte[] to(ResourceLimitException refusal);
    }

    private static byte[] onLimit(SandboxFiles files, Read read, Answer answer) {
        try {
            return files.readBytes(read.path(), read.most());
        } catch (ResourceLimitException refusal) {
            if (!read.most().equals(SandboxFiles.MOST_IN_MEMORY)) {
                throw refusal;
            }
            return answer.to(refusal);
        }
    }

    private static DataSize larger(DataSize one, DataSize other) {
        return one.bytes() > other.bytes() ? one : other;
    }

    private static List<Mutant> downloads() {
        return List.of(
                downloading(
                        Mutant.named("ignores-the-budget-of-a-download").breaks("FILE-17", "was not refused with"),
                        options -> options.withBudget(DownloadOptions.DEFAULT.budget())),
                downloading(
                        Mutant.named("refuses-a-download-of-just-its-budget")
                                .breaks("FILE-17", "a download of just its budget was refused"),
                        options -> options.budget().bytes()
                                        > DataSize.ofGibibytes(1).bytes()
                                ? options
                                : options.withBudget(
                                        DataSize.ofBytes(options.budget().bytes() - 1))),
                Mutant.named("leaves-what-came-before-the-budget-was-spent")
                        .breaks("FILE-17", "has left something on the host")
                        .files(working -> new ForwardingSandboxFiles(working) {
                            @Override
                            public void download(String source, Path target, DownloadOptions options) {
                                try {
                                    files().download(source, target, options);
                                } catch (ResourceLimitException refusal) {
                                    store(target.resolveSibling("part"), InputStream.nullInputStream());
                                    throw refusal;
                                }
                            }
                        }),
                Mutant.named("fills-the-holes-of-a-download")
                        .breaks("FILE-18", "takes all that room on the host")
                        .files(working -> new ForwardingSandboxFiles(working) {
                            @Override
                            public void download(String source, Path target, DownloadOptions options) {
                                files().download(source, target, options);
                                if (Files.isRegularFile(target)) {
                                    store(target, files().read(source));
                                }
                            }
                        }));
    }

    private static Mutant downloading(MutantBuilder mutant, UnaryOperator<DownloadOptions> change) {
        return mutant.files(working -> new ForwardingSandboxFiles(working) {
            @Override
            public void download(String source, Path target, DownloadOptions options) {
                files().download(source, target, change.apply(options));
            }
        });
    }

    private static void store(Path file, InputStream content) {
        try (content) {
            Files.write(file, content.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
