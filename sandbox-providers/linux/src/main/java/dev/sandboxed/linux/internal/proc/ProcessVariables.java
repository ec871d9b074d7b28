package dev.sandboxed.linux.internal.proc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * The variables that a process was started with.
 *
 * <p>Between a program and the next one a process shows none. Whoever is looked at just then is looked at again: an orphan has
 * nothing else to be known by.
 */
final class ProcessVariables {

    private static final int MOST_LOOKS = 200;
    private static final Duration BETWEEN_LOOKS = Duration.ofNanos(100_000);

    /** Where in the memory of a process they begin and end, among what follows its name. */
    private static final int BEGINNING = 47;

    private static final int END = 48;
    private static final String NOWHERE = "0";

    private ProcessVariables() {}

    /**
     * Reads them, each of which ends with a zero.
     *
     * @param process its folder, or that of a thread of it that is alive
     * @return nothing if it has none
     * @throws IOException if it has ended, or is somebody else's
     */
    static String read(Path process) throws IOException {
        return read(process, () -> LockSupport.parkNanos(BETWEEN_LOOKS.toNanos()));
    }

    static String read(Path process, Runnable pause) throws IOException {
        String shown = shown(process);
        for (int looks = 1; looks < MOST_LOOKS && shown.isEmpty() && isBecomingAnotherProgram(process); looks++) {
            pause.run();
            shown = shown(process);
        }
        return shown;
    }

    private static String shown(Path process) throws IOException {
        return new String(Files.readAllBytes(process.resolve("environ")), StandardCharsets.ISO_8859_1);
    }

    /** One that has no variables has a place for them all the same. */
    private static boolean isBecomingAnotherProgram(Path process) throws IOException {
        ProcessTable.Stat stat = ProcessTable.Stat.read(process.toFile());
        String end = stat.fields().get(END);
        return !stat.ended()
                && (end.equals(NOWHERE) || !end.equals(stat.fields().get(BEGINNING)));
    }
}
