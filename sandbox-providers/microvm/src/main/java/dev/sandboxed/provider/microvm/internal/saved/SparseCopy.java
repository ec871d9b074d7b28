package dev.sandboxed.provider.microvm.internal.saved;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.process.HostTool;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** Copies files that are mostly holes, which Java would fill. */
final class SparseCopy {

    private static final Duration LONGEST = Duration.ofMinutes(1);

    private SparseCopy() {}

    /** Copies one; where the file system can, no byte is copied before somebody changes it. */
    static void of(Path from, Path to) throws IOException {
        ExecResult result = HostTool.run(
                Command.of("cp", "--sparse=always", "--reflink=auto", from.toString(), to.toString()), LONGEST);
        if (!result.succeeded()) {
            throw new IOException("'" + from + "' cannot be copied to '" + to + "': " + result.describe());
        }
    }
}
