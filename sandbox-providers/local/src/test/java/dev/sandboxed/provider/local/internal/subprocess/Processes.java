package dev.sandboxed.provider.local.internal.subprocess;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Looks for processes of a sandbox in a way of its own, so that the tests do not trust what they test. */
final class Processes {

    private Processes() {}

    static List<Long> of(String sandbox) {
        List<Long> found = new ArrayList<>();
        ProcessHandle.allProcesses().forEach(process -> {
            try {
                byte[] environ = Files.readAllBytes(Path.of("/proc/" + process.pid() + "/environ"));
                if (new String(environ, StandardCharsets.ISO_8859_1).contains("SANDBOXED=" + sandbox)) {
                    found.add(process.pid());
                }
            } catch (IOException endedOrForeign) {
                // Not one of ours.
            }
        });
        return found;
    }
}
