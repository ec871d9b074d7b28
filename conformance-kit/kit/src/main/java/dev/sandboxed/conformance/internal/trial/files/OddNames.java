package dev.sandboxed.conformance.internal.trial.files;

import static dev.sandboxed.conformance.internal.trial.files.Inside.inside;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.conformance.internal.trial.Trial;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;

/**
 * Names of files that a careless provider stumbles over.
 *
 * @param names without their folders
 */
public record OddNames(List<String> names) {

    /** Those that can be written in ASCII. */
    public static final OddNames PLAIN = new OddNames(List.of(
            " space before and after ",
            "line\nbreak",
            "-rf",
            "--",
            "-",
            "quotes ' and \"",
            "$HOME `id` $(id)",
            "*?[a]{b}\\",
            "a;b&c|d>e#f",
            "%41%2f",
            "n".repeat(255)));

    /** Those that need more than ASCII: two, three and four bytes for a character, composed and decomposed. */
    public static final OddNames UNICODE = new OddNames(List.of(
            "gr\u00fc\u00dfe", "\u65e5\u672c\u8a9e", "\ud83c\udf89 party", "e\u0301", "\u00e9", "\u00e9".repeat(127)));

    public OddNames {
        names = List.copyOf(names);
    }

    /** Uses each of these names for a file, through the provider and by a command inside. */
    public void check(Trial trial) {
        try {
            Sandbox sandbox = trial.sandbox();
            writtenByTheProvider(sandbox);
            writtenInside(sandbox);
            copied(trial, sandbox);
        } catch (SandboxFileException | InvalidPathException e) {
            // Where sandboxes are folders of the host, names go through the JVM, which may not know how to write them.
            Assumptions.assumeTrue(
                    names.stream().allMatch(OddNames::canBeWrittenHere),
                    "this JVM cannot write file names with more than ASCII; start it in a UTF-8 locale, for example"
                            + " with LC_ALL=C.UTF-8");
            fail("a file with an odd name was refused: " + e.getMessage(), e);
        }
    }

    /** They lie in the workdir itself, so that a name with a dash is the whole of its path. */
    private void writtenByTheProvider(Sandbox sandbox) {
        for (String name : names) {
            sandbox.files().write(name, "content " + names.indexOf(name));
        }
        Set<String> seen = Set.copyOf(inside(sandbox).names("."));
        for (String name : names) {
            String digits = HexFormat.of().formatHex(name.getBytes(StandardCharsets.UTF_8));
            assertTrue(
                    seen.contains(digits),
                    () -> "a file with the odd name '" + name + "' (as hexadecimal digits " + digits
                            + ") that was written has another name inside; there are " + seen);
            assertEquals(
                    "content " + names.indexOf(name),
                    sandbox.files().readText(name),
                    () -> "a file with the odd name '" + name + "' is read differently");
            sandbox.files().move(name, "moved/" + name);
            assertTrue(
                    sandbox.files().exists("moved/" + name),
                    () -> "a file with the odd name '" + name + "' was moved and is not found");
            sandbox.files().move("moved/" + name, name);
            sandbox.files().delete(name);
            assertFalse(
                    sandbox.files().exists(name),
                    () -> "a file with the odd name '" + name + "' was deleted and is still there");
        }
    }

    private void writtenInside(Sandbox sandbox) {
        StringBuilder script = new StringBuilder("mkdir made && cd made");
        for (String name : names) {
            byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
            script.append("\n").append(Inside.variable("name", bytes)).append(" && printf made >\"./$name\"");
        }
        inside(sandbox).run(script.toString());
        assertEquals(
                Set.copyOf(names),
                sandbox.files().list("made").stream().map(FileEntry::name).collect(Collectors.toSet()),
                "files with odd names that a command made are listed under other names");
        for (String name : names) {
            assertTrue(
                    sandbox.files().exists("made/" + name),
                    () -> "a file with the odd name '" + name + "' that a command made is not found");
            assertEquals(
                    "made",
                    sandbox.files().readText("made/" + name),
                    () -> "a file with the odd name '" + name + "' that a command made is read differently");
        }
    }

    private void copied(Trial trial, Sandbox sandbox) {
        Path folder = trial.hostFolder().resolve("names");
        sandbox.files().download("made", folder);
        assertEquals(Set.copyOf(names), HostTree.names(folder), "files with odd names were downloaded as others");
        sandbox.files().upload(folder, "uploaded");
        assertEquals(
                Set.copyOf(inside(sandbox).names("made")),
                Set.copyOf(inside(sandbox).names("uploaded")),
                "files with odd names were uploaded as others (as hexadecimal digits)");
    }

    private static boolean canBeWrittenHere(String name) {
        try {
            return Path.of(name).toString().equals(name);
        } catch (InvalidPathException e) {
            return false;
        }
    }
}
