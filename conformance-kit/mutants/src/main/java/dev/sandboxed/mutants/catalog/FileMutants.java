package dev.sandboxed.mutants.catalog;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.files.WriteOptions;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.ForwardingSandboxFiles;
import dev.sandboxed.mutants.Mutant;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Single files that come out other than they went in. */
final class FileMutants {

    private static final int MEBIBYTE = 1 << 20;

    private FileMutants() {}

    static List<Mutant> all() {
        return Stream.of(contents(), replacements(), refusals(), places(), batches())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Mutant> contents() {
        return List.of(
                Mutant.named("writes-seven-bits-of-each-byte")
                        .breaks("FILE-1", "is read differently")
                        .files(files -> changing(files, content -> mapped(content, one -> one & 127))),
                Mutant.named("leaves-out-carriage-returns")
                        .breaks("FILE-1", "was written")
                        .files(files -> changing(files, content -> mapped(content, one -> one == '\r' ? -1 : one))),
                Mutant.named("reads-text-instead-of-bytes")
                        .breaks("FILE-1", "is read differently")
                        .breaks("FILE-16", "is not in force")
                        .files(files -> reading(files, path -> asText(files.readText(path)))),
                Mutant.named("writes-one-mebibyte-at-most")
                        .breaks("FILE-1", "a large file that was written has another size")
                        .files(files -> changing(files, content -> firstOf(content, MEBIBYTE))),
                Mutant.named("reads-one-mebibyte-at-most")
                        .breaks("FILE-1", "is read differently than it was written")
                        .breaks("FILE-16", "was cut when it was read into memory")
                        .files(files -> reading(files, path -> firstOf(files.read(path), MEBIBYTE))),
                Mutant.named("collects-a-file-before-it-writes-it")
                        .breaks("FILE-1", "collected instead of streamed")
                        .files(files -> changing(files, content -> firstOf(content, Integer.MAX_VALUE))));
    }

    private static List<Mutant> replacements() {
        return List.of(
                Mutant.named("makes-one-missing-parent-only")
                        .breaks("FILE-2", "a folder that is missing was refused")
                        .files(files -> writing(files, (path, content, options) -> {
                            int last = path.lastIndexOf('/');
                            int before = last < 0 ? -1 : path.lastIndexOf('/', last - 1);
                            if (before > 0 && !files.exists(path.substring(0, before))) {
                                throw new SandboxFileNotFoundException(path, Fault.of("No such folder: " + path));
                            }
                            files.write(path, content, options);
                        })),
                Mutant.named("appends-instead-of-replacing")
                        .breaks("FILE-3", "a write did not replace what was there")
                        .files(files -> replacing(files, SequenceInputStream::new)),
                Mutant.named("overwrites-without-truncating")
                        .breaks("FILE-3", "a write did not replace what was there")
                        .files(files -> replacing(files, FileMutants::overlaid)),
                Mutant.named("ignores-the-mode-of-a-write")
                        .breaks("FILE-3", "a new file has not the mode")
                        .files(files -> writing(
                                files,
                                (path, content, options) ->
                                        files.write(path, content, new WriteOptions(null, options.atomic())))),
                Mutant.named("gives-every-written-file-the-mode-of-a-new-one")
                        .breaks("FILE-15", "a write without a mode changed that of the file")
                        .files(files -> plainWhere(files, options -> !options.atomic())),
                Mutant.named("gives-every-file-written-atomically-the-mode-of-a-new-one")
                        .breaks("FILE-15", "an atomic write without a mode changed that of the file")
                        .files(files -> plainWhere(files, WriteOptions::atomic)),
                Mutant.named("gives-every-file-of-a-batch-the-mode-of-a-new-one")
                        .breaks("FILE-15", "a batch write without a mode changed that of the file")
                        .files(files -> new ForwardingSandboxFiles(files) {
                            @Override
                            public void writeAll(Map<String, byte[]> contents) {
                                contents.forEach((path, content) ->
                                        files.write(path, bytes(content), WriteOptions.DEFAULT.withMode(0644)));
                            }
                        }),
                Mutant.named("keeps-new-files-to-their-owner")
                        .breaks("FILE-15", "gave a new file another than 0644")
                        .files(files -> writing(
                                files,
                                (path, content, options) -> files.write(
                                        path,
                                        content,
                                        files.exists(path) ? options : options.withMode(options.modeOr(0600))))),
                Mutant.named("keeps-the-mode-of-a-replaced-file")
                        .breaks("FILE-3", "a replaced file has not the mode")
                        .files(files -> writing(files, (path, content, options) -> {
                            int mode = files.exists(path) ? files.stat(path).mode() : options.modeOr(0644);
                            files.write(path, content, options.withMode(mode));
                        })),
                Mutant.named("writes-in-place-when-asked-for-atomic")
                        .breaks("FILE-3", "an atomic write")
                        .files(files -> writing(
                                files,
                                (path, content, options) ->
                                        files.write(path, content, new WriteOptions(options.mode(), false)))),
                Mutant.named("copies-into-place-when-asked-for-atomic")
                        .breaks("FILE-3", "had these sizes to a command inside")
                        .files(files -> writing(files, (path, content, options) -> {
                            if (!options.atomic()) {
                                files.write(path, content, options);
                                return;
                            }
                            InputStream whole = firstOf(content, Integer.MAX_VALUE);
                            files.write(path, slow(whole), new WriteOptions(options.mode(), false));
                        })),
                Mutant.named("deletes-before-it-writes")
                        .breaks("FILE-3", "an atomic write")
                        .files(files -> writing(files, (path, content, options) -> {
                            int mode = files.exists(path) ? files.stat(path).mode() : 0644;
                            if (options.atomic() && files.exists(path)) {
                                files.delete(path);
                            }
                            files.write(path, content, options.withMode(options.modeOr(mode)));
                        })),
                Mutant.named("stores-what-came-before-the-source-broke")
                        .breaks("FILE-3", "was not told as failed")
                        .files(files -> changing(files, FileMutants::endingWhereItBreaks)));
    }

    private static List<Mutant> refusals() {
        return List.of(
                Mutant.named("reads-a-missing-file-as-empty")
                        .breaks("FILE-4", "reading a missing file gave a content")
                        .files(files -> onRefusal(files, refusal -> {
                            if (refusal instanceof SandboxFileNotFoundException) {
                                return asText("");
                            }
                            throw refusal;
                        })),
                Mutant.named("does-not-name-the-missing-file")
                        .breaks("FILE-4", "does not name")
                        .files(files -> onRefusal(files, refusal -> {
                            throw refusal instanceof SandboxFileNotFoundException
                                    ? new SandboxFileNotFoundException("", Fault.of("There is no such file"))
                                    : refusal;
                        })),
                Mutant.named("tells-a-missing-file-as-any-other-failure")
                        .breaks("FILE-4", "reading a missing file threw something else")
                        .files(files -> onRefusal(files, refusal -> {
                            throw new SandboxFileException(refusal.path(), Fault.of("Cannot read " + refusal.path()));
                        })),
                Mutant.named("tells-a-directory-as-missing")
                        .breaks("FILE-4", "as if the directory were missing")
                        .files(files -> onRefusal(files, refusal -> {
                            throw new SandboxFileNotFoundException(
                                    refusal.path(), Fault.of("There is no file " + refusal.path()));
                        })),
                Mutant.named("reads-a-directory-as-its-listing")
                        .breaks("FILE-4", "reading a directory as if it were a file gave a content")
                        .files(files -> onRefusal(files, refusal -> {
                            if (refusal instanceof SandboxFileNotFoundException) {
                                throw refusal;
                            }
                            return asText(files.list(refusal.path()).toString());
                        })));
    }

    private static List<Mutant> places() {
        String usual = SandboxSpec.defaults().workdir();
        return List.of(
                Mutant.named("reads-below-the-usual-workdir-whatever-the-spec-says")
                        .breaks("FILE-9", "a relative path of a command is another file through files()")
                        .files(files ->
                                reading(files, path -> files.read(path.startsWith("/") ? path : usual + "/" + path))),
                Mutant.named("lets-relative-paths-climb-out-of-the-workdir")
                        .breaks("FILE-9", "climbs out of the workdir was written to")
                        .files(files -> writing(
                                files,
                                (path, content, options) -> files.write(
                                        path.replaceFirst("^\\w+/\\.\\./\\.\\./", "/"), content, options))));
    }

    private static List<Mutant> batches() {
        return List.of(
                Mutant.named("leaves-out-the-last-file-of-a-batch")
                        .breaks("FILE-13", "'last' of a batch was not stored")
                        .files(files -> onBatch(files, (path, content) -> !path.equals("last"))),
                Mutant.named("leaves-out-empty-files-of-a-batch")
                        .breaks("FILE-13", "'batch/empty' of a batch was not stored")
                        .files(files -> onBatch(files, (path, content) -> content.length > 0)),
                Mutant.named("keeps-what-a-batch-would-replace")
                        .breaks("FILE-13", "'batch/0' of a batch has not the content")
                        .files(files -> onBatch(files, (path, content) -> !files.exists(path))));
    }

    /** How a file is written. */
    @FunctionalInterface
    private interface Writing {
        void write(String path, InputStream content, WriteOptions options);
    }

    private static SandboxFiles writing(SandboxFiles working, Writing writing) {
        return new ForwardingSandboxFiles(working) {
            @Override
            public void write(String path, InputStream content, WriteOptions options) {
                writing.write(path, content, options);
            }
        };
    }

    /** Give some files the mode of new ones where none is asked for. */
    private static SandboxFiles plainWhere(SandboxFiles working, Predicate<WriteOptions> which) {
        return writing(
                working,
                (path, content, options) -> working.write(
                        path, content, which.test(options) ? options.withMode(options.modeOr(0644)) : options));
    }

    private static SandboxFiles changing(SandboxFiles working, UnaryOperator<InputStream> change) {
        return writing(working, (path, content, options) -> working.write(path, change.apply(content), options));
    }

    /** Change what is stored at the place of an old content, where it is not stored atomically. */
    private static SandboxFiles replacing(SandboxFiles working, BinaryOperator<InputStream> change) {
        return writing(working, (path, content, options) -> {
            boolean replaces = !options.atomic() && working.exists(path);
            InputStream stored = replaces ? change.apply(bytes(working.readBytes(path)), content) : content;
            working.write(path, stored, options);
        });
    }

    private static SandboxFiles reading(SandboxFiles working, Function<String, InputStream> reading) {
        return new ForwardingSandboxFiles(working) {
            @Override
            public InputStream read(String path) {
                return reading.apply(path);
            }
        };
    }

    private static SandboxFiles onRefusal(SandboxFiles working, Function<SandboxFileException, InputStream> otherwise) {
        return reading(working, path -> {
            try {
                return working.read(path);
            } catch (SandboxFileException refusal) {
                return otherwise.apply(refusal);
            }
        });
    }

    private static SandboxFiles onBatch(SandboxFiles working, BiPredicate<String, byte[]> kept) {
        return new ForwardingSandboxFiles(working) {
            @Override
            public void writeAll(Map<String, byte[]> contents) {
                Map<String, byte[]> some = new LinkedHashMap<>(contents);
                some.entrySet().removeIf(file -> !kept.test(file.getKey(), file.getValue()));
                working.writeAll(some);
            }
        };
    }

    private static InputStream bytes(byte[] content) {
        return new ByteArrayInputStream(content);
    }

    private static InputStream asText(String content) {
        return bytes(content.getBytes(StandardCharsets.UTF_8));
    }

    private static InputStream firstOf(InputStream content, int most) {
        try {
            return bytes(content.readNBytes(most));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Put the new content over the beginning of the old one. */
    private static InputStream overlaid(InputStream old, InputStream content) {
        try {
            byte[] above = content.readAllBytes();
            old.skip(above.length);
            return new SequenceInputStream(bytes(above), old);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Change every byte; one that becomes negative is left out. */
    private static InputStream mapped(InputStream content, IntUnaryOperator change) {
        return new FilterInputStream(content) {
            @Override
            public int read(byte[] buffer, int offset, int length) throws IOException {
                int count = super.read(buffer, offset, length);
                int kept = 0;
                for (int i = 0; i < count; i++) {
                    int changed = change.applyAsInt(buffer[offset + i] & 0xff);
                    if (changed >= 0) {
                        buffer[offset + kept++] = (byte) changed;
                    }
                }
                return count < 0 ? count : kept;
            }
        };
    }

    /** Give a content piece by piece, with time to look in between. */
    private static InputStream slow(InputStream content) {
        return new FilterInputStream(content) {
            @Override
            public int read(byte[] buffer, int offset, int length) throws IOException {
                HealthMutants.idle(Duration.ofMillis(20));
                return super.read(buffer, offset, Math.min(length, MEBIBYTE / 4));
            }
        };
    }

    private static InputStream endingWhereItBreaks(InputStream content) {
        return new FilterInputStream(content) {
            @Override
            public int read(byte[] buffer, int offset, int length) {
                try {
                    return super.read(buffer, offset, length);
                } catch (IOException e) {
                    return -1;
                }
            }
        };
    }
}
