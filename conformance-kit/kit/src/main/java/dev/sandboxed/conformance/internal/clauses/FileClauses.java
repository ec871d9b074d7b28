package dev.sandboxed.conformance.internal.clauses;

import static dev.sandboxed.conformance.internal.trial.files.Inside.inside;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.files.WriteOptions;
import dev.sandboxed.api.internal.files.FileModes;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.conformance.contract.Clause;
import dev.sandboxed.conformance.internal.trial.Trial;
import dev.sandboxed.conformance.internal.trial.files.HalfwayStream;
import dev.sandboxed.conformance.internal.trial.files.Heap;
import dev.sandboxed.conformance.internal.trial.files.Inside;
import dev.sandboxed.conformance.internal.trial.files.LargeContent;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Single files. */
public interface FileClauses {

    @Clause("FILE-1")
    default void whatWasWrittenIsReadBackByteForByte(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        byte[] all = new byte[1024];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) (i ^ i >> 8);
        }
        Map<String, byte[]> contents = Map.of(
                "empty",
                new byte[0],
                "text",
                "gr\u00fc\u00dfe\r\n\ttwo lines, no newline at the end".getBytes(StandardCharsets.UTF_8),
                "binary",
                all);
        contents.forEach((name, content) -> {
            sandbox.files().write(name, content);
            assertArrayEquals(
                    content, sandbox.files().readBytes(name), "what was written as '" + name + "' is read differently");
            inside(sandbox)
                    .at(name)
                    .hasBytes(content, "what was written as '" + name + "' looks different to a command inside");
        });
    }

    @Clause("FILE-1")
    default void whatACommandWroteIsReadByteForByte(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        inside(sandbox).run("printf '\\000\\001\\012\\015\\032\\177\\200\\377 end' >made");
        assertArrayEquals(
                new byte[] {0, 1, 10, 13, 26, 127, (byte) 128, (byte) 255, ' ', 'e', 'n', 'd'},
                sandbox.files().readBytes("made"),
                "what a command inside wrote is read differently");
    }

    @Clause(value = "FILE-1", seconds = 240)
    default void aLargeFileIsStreamed(Trial trial) throws IOException {
        Sandbox sandbox = trial.sandbox();
        DataSize size = trial.effort().bulk();
        assertStreamed(size, "writing", () -> {
            LargeContent content = new LargeContent(size);
            sandbox.files().write("large", content);
            return content.heldAtTheEnd();
        });
        inside(sandbox)
                .says(
                        Long.toString(size.bytes()),
                        "wc -c <large",
                        "a large file that was written has another size inside");
        assertStreamed(size, "reading", () -> {
            Heap before = Heap.before(size);
            AtomicLong held = new AtomicLong();
            try (InputStream back = sandbox.files().read("large")) {
                assertEquals(
                        OptionalLong.empty(),
                        LargeContent.firstDifference(
                                size, back, () -> held.set(before.grown().bytes())),
                        "a large file of " + size + " is read differently than it was written, from this byte on");
            }
            return DataSize.ofBytes(held.get());
        });
    }

    /** How something is done that tells what it holds in memory. */
    @FunctionalInterface
    interface Transfer {
        DataSize held() throws IOException;
    }

    /** Memory belongs to all who work in this JVM: another may hold much for a moment, but hardly each time. */
    private static void assertStreamed(DataSize size, String transfer, Transfer attempt) throws IOException {
        DataSize held = attempt.held();
        for (int more = 0; more < 2 && isMostOf(size, held); more++) {
            held = attempt.held();
        }
        assertFalse(
                isMostOf(size, held),
                transfer + " " + size + " took " + held
                        + " of memory: the whole content is collected instead of streamed");
    }

    private static boolean isMostOf(DataSize size, DataSize held) {
        return held.bytes() >= size.bytes() * 3 / 4;
    }

    @Clause("FILE-2")
    default void aWriteMakesMissingParents(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        for (WriteOptions options : List.of(WriteOptions.DEFAULT, WriteOptions.DEFAULT.atomically())) {
            String how = options.atomic() ? "an atomic write" : "a write";
            String path = options.atomic() ? "new/atomic/deep/file" : "new/plain/deep/file";
            try {
                write(sandbox.files(), path, "deep", options);
            } catch (SandboxFileException e) {
                throw new AssertionError(how + " to a folder that is missing was refused: " + e.getMessage(), e);
            }
            inside(sandbox).at(path).hasText("deep", how + " to a folder that is missing left no file there");
        }
    }

    @Clause("FILE-3")
    default void aWriteReplaces(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        for (WriteOptions options : List.of(WriteOptions.DEFAULT, WriteOptions.DEFAULT.atomically())) {
            write(sandbox.files(), "file", "a long content that was there before", options);
            write(sandbox.files(), "file", "short", options);
            inside(sandbox)
                    .at("file")
                    .hasText("short", (options.atomic() ? "an atomic" : "a") + " write did not replace what was there");
        }
    }

    @Clause("FILE-3")
    default void aWriteGivesTheFileItsMode(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        Inside inside = inside(sandbox);
        for (WriteOptions options : List.of(WriteOptions.DEFAULT, WriteOptions.DEFAULT.atomically())) {
            String name = options.atomic() ? "atomic" : "plain";
            write(sandbox.files(), name, "one", options.withMode(0640));
            inside.at(name).hasMode("rw-r-----", "a new file does not have the mode it was written with");
            write(sandbox.files(), name, "two", options.withMode(0755));
            inside.at(name).hasMode("rwxr-xr-x", "a replaced file does not have the mode it was written with");
        }
    }

    @Clause("FILE-15")
    default void aWriteWithoutAModeKeepsTheOneThatIsThere(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        Inside inside = inside(sandbox);
        SandboxFiles files = sandbox.files();
        byte[] content = "again".getBytes(StandardCharsets.UTF_8);
        Map<String, Consumer<String>> ways = new LinkedHashMap<>();
        ways.put("a write", path -> files.write(path, content));
        ways.put("an atomic write", path -> write(files, path, "again", WriteOptions.DEFAULT.atomically()));
        ways.put("a batch write", path -> files.writeAll(Map.of(path, content)));
        ways.forEach((how, write) -> {
            for (String mode : List.of("rwxr-xr-x", "rw-------")) {
                String octal = Integer.toOctalString(FileModes.toBits(PosixFilePermissions.fromString(mode)));
                inside.run("rm -f there && echo first >there && chmod " + octal + " there");
                write.accept("there");
                inside.at("there").hasMode(mode, how + " without a mode changed that of the file");
            }
            sandbox.shell("rm -f new").orThrow();
            write.accept("new");
            inside.at("new").hasMode("rw-r--r--", how + " without a mode gave a new file another than 0644");
        });
    }

    @Clause("FILE-3")
    default void anAtomicWriteThatFailsLeavesTheOldContent(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        sandbox.files().write("file", "old");
        HalfwayStream failing = new HalfwayStream("new".repeat(100_000), () -> {
            throw new IOException("the source of the content broke on purpose");
        });
        assertThrows(
                RuntimeException.class,
                () -> sandbox.files().write("file", failing, WriteOptions.DEFAULT.atomically()),
                "an atomic write whose content could not be read to its end was not told as failed");
        inside(sandbox)
                .at("file")
                .hasText("old", "an atomic write that failed halfway did not leave the old content as it was");
    }

    @Clause("FILE-3")
    default void anAtomicWriteIsNeverSeenHalfDone(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        Inside inside = inside(sandbox);
        String next = "new".repeat(100_000);
        sandbox.files().write("file", "old");
        CompletableFuture<Set<String>> seen = new CompletableFuture<>();
        // A provider may let readers wait for the writer, so the writer does not wait for its reader for ever.
        HalfwayStream content = new HalfwayStream(next, () -> {
            seen.completeAsync(() -> Set.of(
                    readOrNothing(sandbox.files(), "file") + "|",
                    inside.at("file").text()));
            trial.comesTrue(Duration.ofSeconds(1), seen::isDone);
        });
        sandbox.files().write("file", content, WriteOptions.DEFAULT.atomically());
        assertTrue(
                Set.of("old", "old|", next, next + "|").containsAll(seen.join()),
                "an atomic write was seen half done: a reader saw neither the old content nor the whole new one");
        assertTrue(next.equals(inside.at("file").text()), "an atomic write left another content than it was given");
    }

    @Clause(value = "FILE-3", seconds = 60)
    default void atomicWritesAreWholeToWhoeverKeepsLooking(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        Set<String> whole = Set.of("3", "900000");
        sandbox.files().write("file", "old");
        String looking = "last=; until [ -e stop ]; do size=$(wc -c <file | tr -d ' ');"
                + " [ \"$size\" = \"$last\" ] || echo \"${size:-none}\" >>sizes; last=$size; done; echo >done";
        sandbox.shell(trial.guest().detached(looking)).orThrow();
        trial.await(
                "A loop in the background did not start",
                Duration.ofSeconds(10),
                () -> sandbox.files().exists("sizes"));
        for (int i = 0; i < 3; i++) {
            write(sandbox.files(), "file", "fresh".repeat(180_000), WriteOptions.DEFAULT.atomically());
            write(sandbox.files(), "file", "old", WriteOptions.DEFAULT.atomically());
        }
        sandbox.files().write("stop", "");
        trial.await(
                "A loop in the background did not end",
                Duration.ofSeconds(10),
                () -> sandbox.files().exists("done"));
        Set<String> seen = inside(sandbox).at("sizes").text().lines().collect(Collectors.toSet());
        assertTrue(
                whole.containsAll(seen),
                () -> "an atomic write was seen half done: a file that is always one of " + whole
                        + " bytes large had these sizes to a command inside: " + seen);
    }

    @Clause("FILE-4")
    default void readingAMissingFileSaysThatItIsMissing(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        for (String missing : List.of("no-such-file", "no-such-folder/no-such-file")) {
            RuntimeException refusal = assertThrows(
                    RuntimeException.class,
                    () -> sandbox.files().readBytes(missing),
                    "reading a missing file gave a content");
            assertInstanceOf(
                    SandboxFileNotFoundException.class, refusal, "reading a missing file threw something else");
            assertTrue(
                    String.valueOf(refusal.getMessage()).contains(missing),
                    () -> "the error for a missing file does not name '" + missing + "': " + refusal.getMessage());
        }
    }

    @Clause("FILE-4")
    default void readingADirectoryIsRefused(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        inside(sandbox).run("mkdir folder");
        RuntimeException refusal = assertThrows(
                RuntimeException.class,
                () -> sandbox.files().readBytes("folder"),
                "reading a directory as if it were a file gave a content");
        assertInstanceOf(SandboxFileException.class, refusal, "reading a directory threw something else");
        assertFalse(
                refusal instanceof SandboxFileNotFoundException,
                "reading a directory is told as if the directory were missing");
    }

    @Clause("FILE-9")
    default void relativePathsAreTheSameForFilesAndCommands(Trial trial) {
        for (SandboxSpec spec : List.of(
                SandboxSpec.defaults(),
                SandboxSpec.builder().workdir("/tmp/conformance/home").build())) {
            Sandbox sandbox = trial.create(spec);
            Inside inside = inside(sandbox);
            String workdir = spec.workdir();
            inside.run("mkdir sub && echo command >sub/made");
            assertEquals(
                    "command\n",
                    readOrNothing(sandbox.files(), "sub/made"),
                    "with the workdir " + workdir + ", a relative path of a command is another file through files()");
            sandbox.files().write("sub/./given", "files");
            inside.at("sub/given")
                    .hasText(
                            "files",
                            "with the workdir " + workdir
                                    + ", a relative path of files() is another file for a command");
            assertEquals(
                    "files",
                    readOrNothing(sandbox.files(), workdir + "/sub/given"),
                    "a relative path is not below the workdir " + workdir);
        }
    }

    @Clause("FILE-9")
    default void relativePathsDoNotLeaveTheWorkdir(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        assertThrows(
                SandboxFileException.class,
                () -> sandbox.files().write("sub/../../outside", "climbed"),
                "a relative path that climbs out of the workdir was written to");
    }

    @Clause(value = "FILE-13", seconds = 120)
    default void aBatchStoresEveryFile(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        inside(sandbox).run("mkdir batch && echo a content that the batch replaces >batch/0");
        Map<String, byte[]> batch = new LinkedHashMap<>();
        for (int i = 0; i < 30; i++) {
            batch.put("batch/" + i, ("content " + i).getBytes(StandardCharsets.UTF_8));
        }
        batch.put("batch/empty", new byte[0]);
        batch.put("batch/some/where/deep", "deep".getBytes(StandardCharsets.UTF_8));
        batch.put("last", "last".getBytes(StandardCharsets.UTF_8));
        byte[] binary = {0, -1, 10, 13, 0};
        Map<String, byte[]> all = new LinkedHashMap<>(batch);
        all.put("binary", binary);
        sandbox.files().writeAll(all);
        inside(sandbox).at("binary").hasBytes(binary, "a binary file of a batch looks different inside");
        batch.forEach((path, content) -> {
            assertTrue(sandbox.files().exists(path), () -> "file '" + path + "' of a batch was not stored");
            assertArrayEquals(
                    content,
                    sandbox.files().readBytes(path),
                    () -> "file '" + path + "' of a batch does not have the content it was given");
        });
    }

    private static void write(SandboxFiles files, String path, String text, WriteOptions options) {
        files.write(path, new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), options);
    }

    private static String readOrNothing(SandboxFiles files, String path) {
        try {
            return files.readText(path);
        } catch (SandboxFileNotFoundException absent) {
            return "nothing";
        }
    }
}
