package dev.sandboxed.conformance.internal.trial.files;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.limit.DataSize;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Files that are one large hole: of any size, and next to nothing on a disk. */
public final class SparseFile {

    private static final int KIBIBYTE = 1024;

    private SparseFile() {}

    /** Makes one inside a sandbox; the test is given up where nothing inside can. */
    public static void make(Sandbox sandbox, String path, DataSize size) {
        String file = Command.quote(path);
        String script = "dd if=/dev/null of=" + file + " bs=1 seek=" + size.bytes() + " 2>/dev/null || truncate -s "
                + size.bytes() + " " + file;
        ExecResult made = sandbox.shell(script);
        assumeTrue(
                made.succeeded(),
                () -> "a file with a hole of " + size + " cannot be made inside: "
                        + made.stderr().strip() + "; add dd or truncate to what sandboxes run on");
    }

    /** Makes one on the host. */
    public static Path onHost(Path path, DataSize size) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(size.bytes());
        }
        return path;
    }

    /** Returns whether a file of the host that has some size is known to take much less room. */
    public static boolean isSparse(Path path, DataSize size) throws IOException {
        Process asked = new ProcessBuilder("du", "-k", path.toString())
                .redirectErrorStream(true)
                .start();
        asked.getOutputStream().close();
        String told = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String kibibytes = told.split("\\s", 2)[0];
        return kibibytes.matches("\\d+") && Long.parseLong(kibibytes) * KIBIBYTE < size.bytes() / 4;
    }
}
