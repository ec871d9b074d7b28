package dev.sandboxed.conformance.internal.clauses;

import static dev.sandboxed.conformance.internal.trial.files.Inside.inside;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.FileType;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.conformance.contract.Clause;
import dev.sandboxed.conformance.internal.trial.Trial;
import dev.sandboxed.conformance.internal.trial.files.Inside;
import dev.sandboxed.conformance.internal.trial.files.OddNames;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.function.Executable;

/** Listings, names and the everyday verbs. */
public interface FolderClauses {

    @Clause("FILE-5")
    default void aListShowsWhatIsInADirectory(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        inside(sandbox)
                .run("mkdir dir dir/m dir/void && echo >dir/z && echo >dir/a && echo >dir/.h && echo 1 >dir/m/n");
        List<FileEntry> listed = sandbox.files().list("dir");
        assertEquals(
                Set.of(".h", "a", "m", "void", "z"),
                listed.stream().map(FileEntry::name).collect(Collectors.toSet()),
                "a list of a directory does not show what is in it, files with a dot included");
        assertEquals(
                List.of("a", "m", "void", "z"),
                listed.stream()
                        .map(FileEntry::name)
                        .filter(name -> !name.startsWith("."))
                        .toList(),
                "a list is not sorted by name");
        assertEquals(List.of(), sandbox.files().list("dir/void"), "a list of an empty directory is not empty");
        String base = sandbox.spec().workdir() + "/dir/";
        for (FileEntry entry : listed) {
            assertEquals(base + entry.name(), entry.path(), "an entry of a list does not have its absolute path");
            FileEntry looked = sandbox.files().stat(entry.path());
            assertEquals(
                    List.of(looked.type(), looked.size(), octal(looked.mode())),
                    List.of(entry.type(), entry.size(), octal(entry.mode())),
                    "a list and stat disagree about type, size or mode of " + entry.path());
        }
        assertThrows(
                SandboxFileNotFoundException.class,
                () -> sandbox.files().list("missing"),
                "a list of a missing directory did not say that it is missing");
    }

    @Clause("FILE-5")
    default void aRecursiveListShowsAllBelow(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        inside(sandbox)
                .run("mkdir -p tree/a/b tree/c && echo 1 >tree/a/b/.f && echo 2 >tree/g"
                        + " && ln -s ../a tree/c/to-folder && ln -s . tree/a/loop && ln -s nowhere tree/dangling");
        List<String> found = below(sandbox, "tree", files -> files.walk("tree"));
        assertEquals(
                Set.of("a", "a/b", "a/b/.f", "a/loop", "c", "c/to-folder", "dangling", "g"),
                new TreeSet<>(found),
                "a recursive list does not show what is below a directory, links as links");
        assertEquals(found.size(), Set.copyOf(found).size(), "a recursive list shows something twice: " + found);
        assertTrue(
                found.indexOf("a") < found.indexOf("a/b") && found.indexOf("a/b") < found.indexOf("a/b/.f"),
                "a recursive list shows children before their parents: " + found);
    }

    @Clause("FILE-5")
    default void statTellsWhatThereIs(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        Inside inside = inside(sandbox);
        inside.run("printf 12345 >file && chmod 640 file && mkdir dir && chmod 750 dir && ln -s ./file near"
                + " && ln -s no/where far && { mkfifo pipe 2>/dev/null || true; }");
        sandbox.files().link("absolute", "/some/where");
        Map<String, FileType> types = Map.of(
                "file", FileType.FILE,
                "dir", FileType.DIRECTORY,
                "near", FileType.LINK,
                "far", FileType.LINK);
        if (inside.test("-p pipe")) {
            assertEquals(FileType.OTHER, sandbox.files().stat("pipe").type(), "stat tells a wrong type for 'pipe'");
        }
        types.forEach((name, type) ->
                assertEquals(type, sandbox.files().stat(name).type(), "stat tells a wrong type for '" + name + "'"));
        assertEquals(5, sandbox.files().stat("file").size(), "stat tells a wrong size");
        assertEquals(octal(0640), octal(sandbox.files().stat("file").mode()), "stat tells a wrong mode of a file");
        assertEquals(octal(0750), octal(sandbox.files().stat("dir").mode()), "stat tells a wrong mode of a directory");
        Map<String, String> targets = Map.of("near", "./file", "far", "no/where", "absolute", "/some/where");
        targets.forEach((name, target) -> assertEquals(
                Optional.of(target),
                sandbox.files().stat(name).linkTarget(),
                "stat does not tell the target of a link as it is written in the link"));
        assertEquals(
                Optional.empty(),
                sandbox.files().stat("file").linkTarget(),
                "stat tells a link target of a plain file");
        assertThrows(
                SandboxFileNotFoundException.class,
                () -> sandbox.files().stat("missing"),
                "stat of a missing file did not say that it is missing");
    }

