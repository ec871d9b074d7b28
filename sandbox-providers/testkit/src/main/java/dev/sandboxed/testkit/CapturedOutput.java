package dev.sandboxed.testkit;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.exec.Output;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.OutputCollector;
import dev.sandboxed.api.limit.DataSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** One output of a scripted command, kept in memory up to its limit or sent to a file of the host. */
final class CapturedOutput {

    private final OutputCollector collected;
    private final @Nullable Path file;

    CapturedOutput(DataSize limit, @Nullable Path file) {
        this.file = file;
        // A scripted answer is in memory anyway: what goes to a file is collected whole and written at the end.
        this.collected = new OutputCollector(file != null ? Integer.MAX_VALUE : limit.bytes());
    }

    void append(OutputChunk chunk) {
        collected.append(chunk.bytes(), 0, chunk.bytes().length);
    }

    Output toOutput() {
        Output output = collected.toOutput();
        return file == null ? output : toFile(file, output);
    }

    private static Output toFile(Path file, Output output) {
        try {
            Files.write(file, output.bytes());
            return Output.inFile(file, output.size());
        } catch (IOException e) {
            throw SandboxFileException.of(
                    file.toString(),
                    FileFailure.of(e),
                    Fault.of("Cannot write the output of a command to '" + file + "': " + e)
                            .remedy("check that its folder exists and may be written")
                            .cause(e));
        }
    }
}
