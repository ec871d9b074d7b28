package folderprovider;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A variable in the environment of processes, which their children inherit however far they wander from their parents.
 * What belongs to a command or a sandbox is found by it.
 *
 * @param value begins with that of the sandbox, which begins no other one
 */
record ProcessMark(String value) {

    static final String VARIABLE = "FOLDER_SANDBOX";

    private static final Duration LONGEST = Duration.ofSeconds(5);

    static ProcessMark ofSandbox(String id) {
        return new ProcessMark(id + "/");
    }

    /** Mark one command of a sandbox. */
    ProcessMark command(long number) {
        return new ProcessMark(value + number + "/");
    }

    /** Give the environment of a process that is found by this mark. */
    Map<String, String> addedTo(Map<String, String> env) {
        Map<String, String> marked = new LinkedHashMap<>(env);
        marked.put(VARIABLE, value);
        return marked;
    }

    /**
     * Refuse an environment that would unmark a process.
     *
     * @throws IllegalArgumentException if the variable is in it
     */
    static void refuse(Map<String, ?> env) {
        if (env.containsKey(VARIABLE)) {
            throw new IllegalArgumentException("Environment variable '" + VARIABLE
                    + "' cannot be set: processes of a sandbox are found by it; use another name");
        }
    }

    /** Kill every process with this mark, again and again until none is left; false if some are after a while. */
    boolean killAll() {
        long end = System.nanoTime() + LONGEST.toNanos();
        boolean found = killOnceExcept(-1);
        while (found && System.nanoTime() < end) {
            found = killOnceExcept(-1);
        }
        return !found;
    }

    /** Kill the processes with this mark, and all below them, but for one; tells whether there were any. */
    boolean killOnceExcept(long spared) {
        Set<ProcessHandle> marked = ProcessHandle.allProcesses()
                .filter(process -> isOn(process.pid()))
                .collect(Collectors.toSet());
        // One that cleared its environment is found through its parents, as long as they live.
        Stream<ProcessHandle> below = marked.stream()
                .filter(process -> process.parent().filter(marked::contains).isEmpty())
                .flatMap(ProcessHandle::descendants);
        Set<ProcessHandle> found = Stream.concat(marked.stream(), below)
                .filter(process -> process.pid() != spared)
                .collect(Collectors.toSet());
        found.forEach(ProcessHandle::destroyForcibly);
        return !found.isEmpty();
    }

    private boolean isOn(long pid) {
        try {
            byte[] environment = Files.readAllBytes(Path.of("/proc", Long.toString(pid), "environ"));
            return ("\0" + new String(environment, StandardCharsets.ISO_8859_1))
                    .contains("\0" + VARIABLE + "=" + value);
        } catch (IOException endedOrSomebodyElses) {
            return false;
        }
    }
}
