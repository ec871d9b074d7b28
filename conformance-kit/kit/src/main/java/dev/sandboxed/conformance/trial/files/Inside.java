package dev.sandboxed.conformance.trial.files;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import java.util.HexFormat;
import java.util.List;

/** Files as a command inside sees them, so that what the provider tells about files can be held against something. */
public final class Inside {

    private static final int TYPE = 1;
    private static final int MODE = 10;

    private static final String MODE_SCRIPT = """
            command -v find >/dev/null || exec ls -ld "$path"
            printf %s -
            for bit in 400:r 200:w 100:x 40:r 20:w 10:x 4:r 2:w 1:x; do
              found=$(find "$path" -prune -perm -${bit%:*}) || exit 1
              if [ -n "$found" ]; then printf %s ${bit#*:}; else printf %s -; fi
            done
            """;

    private Inside() {}

    /** Run a script that must succeed, and give what it printed without the space around it. */
    public static String says(Sandbox sandbox, String script) {
        return sandbox.shell(script).orThrow().stdout().strip();
    }

    /** Tell whether {@code test} agrees, as in {@code -e some.txt}. */
    public static boolean test(Sandbox sandbox, String condition) {
        return sandbox.shell("test " + condition).exitCode() == 0;
    }

    /** Read a text; empty where there is no such file. */
    public static String text(Sandbox sandbox, String path) {
        return sandbox.shell("cat " + Command.quote("./" + path)).stdout();
    }

    /** Read any content. It is printed as hexadecimal digits, so that nothing depends on how output is passed on. */
    public static byte[] bytes(Sandbox sandbox, String path) {
        return HexFormat.of().parseHex(says(sandbox, "od -A n -v -t x1 <" + Command.quote(path) + " | tr -d ' \\n'"));
    }

    /**
     * Give the permissions of a file or folder as {@code ls} writes them, as in {@code rwxr-x---}.
     *
     * <p>They are looked for bit by bit, since {@code ls} and {@code stat} fail on some kernels in user space, and asked
     * of {@code ls} only where there is nothing to look for them with.
     */
    public static String mode(Sandbox sandbox, String path) {
        String line = says(sandbox, "path=" + Command.quote("./" + path) + "\n" + MODE_SCRIPT);
        return line.length() < MODE ? line : line.substring(TYPE, MODE);
    }

    /** Write a script in plain ASCII that stores any bytes in a variable of the shell; they must not end in a newline. */
    public static String variable(String name, byte[] value) {
        StringBuilder octal = new StringBuilder();
        for (byte one : value) {
            octal.append(String.format("\\0%03o", one & 0xff));
        }
        return name + "=$(printf %b '" + octal + "')";
    }

    /** Give the names in a folder that do not begin with a dot, byte by byte, in no order, as hexadecimal digits. */
    public static List<String> names(Sandbox sandbox, String folder) {
        String script = "cd " + Command.quote(folder)
                + " && for name in *; do printf %s \"$name\" | od -A n -v -t x1 | tr -d ' \\n'; echo; done";
        return says(sandbox, script).lines().toList();
    }
}
