package dev.sandboxed.api;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The process a sandbox belongs to and dies with.
 *
 * @param pid its process id
 * @param start what tells its start from that of every other process with the same id. On Linux these are the boot and the
 *     ticks since then, which no correction of the clock changes; elsewhere it is the time
 */
public record Owner(long pid, String start) {

    private static final Path PROCESSES = Path.of("/proc");
    private static final String UNKNOWN = "unknown";
    /** Places in what Linux tells of a process, counted behind its name, which may hold anything. */
    private static final int STATE = 0;

    private static final int THREADS = 17;
    private static final int TICKS = 19;

    /** Describes this process. */
    public static Owner current() {
        return of(ProcessHandle.current());
    }

    /** Describes another process, which lives. */
    public static Owner of(ProcessHandle process) {
        return new Owner(process.pid(), startOf(process).orElse(UNKNOWN));
    }

    /** Returns whether the process still lives. One that cannot be looked at closely counts as alive: better late than wrong. */
    public boolean isAlive() {
        Optional<ProcessHandle> process = ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
        if (process.isEmpty() || start.equals(UNKNOWN)) {
            return process.isPresent();
        }
        Optional<String> found = startOf(process.get());
        return found.isEmpty() || found.get().equals(start);
    }

    private static Optional<String> startOf(ProcessHandle process) {
        if (!Files.isDirectory(PROCESSES.resolve("self"))) {
            return process.info().startInstant().map(Object::toString);
        }
        try {
            String[] facts = facts(process.pid());
            boolean awaitsBurial = facts[STATE].equals("Z") && Integer.parseInt(facts[THREADS]) <= 1;
            return Optional.of(awaitsBurial ? "ended" : boot() + "/" + facts[TICKS]);
        } catch (IOException | IndexOutOfBoundsException unreadable) {
            return process.isAlive() ? Optional.empty() : Optional.of("ended");
        }
    }

    private static String[] facts(long pid) throws IOException {
        byte[] line = Files.readAllBytes(PROCESSES.resolve(Long.toString(pid)).resolve("stat"));
        String text = new String(line, StandardCharsets.ISO_8859_1);
        return text.substring(text.lastIndexOf(')') + 2).split(" ");
    }

    private static String boot() throws IOException {
        return Files.readString(PROCESSES.resolve("sys/kernel/random/boot_id")).strip();
    }
}
