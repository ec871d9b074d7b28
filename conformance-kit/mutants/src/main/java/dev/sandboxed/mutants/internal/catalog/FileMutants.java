package dev.sandboxed.mutants.internal.catalog;

import static dev.sandboxed.mutants.internal.Calls.caught;
import static dev.sandboxed.mutants.internal.Calls.idle;
import static dev.sandboxed.mutants.internal.Calls.onHost;
import static dev.sandboxed.mutants.internal.Mutant.mutant;
import static dev.sandboxed.mutants.internal.Mutant.together;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.files.WriteOptions;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.mutants.internal.FileVerbs.Write;
import dev.sandboxed.mutants.internal.MutantBuilder;
import dev.sandboxed.mutants.internal.TriFunction;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.BinaryOperator;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;

/** Single files that come out other than they went in. */
final class FileMutants {

    private static final int MEBIBYTE = 1 << 20;

    private FileMutants() {}

    static List<MutantBuilder> all() {
        return together(contents(), replacements(), modes(), refusals(), places(), batches());
    }

    private static List<MutantBuilder> contents() {
        return List.of(
                mutant("writes-seven-bits-of-each-byte", "FILE-1", "is read differently")
                        .write(changing(content -> mapped(content, one -> one & 127))),
                mutant("leaves-out-carriage-returns", "FILE-1", "was written")
                        .write(changing(content -> mapped(content, one -> one == '\r' ? -1 : one))),
                mutant("reads-text-instead-of-bytes", "FILE-1", "is read differently")
                        .breaks("FILE-16", "is not in force")
                        .read((files, path) -> asText(files.readText(path))),
                mutant("writes-one-mebibyte-at-most", "FILE-1", "a large file that was written has another size")
                        .write(changing(content -> firstOf(content, MEBIBYTE))),
                mutant("reads-one-mebibyte-at-most", "FILE-1", "is read differently than it was written")
                        .breaks("FILE-16", "was cut when it was read into memory")
                        .read((files, path) -> firstOf(files.read(path), MEBIBYTE)),
                mutant("collects-a-file-before-it-writes-it", "FILE-1", "collected instead of streamed")
                        .write(changing(content -> firstOf(content, Integer.MAX_VALUE))));
    }

    private static List<MutantBuilder> replacements() {
        return List.of(
                mutant("makes-one-missing-parent-only", "FILE-2", "a folder that is missing was refused")
                        .write((files, path, content, options) -> {
                            int last = path.lastIndexOf('/');
                            int before = last < 0 ? -1 : path.lastIndexOf('/', last - 1);
                            if (before > 0 && !files.exists(path.substring(0, before))) {
                                throw new SandboxFileNotFoundException(path, Fault.of("No such folder: " + path));
                            }
                            files.write(path, content, options);
                        }),
                mutant("appends-instead-of-replacing", "FILE-3", "a write did not replace what was there")
                        .write(replacing(SequenceInputStream::new)),
                mutant("overwrites-without-truncating", "FILE-3", "a write did not replace what was there")
                        .write(replacing(FileMutants::overlaid)),
                mutant("ignores-the-mode-of-a-write", "FILE-3", "a new file does not have the mode")
                        .write(options((files, path, asked) -> new WriteOptions(null, asked.atomic()))),
                mutant("keeps-the-mode-of-a-replaced-file", "FILE-3", "a replaced file does not have the mode")
                        .write(options((files, path, asked) ->
                                asked.withMode(modeOf(files, path).orElse(asked.modeOr(0644))))),
                mutant("writes-in-place-when-asked-for-atomic", "FILE-3", "an atomic write")
                        .write(options((files, path, asked) -> new WriteOptions(asked.mode(), false))),
                mutant("copies-into-place-when-asked-for-atomic", "FILE-3", "had these sizes to a command inside")
                        .write((files, path, content, options) -> files.write(
                                path,
                                options.atomic() ? slow(firstOf(content, Integer.MAX_VALUE)) : content,
                                new WriteOptions(options.mode(), false))),
                mutant("deletes-before-it-writes", "FILE-3", "an atomic write").write(options((files, path, asked) -> {
                    int mode = modeOf(files, path).orElse(0644);
                    if (asked.atomic() && files.exists(path)) {
                        files.delete(path);
                    }
                    return asked.withMode(asked.modeOr(mode));
                })),
                mutant("stores-what-came-before-the-source-broke", "FILE-3", "was not told as failed")
                        .write(changing(FileMutants::endingWhereItBreaks)));
    }

    private static List<MutantBuilder> modes() {
        return List.of(
                mutant("gives-every-written-file-the-mode-of-a-new-one")
                        .breaks("FILE-15", "a write without a mode changed that of the file")
                        .write(options((files, path, asked) -> asked.atomic() ? asked : plain(asked, 0644))),
                mutant("gives-every-file-written-atomically-the-mode-of-a-new-one")
                        .breaks("FILE-15", "an atomic write without a mode changed that of the file")
                        .write(options((files, path, asked) -> asked.atomic() ? plain(asked, 0644) : asked)),
                mutant("gives-every-file-of-a-batch-the-mode-of-a-new-one")
                        .breaks("FILE-15", "a batch write without a mode changed that of the file")
                        .writeAll((files, contents) -> contents.forEach((path, content) ->
                                files.write(path, bytes(content), WriteOptions.DEFAULT.withMode(0644)))),
                mutant("keeps-new-files-to-their-owner", "FILE-15", "gave a new file another than 0644")
                        .write(options((files, path, asked) -> files.exists(path) ? asked : plain(asked, 0600))));
    }

