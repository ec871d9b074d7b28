package dev.sandboxed.conformance.internal.trial.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.conformance.internal.text.ResourceText;
import java.util.HexFormat;
import java.util.List;

/**
 * A sandbox as its own commands see it, so that what the provider tells can be held against something.
 *
 * <p>Whatever insists on something takes the message of the failure last.
 *
 * @param sandbox whose commands look
 */
public record Inside(Sandbox sandbox) {

    private static final int TYPE = 1;
    private static final int MODE = 10;
    private static final String MODE_SCRIPT = ResourceText.of(Inside.class, "mode.sh");

    /** Returns the inside of a sandbox; meant to be imported as it is. */
    public static Inside inside(Sandbox sandbox) {
        return new Inside(sandbox);
    }

    /** Runs a script that must succeed, and returns what it printed without the space around it. */
    public String run(String script) {
        return sandbox.shell(script).orThrow().stdout().strip();
    }

    /** Insists that a script succeeds and prints just this, apart from the space around it. */
    public void says(String expected, String script, String otherwise) {
        assertEquals(expected, run(script), otherwise);
    }

    /** Insists that a script succeeds. */
    public void succeeds(String script, String otherwise) {
        assertTrue(sandbox.shell(script).succeeded(), otherwise);
    }

    /** Returns whether {@code test} agrees, as in {@code -e some.txt}. */
    public boolean test(String condition) {
        return sandbox.shell("test " + condition).exitCode() == 0;
    }

    /** Returns the names in a folder that do not begin with a dot, byte by byte, in no order, as hexadecimal digits. */
    public List<String> names(String folder) {
        String script = "cd " + Command.quote(folder)
                + " && for name in *; do printf %s \"$name\" | od -A n -v -t x1 | tr -d ' \\n'; echo; done";
        return run(script).lines().toList();
    }

    /** Returns a script in plain ASCII that stores any bytes in a variable of the shell; they must not end in a newline. */
    public static String variable(String name, byte[] value) {
        StringBuilder octal = new StringBuilder();
        for (byte one : value) {
            octal.append(String.format("\\0%03o", one & 0xff));
        }
        return name + "=$(printf %b '" + octal + "')";
    }

    /** Returns what is at a path, be it there or not. */
    public Seen at(String path) {
        return new Seen(this, path);
    }

    /**
     * Something at a path that may be there.
     *
     * @param inside who looks
     * @param path where
     */
    public record Seen(Inside inside, String path) {

        /** Returns its text; empty where there is no such file. */
        public String text() {
            return inside.sandbox.shell("cat " + Command.quote("./" + path)).stdout();
        }

        /** Returns its content. It is printed as hexadecimal digits, so that nothing depends on how output is passed on. */
        private byte[] bytes() {
            String digits = inside.run("od -A n -v -t x1 <" + Command.quote(path) + " | tr -d ' \\n'");
            return HexFormat.of().parseHex(digits);
        }

        /**
         * Returns its permissions as {@code ls} writes them, as in {@code rwxr-x---}.
         *
         * <p>They are looked for bit by bit, since {@code ls} and {@code stat} fail on some kernels in user space, and asked
         * of {@code ls} only where there is nothing to look for them with.
         */
        private String mode() {
            String line = inside.run("path=" + Command.quote("./" + path) + "\n" + MODE_SCRIPT);
            return line.length() < MODE ? line : line.substring(TYPE, MODE);
        }

        public void hasText(String expected, String otherwise) {
            assertEquals(expected, text(), otherwise);
        }

        public void hasBytes(byte[] expected, String otherwise) {
            assertArrayEquals(expected, bytes(), otherwise);
        }

        public void hasMode(String expected, String otherwise) {
            assertEquals(expected, mode(), otherwise);
        }

        public void isFile(String otherwise) {
            assertTrue(inside.test("-f " + path), otherwise);
        }

        public void isFolder(String otherwise) {
            assertTrue(inside.test("-d " + path), otherwise);
        }

        public void isLink(String otherwise) {
            assertTrue(inside.test("-h " + path), otherwise);
        }

        public void isMissing(String otherwise) {
            assertFalse(inside.test("-e " + path) || inside.test("-h " + path), otherwise);
        }
    }
}
