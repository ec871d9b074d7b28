package dev.sandboxed.conformance.internal.clauses;

import static dev.sandboxed.conformance.internal.trial.files.Inside.inside;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.conformance.contract.Clause;
import dev.sandboxed.conformance.internal.text.ResourceText;
import dev.sandboxed.conformance.internal.trial.Trial;
import dev.sandboxed.conformance.internal.trial.files.HostTree;
import dev.sandboxed.conformance.internal.trial.files.Inside;
import dev.sandboxed.conformance.internal.trial.files.TransferLog;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;

/** Trees that go in and out. */
public interface TransferClauses {

    @Clause(value = "FILE-10", seconds = 300)
    default void anUploadKeepsBytesModesAndLinks(Trial trial) {
        Path folder = trial.hostFolder();
        HostTree tree = HostTree.at(folder)
                .file("run.sh", "#!/bin/sh\necho ran\n", 0755)
                .file("secret", "secret", 0600)
                .file("empty", "", 0644)
                .folder("void", 0750);
        int folders = 10;
        int each = trial.effort().treeFiles() / folders;
        for (int f = 0; f < folders; f++) {
            for (int i = 0; i < each; i++) {
                tree.file("d" + f + "/f" + i, "file " + f + " " + i + "\n", 0644);
            }
        }
        tree.link("d0/near", "f0").link("d0/up", "../d1/f1").link("whole", "d2");
        Sandbox sandbox = trial.sandbox();
        Inside inside = inside(sandbox);
        sandbox.files().upload(folder, "tree");
        String count = "n=0; cd tree; for f in d*/f*; do read -r word a b <$f;"
                + " [ \"d$a/f$b\" = \"$f\" ] && [ $word = file ] && n=$((n+1)); done; echo $n";
        inside.says(
                Integer.toString(folders * each),
                count,
                "an upload of a tree did not bring every file with its content");
        inside.at("tree/empty").isFile("an upload left out an empty file");
        inside.at("tree/void").isFolder("an upload left out an empty folder");
        Map<String, String> modes = Map.of(
                "tree/run.sh", "rwxr-xr-x",
                "tree/secret", "rw-------",
                "tree/d9/f0", "rw-r--r--",
                "tree/void", "rwxr-x---");
        modes.forEach((path, mode) -> inside.at(path).hasMode(mode, "an upload did not keep the mode of " + path));
        for (String link : List.of("tree/d0/near", "tree/d0/up", "tree/whole")) {
            inside.at(link).isLink("an upload did not keep the link " + link + " as a link");
        }
        inside.says(
                "file 0 0\nfile 1 1\nfile 2 3",
                "cd tree && cat d0/near d0/up whole/f3",
                "an upload brought links that lead elsewhere");
    }

    @Clause(value = "FILE-10", seconds = 300)
    default void aDownloadKeepsBytesModesAndLinks(Trial trial) {
        int folders = 10;
        int each = trial.effort().treeFiles() / folders;
        Sandbox sandbox = trial.sandbox();
        inside(sandbox)
                .run(ResourceText.of(TransferClauses.class, "tree.sh")
                        .replace("FOLDERS", String.valueOf(folders))
                        .replace("EACH", String.valueOf(each)));
        Map<String, String> expected = new TreeMap<>(Map.of(
                "run.sh", "file 755 run\n",
                "secret", "file 600 secret\n",
                "empty", "file 644 ",
                "void", "folder 750",
                "d0/near", "link to f0",
                "d0/up", "link to ../d1/f1",
                "whole", "link to d2"));
        for (int f = 0; f < folders; f++) {
            expected.put("d" + f, "folder 755");
            for (int i = 0; i < each; i++) {
                expected.put("d" + f + "/f" + i, "file 644 file " + f + " " + i + "\n");
            }
        }
        Path target = trial.hostFolder().resolve("tree");
        sandbox.files().download("tree", target);
        Map<String, String> came = HostTree.at(target).describe();
        expected.forEach((path, line) ->
                assertEquals(line, came.get(path), "a download did not keep content, mode or link of " + path));
        assertEquals(expected.keySet(), came.keySet(), "a download brought more than there is");
    }

    @Clause("FILE-10")
    default void aSingleFileGoesInAndOut(Trial trial) {
        Path folder = trial.hostFolder();
        HostTree tree = HostTree.at(folder).file("out", "single", 0750);
        Sandbox sandbox = trial.sandbox();
        sandbox.files().upload(folder.resolve("out"), "some/where/in");
        inside(sandbox).at("some/where/in").hasText("single", "a single file was not uploaded");
        sandbox.files().download("some/where/in", folder.resolve("back"));
        assertEquals("file 750 single", tree.describe().get("back"), "a single file was not downloaded");
    }

