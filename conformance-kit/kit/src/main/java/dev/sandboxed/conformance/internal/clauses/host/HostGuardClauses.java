package dev.sandboxed.conformance.internal.clauses.host;

import static dev.sandboxed.conformance.internal.trial.files.Inside.inside;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.files.DownloadOptions;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.files.WriteOptions;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.ResourceLimitException;
import dev.sandboxed.api.spec.Mount;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.conformance.contract.Clause;
import dev.sandboxed.conformance.internal.archive.HostileImage;
import dev.sandboxed.conformance.internal.archive.WatchedTree;
import dev.sandboxed.conformance.internal.text.ResourceText;
import dev.sandboxed.conformance.internal.trial.Trial;
import dev.sandboxed.conformance.internal.trial.files.HostTree;
import dev.sandboxed.conformance.internal.trial.files.SparseFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What an image or a sandbox that means harm does to the host: to its files, its memory and its disk. */
public interface HostGuardClauses {

    /** How long it may take to find out that something is too large. */
    Duration SOON = Duration.ofSeconds(8);

    /** What is said of a file that is not whole. */
    String CUT = "a file as large as the limit was cut when it was read into memory";

    /** Larger than anybody reads into memory by accident. */
    DataSize HUGE = DataSize.ofGibibytes(1);

    @Clause(value = "LIFE-22", seconds = 90)
    default void aHostileImageChangesNothingOnTheHost(Trial trial) throws IOException {
        List<String> harmful = new ArrayList<>();
        for (HostileImage hostile : HostileImage.values()) {
            Path folder = trial.hostFolder();
            WatchedTree victim = WatchedTree.make(folder.resolve("v"));
            Path image = Files.write(folder.resolve("image.tar"), hostile.against(victim));
            Map<String, String> before = victim.describe();
            try {
                trial.create(SandboxSpec.builder().image(image.toString())).close();
            } catch (SandboxStartException refused) {
                // As good as unpacking it with care.
            } catch (RuntimeException other) {
                fail("an image of which " + hostile.trick() + " was refused with another exception: " + other, other);
            }
            if (!victim.describe().equals(before)) {
                harmful.add(hostile.trick());
            }
        }
        assertEquals(List.of(), harmful, "hostile images changed files of the host, by these tricks");
    }

    @Clause("LIFE-23")
    default void nothingOnAMountRunsAsItsOwner(Trial trial) throws IOException {
        Path folder = Files.setPosixFilePermissions(trial.hostFolder(), PosixFilePermissions.fromString("rwxrwxrwx"));
        String inside = "/mnt/conformance-written";
        Sandbox sandbox = trial.create(SandboxSpec.builder().mount(Mount.writable(folder, inside)));
        // Some of these tools are there and some are not; what matters is what arrives.
        sandbox.shell(
                ResourceText.of(HostGuardClauses.class, "special-modes.sh").formatted(inside));
        unlessRefused(() -> sandbox.files()
                .write(
                        inside + "/written",
                        new ByteArrayInputStream(new byte[1]),
                        WriteOptions.DEFAULT.withMode(06755)));
        unlessRefused(() -> sandbox.files().chmod(inside + "/plain", 06755));
        assertEquals(
                Map.of(),
                HostTree.at(folder).specialModes(),
                "what was made inside on a writable mount runs as its owner or its group on the host, by these modes");
    }

    @Clause(value = "FILE-16", seconds = 60)
    default void aHugeFileIsNotReadIntoMemory(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        SparseFile.make(sandbox, "huge", HUGE);
        ResourceLimitException refusal = assertTimeoutPreemptively(
                trial.patience(SOON),
                () -> assertThrows(
                        ResourceLimitException.class,
                        () -> sandbox.files().readBytes("huge"),
                        "a file of " + HUGE + " was read into memory, or not refused with ResourceLimitException"),
                "a file of " + HUGE + " was neither read into memory nor refused");
        assertNamed(refusal, HUGE, SandboxFiles.MOST_IN_MEMORY);
        String answer = assertTimeoutPreemptively(
                trial.patience(SOON),
                () -> {
                    sandbox.files().write("small", "small");
                    return sandbox.files().readText("small")
                            + sandbox.shell("cat small").stdout();
                },
                "after a huge file the sandbox cannot be used: reading a small one takes for ever");
        assertEquals("smallsmall", answer, "after a huge file the sandbox reads a small one differently");
    }

