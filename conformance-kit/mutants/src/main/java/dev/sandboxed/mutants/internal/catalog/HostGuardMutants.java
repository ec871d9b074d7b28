package dev.sandboxed.mutants.internal.catalog;

import static dev.sandboxed.mutants.internal.Calls.caught;
import static dev.sandboxed.mutants.internal.Calls.idle;
import static dev.sandboxed.mutants.internal.Calls.onHost;
import static dev.sandboxed.mutants.internal.Mutant.mutant;
import static dev.sandboxed.mutants.internal.Mutant.together;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.files.DownloadOptions;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.ResourceLimitException;
import dev.sandboxed.api.spec.Mount;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.conformance.internal.host.Removal;
import dev.sandboxed.mutants.internal.CarelessUnpacker;
import dev.sandboxed.mutants.internal.CarelessUnpacker.Blindness;
import dev.sandboxed.mutants.internal.MutantBuilder;
import dev.sandboxed.mutants.internal.TriFunction;
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
import java.util.stream.Stream;

/** Hosts that are harmed by what they let in and out. */
final class HostGuardMutants {

    private static final int SET_USER_ID = 04000;
    private static final int SET_BOTH = 06000;

    private HostGuardMutants() {}

    static List<MutantBuilder> all() {
        return together(images(), mounts(), reads(), downloads());
    }

    private static List<MutantBuilder> images() {
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
                mutant("breaks-down-under-hostile-images", "LIFE-22", "was refused with another exception")
                        .claiming(Capability.IMAGE, withImages(image -> {
                            throw new UncheckedIOException(new IOException("Is a directory: " + image));
                        })));
    }

    private static MutantBuilder unpacking(String name, Blindness fault, String trick) {
        return mutant(name, "LIFE-22", trick).claiming(Capability.IMAGE, withImages(image -> {
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

    private static BiFunction<SandboxProvider, SandboxSpec, Sandbox> withImages(Unpacking unpacking) {
        return (provider, spec) -> {
            String image = spec.image().orElse("");
            if (image.isEmpty()) {
                return provider.create(spec);
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
            return provider.create(CreationMutants.labelsOf(spec));
        };
    }

    private static List<MutantBuilder> mounts() {
        return List.of(
                mounting("takes-only-one-of-two-bits-from-files-on-mounts", SET_USER_ID, path -> true),
                mounting("forgets-folders-on-mounts", SET_BOTH, path -> !Files.isDirectory(path)),
                mounting("forgets-pipes-on-mounts", SET_BOTH, path -> Files.isRegularFile(path)));
    }

    /** Mounts writable folders as they are, and takes bits away from some of what was made there. */
    private static MutantBuilder mounting(String name, int bits, Predicate<Path> which) {
        return mutant(name, "LIFE-23", "runs as its owner")
                .claiming(Capability.MOUNTS, CreationMutants.mounting(HostGuardMutants::place))
                .exec((sandbox, command) -> {
                    ExecResult run = sandbox.exec(command);
                    sandbox.spec().mounts().stream()
                            .filter(Mount::writable)
                            .forEach(mount -> clean(mount.source(), bits, which));
                    return run;
                });
    }

    private static String place(Sandbox sandbox, Mount mount) {
        return mount.writable() ? mount.source().toString() : CreationMutants.copy(sandbox, mount);
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

    private static List<MutantBuilder> reads() {
        DataSize usual = SandboxFiles.MOST_IN_MEMORY;
        return List.of(
                mutant("cuts-what-is-too-large-for-memory", "FILE-16", "was read into memory")
                        .readBytes(onLimit((path, refusal) -> new byte[0])),
                mutant("tells-a-large-file-as-any-other-failure")
                        .breaks("FILE-16", "was read into memory, or not refused with")
                        .readBytes(onLimit((path, refusal) -> {
                            throw new SandboxFileException(path, FileFailure.OTHER, Fault.of("Cannot allocate memory"));
                        })),
                mutant("does-not-say-how-large-is-too-large", "FILE-16", "without its size")
                        .readBytes(onLimit((path, refusal) -> {
                            throw new ResourceLimitException(refusal.resource(), "", "", Fault.of("Too large"));
                        })),
                mutant("reads-a-large-file-for-ever", "FILE-16", "neither read into memory nor")
                        .readBytes(onLimit((path, refusal) -> {
                            idle(Duration.ofSeconds(9));
                            throw refusal;
                        })),
                mutant("ignores-a-lower-limit-of-a-read", "FILE-16", "of one byte more than a limit")
                        .readBytes((files, path, most) ->
                                files.readBytes(path, most.bytes() < usual.bytes() ? usual : most)),
                mutant("ignores-a-higher-limit-of-a-read", "FILE-16", "is not in force")
                        .readBytes((files, path, most) ->
                                files.readBytes(path, most.bytes() > usual.bytes() ? usual : most)),
                mutant("is-of-no-use-after-a-large-file", "FILE-16", "connection reset by peer")
                        .readBytes((files, path, most) -> {
                            if (path.equals("small") && most.equals(usual) && files.exists("huge")) {
                                throw new SandboxTransportException(Fault.of("connection reset by peer"));
                            }
                            return files.readBytes(path, most);
                        }));
    }

    /** Answers a refusal for the usual limit. */
    private static TriFunction<SandboxFiles, String, DataSize, byte[]> onLimit(
            BiFunction<String, ResourceLimitException, byte[]> answer) {
        return (files, path, most) ->
                caught(() -> files.readBytes(path, most), ResourceLimitException.class, refusal -> {
                    if (!most.equals(SandboxFiles.MOST_IN_MEMORY)) {
                        throw refusal;
                    }
                    return answer.apply(path, refusal);
                });
    }

    private static List<MutantBuilder> downloads() {
        return List.of(
                mutant("ignores-the-budget-of-a-download", "FILE-17", "was not refused with")
                        .download((files, source, target, options) ->
                                files.download(source, target, options.withBudget(DownloadOptions.DEFAULT.budget()))),
                mutant("refuses-a-download-of-just-its-budget", "FILE-17", "a download of just its budget was refused")
                        .download((files, source, target, options) ->
                                files.download(source, target, options.withBudget(lessOf(options.budget())))),
                mutant("leaves-what-came-before-the-budget-was-spent", "FILE-17", "has left something on the host")
                        .download((files, source, target, options) -> {
                            try {
                                files.download(source, target, options);
                            } catch (ResourceLimitException refusal) {
                                store(target.resolveSibling("part"), InputStream.nullInputStream());
                                throw refusal;
                            }
                        }),
                mutant("fills-the-holes-of-a-download", "FILE-18", "takes all that room on the host")
                        .download((files, source, target, options) -> {
                            files.download(source, target, options);
                            if (Files.isRegularFile(target)) {
                                store(target, files.read(source));
                            }
                        }));
    }

    private static DataSize lessOf(DataSize budget) {
        return budget.bytes() > DataSize.ofGibibytes(1).bytes() ? budget : DataSize.ofBytes(budget.bytes() - 1);
    }

    private static void store(Path file, InputStream content) {
        onHost(() -> {
            try (content) {
                return Files.write(file, content.readAllBytes());
            }
        });
    }
}