    @Clause("FILE-11")
    default void aLinkThatPointsOutRefusesADownload(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        for (String out : List.of("/etc/passwd", "/", "..", "../../out", "sub/../../../out")) {
            Path around = trial.hostFolder();
            HostTree.at(around).file("beside", "kept", 0644);
            inside(sandbox)
                    .run("rm -rf tree && mkdir -p tree/sub && echo 1 >tree/a && echo 2 >tree/z && ln -s " + out
                            + " tree/link");
            RuntimeException refusal = assertThrows(
                    RuntimeException.class,
                    () -> sandbox.files().download("tree", around.resolve("target")),
                    "a folder with a link to " + out + ", which points out of it, was downloaded");
            assertInstanceOf(
                    SandboxFileException.class, refusal, "a link that points out refused a download in another way");
            Map<String, String> left = HostTree.at(around).describe();
            left.remove("target");
            assertEquals(Map.of("beside", "file 644 kept"), left, "a download that was refused has written something");
        }
    }

    @Clause("FILE-11")
    default void aDownloadDoesNotWriteThroughLinksOfTheHost(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        inside(sandbox).run("mkdir -p tree/folder && echo hostile >tree/folder/new && echo hostile >tree/file");
        for (String name : List.of("folder", "file")) {
            Path around = trial.hostFolder();
            HostTree.at(around)
                    .folder("outside/folder", 0755)
                    .file("outside/file", "kept", 0644)
                    .folder("target", 0755)
                    .link("target/" + name, "../outside/" + name);
            Map<String, String> before = HostTree.at(around.resolve("outside")).describe();
            try {
                sandbox.files().download("tree", around.resolve("target"));
            } catch (SandboxFileException refused) {
                // Refusing is as good as replacing the link.
            }
            assertEquals(
                    before,
                    HostTree.at(around.resolve("outside")).describe(),
                    "a download wrote outside of its target, through a link that lay there as '" + name + "'");
        }
    }

    @Clause("FILE-12")
    default void aLinkThatPointsOutExposesNoFileOfTheHost(Trial trial) {
        String secret = UUID.randomUUID().toString();
        Path folder = trial.hostFolder().toAbsolutePath();
        HostTree host = HostTree.at(folder).file("canary", secret, 0666);
        Map<String, String> before = host.describe();
        Sandbox sandbox = trial.sandbox();
        SandboxFiles files = sandbox.files();
        String up = "../".repeat(30) + folder.toString().substring(1);
        inside(sandbox)
                .run("ln -s " + Command.quote(folder + "/canary") + " absolute && ln -s "
                        + Command.quote(up + "/canary") + " relative && ln -s " + Command.quote(folder.toString())
                        + " folder");
        files.link("linked", folder + "/canary");
        for (String path : List.of("absolute", "relative", "linked", "folder/canary")) {
            String read = unlessRefused(files, inside -> inside.readText(path));
            assertFalse(read.contains(secret), "reading the link '" + path + "' gave a file of the host");
        }
        String listed = unlessRefused(
                files,
                inside -> inside.list("folder").stream()
                        .map(FileEntry::path)
                        .toList()
                        .toString());
        assertFalse(listed.contains("canary"), "listing a link showed a folder of the host: " + listed);
        String looked =
                unlessRefused(files, inside -> "" + inside.stat("folder/canary").size());
        assertEquals("refused", looked, "stat looked at a file of the host through a link");
        for (String path : List.of("absolute", "relative", "folder/canary", "folder/new")) {
            unlessRefused(files, inside -> {
                inside.write(path, "overwritten");
                return "written";
            });
            assertEquals(before, host.describe(), "writing to the link '" + path + "' wrote to the host");
        }
        unlessRefused(files, inside -> {
            inside.delete("folder/canary");
            return "deleted";
        });
        assertEquals(before, host.describe(), "deleting behind a link deleted a file of the host");
    }

    @Clause("FILE-14")
    default void theProgressOfAnUploadIsTold(Trial trial) {
        Path folder = trial.hostFolder();
        HostTree.at(folder).file("a", "1", 0644).file("b", "22", 0644).file("sub/c", "333", 0644);
        TransferLog log = new TransferLog();
        trial.sandbox().files().upload(folder, "tree", log);
        log.check("an upload", Map.of("a", 1, "b", 2, "sub/c", 3));
    }

    @Clause("FILE-14")
    default void theProgressOfADownloadIsTold(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        inside(sandbox).run("mkdir -p tree/sub && cd tree && printf 1 >a && printf 22 >b && printf 333 >sub/c");
        TransferLog log = new TransferLog();
        sandbox.files().download("tree", trial.hostFolder().resolve("tree"), log);
        log.check("a download", Map.of("a", 1, "b", 2, "sub/c", 3));
    }

    private static String unlessRefused(SandboxFiles files, Function<SandboxFiles, String> look) {
        try {
            return look.apply(files);
        } catch (SandboxFileException refused) {
            return "refused";
        }
    }
}