    @Clause(value = "FILE-16", seconds = 60)
    default void theLimitOfAReadIsLoweredAndRaised(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        SandboxFiles files = sandbox.files();
        DataSize small = DataSize.ofKibibytes(3);
        SparseFile.make(sandbox, "small", small);
        assertEquals(small.bytes(), files.readBytes("small", small).length, CUT);
        DataSize less = DataSize.ofBytes(small.bytes() - 1);
        assertNamed(
                assertThrows(
                        ResourceLimitException.class,
                        () -> files.readBytes("small", less),
                        "a file of one byte more than a limit of " + less + " was not refused"),
                small,
                less);
        DataSize more = DataSize.ofBytes(SandboxFiles.MOST_IN_MEMORY.bytes() + 1);
        SparseFile.make(sandbox, "large", more);
        try {
            assertEquals(more.bytes(), files.readBytes("large", more).length, CUT);
        } catch (ResourceLimitException refused) {
            fail("a limit that was raised to " + more + " is not in force: " + refused.getMessage(), refused);
        }
    }

    @Clause("FILE-17")
    default void aDownloadBeyondItsBudgetLeavesNothing(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        inside(sandbox).run("mkdir one many && echo small >one/a && echo small >many/a");
        SparseFile.make(sandbox, "one/large", DataSize.ofMebibytes(8));
        SparseFile.make(sandbox, "many/b", DataSize.ofKibibytes(600));
        SparseFile.make(sandbox, "many/c", DataSize.ofKibibytes(600));
        DownloadOptions options = DownloadOptions.DEFAULT.withBudget(DataSize.ofMebibytes(1));
        for (String source : List.of("one", "many", "one/large")) {
            Path around = trial.hostFolder();
            Path target = around.resolve("target");
            assertThrows(
                    ResourceLimitException.class,
                    () -> sandbox.files().download(source, target, options),
                    "a download of more than its budget of " + options.budget() + " was not refused with"
                            + " ResourceLimitException");
            Set<String> left = new TreeSet<>(HostTree.at(around).describe().keySet());
            if (Files.isDirectory(target)) {
                left.remove("target");
            }
            assertEquals(Set.of(), left, "a download that was refused for its budget has left something on the host");
        }
    }

    @Clause("FILE-17")
    default void aDownloadWithinItsBudgetIsWhole(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        inside(sandbox).run("mkdir tree && printf 12345 >tree/a && printf 67890 >tree/b");
        Path target = trial.hostFolder().resolve("target");
        try {
            sandbox.files().download("tree", target, DownloadOptions.DEFAULT.withBudget(DataSize.ofBytes(10)));
        } catch (ResourceLimitException refused) {
            fail("a download of just its budget was refused: " + refused.getMessage(), refused);
        }
        assertEquals(
                Map.of("a", "file 644 12345", "b", "file 644 67890"),
                HostTree.at(target).describe(),
                "a download of just its budget is not whole");
    }

    @Clause("FILE-18")
    default void holesOfADownloadedFileStayHoles(Trial trial) throws IOException {
        DataSize size = trial.effort().bulk();
        Path folder = trial.hostFolder();
        assumeTrue(
                SparseFile.isSparse(SparseFile.onHost(folder.resolve("probe"), size), size),
                "files on the host's disk have no holes, or nobody can tell; set java.io.tmpdir to another disk");
        Sandbox sandbox = trial.sandbox();
        SparseFile.make(sandbox, "hollow", size);
        sandbox.shell("printf end >>hollow").orThrow();
        sandbox.files().download("hollow", folder.resolve("hollow"));
        assertEquals(size.bytes() + 3, Files.size(folder.resolve("hollow")), "a file with a hole has another size");
        assertTrue(
                SparseFile.isSparse(folder.resolve("hollow"), size),
                "a file of " + size + " that is a single hole takes all that room on the host after a download");
    }

    private static void assertNamed(ResourceLimitException refusal, DataSize size, DataSize limit) {
        String told = refusal.getMessage() + " " + refusal.actual() + " " + refusal.limit();
        for (DataSize one : new DataSize[] {size, limit}) {
            assertTrue(
                    told.contains(one.toString()) || told.contains(Long.toString(one.bytes())),
                    "a file that was too large was refused without its size of " + size + " and the limit of " + limit
                            + ": " + refusal.getMessage());
        }
    }

    private static void unlessRefused(Runnable attempt) {
        try {
            attempt.run();
        } catch (SandboxFileException refused) {
            // Whoever refuses has kept the promise.
        }
    }
}
