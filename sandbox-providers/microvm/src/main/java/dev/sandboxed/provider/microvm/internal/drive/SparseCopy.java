package dev.sandboxed.provider.microvm.internal.drive;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.process.HostTool;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** Copies files that are mostly holes, which Java would fill. */
public final class SparseCopy {

    private static final Duration LONGEST = Duration.ofMinutes(1);

    private SparseCopy() {}

    /**
     * Copies one; where the file system can, no byte is copied before somebody changes it.
     *
     * @throws IOException if it cannot be copied whole, or that takes too long
     */
    public static void of(Path from, Path to) throws IOException {
        ExecResult result = HostTool.run(
                Command.of("cp", "--sparse=always", "--reflink=auto", from.toString(), to.toString()), LONGEST);
        if (!result.succeeded()) {
            throw new IOException("'" + from + "' cannot be copied to '" + to + "': " + result.describe());
        }
    }
}
