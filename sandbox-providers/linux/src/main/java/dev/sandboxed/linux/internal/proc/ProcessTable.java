package dev.sandboxed.linux.internal.proc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The processes of the host at one moment, from {@code /proc} where there is one, else what Java knows of them.
 *
 * <p>Without {@code /proc}, environment and session of a process are unknown, so that only descendants can be found.
 */
public final class ProcessTable {

    static final Path PROC = Path.of("/proc");

    /** The bit among the flags of a process for a thread of the kernel. */
    private static final long KERNEL_THREAD = 0x0020_0000;

    private ProcessTable() {}

    /**
     * A process that is alive, which it is as long as one of its threads is. The first one may have ended, and what it had
     * to tell of environment and memory is gone then; another one still tells it.
     *
     * @param pid its id
     * @param thread id of a thread of it that is alive; mostly that of the process
     * @param parent id of its parent
     * @param session id of its session, or -1 if unknown
     * @param cpuTicks processor time, with that of children it waited for
     * @param residentPages memory in use
     */
    public record Entry(int pid, int thread, int parent, int session, long cpuTicks, long residentPages) {

        /** Returns the largest memory that it has had at once, in bytes; zero where nobody knows. */
        public long peakMemory() {
            return ThreadStatus.peakMemory(folder());
        }

        /** Returns whether it was started with a variable whose value is the marker, or begins with it and a slash. */
        public boolean carries(String variable, String marker) {
            try (InputStream environment = Files.newInputStream(folder().resolve("environ"))) {
                String text = new String(environment.readAllBytes(), StandardCharsets.ISO_8859_1);
                String wanted = "\0" + variable + "=" + marker;
                int at = ("\0" + text).indexOf(wanted);
                return at >= 0 && endsOrGoesOn(text, at + wanted.length() - 1);
            } catch (IOException endedOrForeign) {
                return false;
            }
        }

        private static boolean endsOrGoesOn(String text, int at) {
            return at >= text.length() || text.charAt(at) == '\0' || text.charAt(at) == '/';
        }

        private Path folder() {
            return PROC.resolve(pid + "/task/" + thread);
        }
    }

    /** Returns whether there is a {@code /proc} that knows every thread. */
    public static boolean knowsThreads() {
        return Files.exists(PROC.resolve("self/stat"));
    }

    /** Reads it now. */
    public static List<Entry> read() {
        return knowsThreads() ? readProc() : readHandles();
    }

    private static List<Entry> readHandles() {
        return ProcessHandle.allProcesses()
                .filter(ProcessHandle::isAlive)
                .map(process -> new Entry(
                        (int) process.pid(),
                        (int) process.pid(),
                        process.parent().map(parent -> (int) parent.pid()).orElse(-1),
                        -1,
                        0,
                        0))
                .toList();
    }

    private static List<Entry> readProc() {
        List<Entry> entries = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                try {
                    entry(process).ifPresent(entries::add);
                } catch (IOException ended) {
                    // It ended between the listing and the look at it, which is as good as never listed.
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return entries;
    }

    private static Optional<Entry> entry(Path process) throws IOException {
        Stat stat = Stat.read(process);
        if (stat.isKernelThread()) {
            return Optional.empty();
        }
        if (!stat.ended()) {
            return Optional.of(stat.entry(stat));
        }
        return stat.threads() > 1 ? living(process.resolve("task")).map(stat::entry) : Optional.empty();
    }

    /** Finds a thread that is alive. Those whose end was not taken note of yet are listed, too. */
    private static Optional<Stat> living(Path tasks) throws IOException {
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path thread : threads) {
                try {
                    Stat stat = Stat.read(thread);
                    if (!stat.ended()) {
                        return Optional.of(stat);
                    }
                } catch (IOException ended) {
                    // As for processes.
                }
            }
            return Optional.empty();
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    /** What {@code /proc} tells of a process, or of one thread, in numbers. */
    private record Stat(int id, List<String> fields) {

        /** The name, in parentheses, may contain anything; the numbers behind its last one are what we are after. */
        static Stat read(Path folder) throws IOException {
            String text = Files.readString(folder.resolve("stat"), StandardCharsets.ISO_8859_1);
            int id = Integer.parseInt(text.substring(0, text.indexOf(' ')));
            return new Stat(
                    id, Arrays.asList(text.substring(text.lastIndexOf(')') + 2).split(" ")));
        }

        boolean ended() {
            return ThreadStatus.ENDED.contains(fields.get(0));
        }

        /** Those have neither an environment nor a parent of ours, and there are more of them than of all others. */
        boolean isKernelThread() {
            return (number(6) & KERNEL_THREAD) != 0;
        }

        long threads() {
            return number(17);
        }

        /** Times are those of the whole process, and its first thread tells them even when it has ended. */
        Entry entry(Stat living) {
            long ticks = number(11) + number(12) + number(13) + number(14);
            return new Entry(id, living.id, (int) number(1), (int) number(3), ticks, living.number(21));
        }

        private long number(int field) {
            return Long.parseLong(fields.get(field));
        }
    }
}