    @Clause("FILE-5")
    default void statTellsTheTimeOfChange(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        inside(sandbox).run("echo >file");
        boolean dated = sandbox.shell("TZ=UTC0 touch -t 200102030405.06 file").succeeded();
        Instant told = sandbox.files().stat("file").modified();
        // Without touch, only a clock that is a day wrong can be told from one that is merely not the host's.
        Instant expected = dated ? Instant.parse("2001-02-03T04:05:06Z") : Instant.now();
        Duration tolerance = dated ? Duration.ofSeconds(2) : Duration.ofDays(1);
        assertTrue(
                Duration.between(expected, told).abs().compareTo(tolerance) <= 0,
                () -> "stat tells a wrong time of change: " + told + " instead of " + expected);
    }

    @Clause("FILE-5")
    default void existsTellsTheTruth(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        inside(sandbox).run("mkdir dir && echo >dir/.file && ln -s nowhere dangling");
        for (String there : List.of("dir", "dir/.file", "dangling", ".")) {
            assertTrue(sandbox.files().exists(there), () -> "'" + there + "' is there and exists() denies it");
        }
        for (String absent : List.of("missing", "dir/missing", "no/such/folder")) {
            assertFalse(sandbox.files().exists(absent), () -> "'" + absent + "' is missing and exists() denies it");
        }
    }

    @Clause("FILE-6")
    default void moveMoves(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        Inside inside = inside(sandbox);
        SandboxFiles files = sandbox.files();
        inside.run("echo moved >from && echo old >taken && echo two >second && mkdir -p dir/sub && echo deep >dir/sub/f"
                + " && ln -s taken link");
        files.move("from", "new/place/to");
        inside.at("new/place/to").hasText("moved\n", "a moved file is not at its new place");
        inside.at("from").isMissing("a moved file is still at its old place");
        files.move("second", "taken");
        inside.at("taken").hasText("two\n", "a move did not replace the file at the new place");
        files.move("dir", "other");
        inside.at("other/sub/f").hasText("deep\n", "a moved directory lost what was in it");
        inside.at("dir").isMissing("a moved directory is still at its old place");
        files.move("link", "renamed");
        inside.at("renamed").isLink("a moved link is no link any more");
        assertThrows(
                SandboxFileNotFoundException.class,
                () -> files.move("missing", "elsewhere"),
                "moving a missing file did not say that it is missing");
    }

    @Clause("FILE-6")
    default void deleteAllDeletesWithAllBelow(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        Inside inside = inside(sandbox);
        SandboxFiles files = sandbox.files();
        inside.run("mkdir -p dir/a/b kept && echo 1 >dir/a/b/f && echo 2 >dir/.h && echo 3 >file && echo 4 >kept/f"
                + " && ln -s ../kept dir/out && ln -s kept link");
        files.delete("file");
        inside.at("file").isMissing("a deleted file is still there");
        files.deleteAll("dir");
        inside.at("dir").isMissing("a deleted directory is still there");
        files.delete("link");
        inside.at("link").isMissing("a deleted link is still there");
        inside.at("kept/f").hasText("4\n", "deleting a link deleted what it points to");
        assertThrows(
                SandboxFileNotFoundException.class,
                () -> files.delete("file"),
                "deleting a missing file did not say that it is missing");
    }

    @Clause("FILE-6")
    default void chmodSetsTheMode(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        Inside inside = inside(sandbox);
        inside.run("printf '#!/bin/sh\\necho ran\\n' >script && mkdir dir");
        sandbox.files().chmod("script", 0600);
        inside.at("script").hasMode("rw-------", "chmod did not set the mode of a file");
        sandbox.files().chmod("script", 0755);
        inside.at("script").hasMode("rwxr-xr-x", "chmod did not set the mode of a file");
        assertEquals("ran", sandbox.shell("./script").stdout().strip(), "chmod did not make a script executable");
        sandbox.files().chmod("dir", 0711);
        inside.at("dir").hasMode("rwx--x--x", "chmod did not set the mode of a directory");
    }

    @Clause("FILE-6")
    default void mkdirsMakesAllThatIsMissing(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        Inside inside = inside(sandbox);
        SandboxFiles files = sandbox.files();
        try {
            files.mkdirs("one/two/three");
        } catch (SandboxFileException e) {
            throw new AssertionError("mkdirs did not make the missing parents: " + e.getMessage(), e);
        }
        inside.at("one/two/three").isFolder("mkdirs did not make the directory");
        inside.run("echo here >one/two/file && chmod 700 one/two");
        files.mkdirs("one/two");
        inside.at("one/two/file").hasText("here\n", "mkdirs emptied a directory that was there");
        inside.at("one/two").hasMode("rwx------", "mkdirs changed a directory that was there");
        assertThrows(
                SandboxFileException.class,
                () -> files.mkdirs("one/two/file"),
                "mkdirs at the place of a file was not refused");
    }

