package dev.sandboxed.provider.kubernetes.internal.exec;

import dev.sandboxed.api.exec.OutputChunk;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Brings variables to a process that is started with arguments alone, which others may read in the logs of the cluster.
 *
 * @param variables those that a shell can set
 */
record VariablesFile(Map<String, String> variables) {

    /** Writes what it reads to a file that nobody else may read, and prints its name. */
    static final List<String> WRITING =
            List.of("/bin/sh", "-c", "umask 077; file=$(mktemp) && cat >\"$file\" && echo \"$file\"");

    /** Returns the words to put before a program, which is started with the variables in a file that is gone then. */
    static List<String> reading(String file) {
        return List.of("/bin/sh", "-c", ". \"$0\"; rm -f \"$0\"; exec \"$@\"", file);
    }

    /**
     * Writes them.
     *
     * @param writer the streams of a process that was started with {@link #WRITING}
     * @return the name of the file
     * @throws IOException if it cannot be written
     */
    String write(ExecChannel writer) throws IOException {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        ByteArrayOutputStream wrong = new ByteArrayOutputStream();
        try (writer) {
            try (OutputStream input = writer.input()) {
                input.write(text().getBytes(StandardCharsets.UTF_8));
            }
            for (Optional<OutputChunk> chunk = writer.read(); chunk.isPresent(); chunk = writer.read()) {
                (chunk.get().source() == OutputChunk.Source.STDOUT ? said : wrong)
                        .writeBytes(chunk.get().bytes());
            }
        }
        String file = said.toString(StandardCharsets.UTF_8).strip();
        if (!file.startsWith("/")) {
            throw new IOException("The variables of a terminal could not be written in the pod: "
                    + wrong.toString(StandardCharsets.UTF_8).strip());
        }
        return file;
    }

    private String text() {
        return variables.entrySet().stream()
                .map(one -> "export " + one.getKey() + "='" + one.getValue().replace("'", "'\\''") + "'\n")
                .collect(Collectors.joining());
    }
}
