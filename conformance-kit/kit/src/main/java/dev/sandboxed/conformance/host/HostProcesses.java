package dev.sandboxed.conformance.host;

import java.util.stream.Stream;

/** The processes that can be seen on the host. */
public final class HostProcesses {

    private HostProcesses() {}

    /**
     * Tell whether a process is there whose command line has a word in it.
     *
     * <p>Processes behind a kernel of their own, or on another machine, cannot be seen this way.
     */
    public static boolean anyWith(String word) {
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            return all.anyMatch(
                    process -> process.info().commandLine().orElse("").contains(word));
        }
    }
}