    @Clause("FILE-7")
    default void patternsFindWhatTheyDescribe(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        inside(sandbox)
                .run(
                        "mkdir -p tree/sub/deep && cd tree && for name in a.txt axtxt b.md log log1 log12 data-a data-b 'data-!'"
                                + " sub/c.txt sub/deep/d.txt; do echo >\"$name\"; done");
        Map<String, Set<String>> expected = new TreeMap<>(Map.of(
                "*.txt", Set.of("a.txt"),
                "*/*.txt", Set.of("sub/c.txt"),
                "**/*.txt", Set.of("a.txt", "sub/c.txt", "sub/deep/d.txt"),
                "sub/**", Set.of("sub/c.txt", "sub/deep", "sub/deep/d.txt"),
                "log?", Set.of("log1"),
                "log??", Set.of("log12"),
                "data-[ac]", Set.of("data-a"),
                "data-[a-z]", Set.of("data-a", "data-b"),
                "data-[!a]", Set.of("data-b", "data-!"),
                "*.pdf", Set.of()));
        expected.forEach((pattern, names) -> assertEquals(
                new TreeSet<>(names),
                new TreeSet<>(below(sandbox, "tree", files -> files.glob("tree", pattern))),
                "the pattern " + pattern + " finds something else"));
    }

    @Clause(value = "FILE-8", seconds = 120)
    default void namesAreData(Trial trial) {
        OddNames.PLAIN.check(trial);
    }

    @Clause(value = "FILE-8", seconds = 120)
    default void namesMayBeInAnyScript(Trial trial) {
        OddNames.UNICODE.check(trial);
    }

    @Clause("FILE-19")
    default void deleteRefusesADirectoryThatIsNotEmpty(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        Inside inside = inside(sandbox);
        SandboxFiles files = sandbox.files();
        inside.run("mkdir -p full/sub empty && echo 1 >full/sub/f && echo 2 >full/g");
        assertThrows(
                SandboxFileException.class,
                () -> files.delete("full"),
                "deleting a directory that is not empty was not refused");
        inside.at("full/sub/f").hasText("1\n", "a deletion that was refused deleted something");
        inside.at("full/g").hasText("2\n", "a deletion that was refused deleted something");
        files.delete("empty");
        inside.at("empty").isMissing("an empty directory was not deleted");
        files.deleteAll("full");
        inside.at("full").isMissing("deleteAll left a directory");
    }

    @Clause("FILE-20")
    default void failuresGiveTheirReasons(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        inside(sandbox).run("mkdir -p full/sub && echo 1 >file");
        SandboxFiles files = sandbox.files();
        requireReason(FileFailure.MISSING, () -> files.stat("missing"));
        requireReason(FileFailure.MISSING, () -> files.list("missing"));
        requireReason(FileFailure.IS_DIRECTORY, () -> files.readBytes("full"));
        requireReason(FileFailure.NOT_DIRECTORY, () -> files.list("file"));
        requireReason(FileFailure.NOT_EMPTY, () -> files.delete("full"));
    }

    private static void requireReason(FileFailure expected, Executable operation) {
        SandboxFileException failure = assertThrows(
                SandboxFileException.class, operation, "a file operation that has to fail did not: " + expected);
        assertEquals(
                expected,
                failure.reason(),
                () -> "a failed file operation gave a wrong reason: " + failure.getMessage());
    }

    @Clause("FILE-21")
    default void aRecursiveListHasADepthAndRelativePaths(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        inside(sandbox).run("mkdir -p tree/a/b/c && echo 1 >tree/a/b/f && echo 2 >tree/g && ln -s a tree/link");
        SandboxFiles files = sandbox.files();
        for (Map.Entry<Integer, Set<String>> deep : Map.of(
                        1, Set.of("a", "g", "link"), 2, Set.of("a", "a/b", "g", "link"))
                .entrySet()) {
            assertEquals(
                    deep.getValue(),
                    new TreeSet<>(below(sandbox, "tree", any -> any.walk("tree", deep.getKey()))),
                    "a recursive list to a depth of " + deep.getKey() + " does not show what lies so deep");
        }
        assertEquals(
                below(sandbox, "tree", any -> any.walk("tree")),
                files.walk("tree").stream().map(FileEntry::relativePath).toList(),
                "entries of a recursive list have other relative paths than their paths say");
    }

    private static List<String> below(Sandbox sandbox, String folder, Function<SandboxFiles, List<FileEntry>> look) {
        String base = sandbox.spec().workdir() + "/" + folder + "/";
        return look.apply(sandbox.files()).stream()
                .map(FileEntry::path)
                .map(path -> path.startsWith(base) ? path.substring(base.length()) : path)
                .toList();
    }

    private static String octal(int mode) {
        return Integer.toOctalString(mode);
    }
}