    private static List<MutantBuilder> refusals() {
        return List.of(
                mutant("reads-a-missing-file-as-empty", "FILE-4", "reading a missing file gave a content")
                        .read((files, path) -> caught(
                                () -> files.read(path), SandboxFileNotFoundException.class, refusal -> asText(""))),
                mutant("does-not-name-the-missing-file", "FILE-4", "does not name")
                        .read((files, path) ->
                                caught(() -> files.read(path), SandboxFileNotFoundException.class, refusal -> {
                                    throw new SandboxFileNotFoundException("", Fault.of("There is no such file"));
                                })),
                mutant("tells-a-missing-file-as-any-other-failure")
                        .breaks("FILE-4", "reading a missing file threw something else")
                        .read((files, path) ->
                                caught(() -> files.read(path), SandboxFileNotFoundException.class, refusal -> {
                                    throw new SandboxFileException(
                                            refusal.path(), FileFailure.OTHER, Fault.of("Cannot read " + path));
                                })),
                mutant("tells-a-directory-as-missing", "FILE-4", "as if the directory were missing")
                        .breaks("FILE-20", "gave a wrong reason")
                        .read((files, path) -> caught(() -> files.read(path), SandboxFileException.class, refusal -> {
                            throw new SandboxFileNotFoundException(
                                    refusal.path(), Fault.of("There is no file " + path));
                        })),
                mutant("reads-a-directory-as-its-listing")
                        .breaks("FILE-4", "reading a directory as if it were a file gave a content")
                        .breaks("FILE-20", "has to fail did not: IS_DIRECTORY")
                        .read((files, path) ->
                                files.exists(path) && files.stat(path).isDirectory()
                                        ? asText(files.list(path).toString())
                                        : files.read(path)));
    }

    private static List<MutantBuilder> places() {
        String usual = SandboxSpec.defaults().workdir();
        return List.of(
                mutant("reads-below-the-usual-workdir-whatever-the-spec-says")
                        .breaks("FILE-9", "a relative path of a command is another file through files()")
                        .read((files, path) -> files.read(path.startsWith("/") ? path : usual + "/" + path)),
                mutant("lets-relative-paths-climb-out-of-the-workdir")
                        .breaks("FILE-9", "climbs out of the workdir was written to")
                        .write((files, path, content, options) ->
                                files.write(path.replaceFirst("^\\w+/\\.\\./\\.\\./", "/"), content, options)));
    }

    private static List<MutantBuilder> batches() {
        return List.of(
                mutant("leaves-out-the-last-file-of-a-batch", "FILE-13", "'last' of a batch was not stored")
                        .writeAll(without((files, file) -> file.getKey().equals("last"))),
                mutant("leaves-out-empty-files-of-a-batch", "FILE-13", "'batch/empty' of a batch was not stored")
                        .writeAll(without((files, file) -> file.getValue().length == 0)),
                mutant("keeps-what-a-batch-would-replace", "FILE-13", "'batch/0' of a batch does not have the content")
                        .writeAll(without((files, file) -> files.exists(file.getKey()))));
    }

    private static BiConsumer<SandboxFiles, Map<String, byte[]>> without(
            BiPredicate<SandboxFiles, Map.Entry<String, byte[]>> which) {
        return (files, contents) -> {
            Map<String, byte[]> some = new LinkedHashMap<>(contents);
            some.entrySet().removeIf(file -> which.test(files, file));
            files.writeAll(some);
        };
    }

    private static Write options(TriFunction<SandboxFiles, String, WriteOptions, WriteOptions> change) {
        return (files, path, content, options) -> files.write(path, content, change.apply(files, path, options));
    }

    private static Write changing(UnaryOperator<InputStream> change) {
        return (files, path, content, options) -> files.write(path, change.apply(content), options);
    }

    /** Changes what is stored at the place of an old content, where it is not stored atomically. */
    private static Write replacing(BinaryOperator<InputStream> change) {
        return (files, path, content, options) -> {
            boolean replaces = !options.atomic() && files.exists(path);
            InputStream stored = replaces ? change.apply(bytes(files.readBytes(path)), content) : content;
            files.write(path, stored, options);
        };
    }

    private static WriteOptions plain(WriteOptions asked, int mode) {
        return asked.withMode(asked.modeOr(mode));
    }

    private static Optional<Integer> modeOf(SandboxFiles files, String path) {
        return files.exists(path) ? Optional.of(files.stat(path).mode()) : Optional.empty();
    }

    private static InputStream bytes(byte[] content) {
        return new ByteArrayInputStream(content);
    }

    private static InputStream asText(String content) {
        return bytes(content.getBytes(StandardCharsets.UTF_8));
    }

    private static InputStream firstOf(InputStream content, int most) {
        return onHost(() -> bytes(content.readNBytes(most)));
    }

    /** Puts the new content over the beginning of the old one. */
    private static InputStream overlaid(InputStream old, InputStream content) {
        return onHost(() -> {
            byte[] above = content.readAllBytes();
            old.skip(above.length);
            return new SequenceInputStream(bytes(above), old);
        });
    }

    /** Changes every byte; one that becomes negative is left out. */
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

    /** Reads a content piece by piece, with time to look in between. */
    private static InputStream slow(InputStream content) {
        return new FilterInputStream(content) {
            @Override
            public int read(byte[] buffer, int offset, int length) throws IOException {
                idle(Duration.ofMillis(20));
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
