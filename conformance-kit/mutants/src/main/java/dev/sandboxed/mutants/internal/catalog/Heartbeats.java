package dev.sandboxed.mutants.internal.catalog;

import static dev.sandboxed.mutants.internal.Calls.onHost;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The names of the heartbeats in the commands of sandboxes, by which their processes are known on the host. */
final class Heartbeats {

    private static final Pattern NAME = Pattern.compile("beat-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private final Map<String, Set<String>> names = new ConcurrentHashMap<>();

    /** Executes a command, and keeps the names in it. */
    ExecResult exec(Sandbox sandbox, Command command) {
        Set<String> own = names.computeIfAbsent(sandbox.id(), id -> ConcurrentHashMap.newKeySet());
        NAME.matcher(command.toString()).results().forEach(found -> own.add(found.group()));
        return sandbox.exec(command);
    }

    /** Starts processes on the host that look like those of a sandbox; they end by themselves. */
    void haunt(String sandbox) {
        for (String name : forget(sandbox)) {
            onHost(() -> new ProcessBuilder("/bin/sh", "-c", "sleep 4; exit", name).start());
        }
    }

    /** Ends the processes of all sandboxes but one, which is forgotten. */
    void endOthers(String sandbox) {
        forget(sandbox);
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            all.filter(process -> isKnown(process.info().commandLine().orElse("")))
                    .forEach(ProcessHandle::destroyForcibly);
        }
    }

    private Set<String> forget(String sandbox) {
        Set<String> own = names.remove(sandbox);
        return own == null ? Set.of() : own;
    }

    private boolean isKnown(String line) {
        return names.values().stream().flatMap(Set::stream).anyMatch(line::contains);
    }
}
