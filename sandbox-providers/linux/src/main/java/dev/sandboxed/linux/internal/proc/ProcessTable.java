package dev.sandboxed.linux.internal.proc;

import java.io.EOFException;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    /** More than all that is looked at: a name of 64 characters and two dozen numbers, or most command lines. */
    private static final int MOST_READ = 4096;

    private ProcessTable() {}

    /** Reads the beginning of a file by one call: what one call returns was so at one moment. */
    static byte[] readOnce(File file) throws IOException {
        byte[] buffer = new byte[MOST_READ];
        try (InputStream in = new FileInputStream(file)) {
            return Arrays.copyOf(buffer, Math.max(0, in.read(buffer)));
        }
    }

    /**
     * A process that is alive, which it is as long as one of its threads is. The first one may have ended, and what it had
     * to tell of environment and memory is gone then; another one still tells it.
     *
     * @param pid its id
     * @param thread id of a thread of it that is alive; mostly that of the process
     * @param parent id of its parent
     * @param session id of its session, or -1 if unknown
     * @param cpuTicks processor time, with that of children that have ended, whether it waited for them or not yet
     * @param residentPages memory in use
     */
    public record Entry(int pid, int thread, int parent, int session, long cpuTicks, long residentPages) {

        /** Returns the largest memory that it has had at once, in bytes; zero where nobody knows. */
        public long peakMemory() {
            return ThreadStatus.peakMemory(folder());
        }

        /** Returns whether it was started with a variable whose value is the marker, or begins with it and a slash. */
        public boolean carries(String variable, String marker) {
            try {
                String text = ProcessVariables.read(folder());
                String wanted = "\0" + variable + "=" + marker;
                int at = ("\0" + text).indexOf(wanted);
                return at >= 0 && endsOrGoesOn(text, at + wanted.length() - 1);
            } catch (IOException endedOrForeign) {
                return false;
            }
        }

        /** Returns whether it has the rights of a user, by number. */
        public boolean runsAs(int user) {
            try {
                return Files.getAttribute(folder(), "unix:uid").equals(user);
            } catch (IOException | UnsupportedOperationException endedOrUnknown) {
                return false;
            }
        }

        private Entry withTicksOf(long children) {
            return children == 0 ? this : new Entry(pid, thread, parent, session, cpuTicks + children, residentPages);
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

    /** By plain files: this is read whenever a sandbox is closed, and streams of paths take four times as long. */
    private static List<Entry> readProc() {
        List<Entry> entries = new ArrayList<>();
        Map<Integer, Long> unwaited = new HashMap<>();
        String[] names = PROC.toFile().list();
        if (names == null) {
            throw new UncheckedIOException(new IOException(PROC + " could not be listed"));
        }
        for (String name : names) {
            if (Character.isDigit(name.charAt(0))) {
                try {
                    Stat stat = Stat.read(new File(PROC.toFile(), name));
                    Optional<Stat> living = stat.isKernelThread() ? Optional.empty() : stat.living();
                    living.ifPresentOrElse(
                            thread -> entries.add(stat.entry(thread)),
                            () -> unwaited.merge(stat.parent(), stat.cpuTicks(), Long::sum));
                } catch (IOException ended) {
                    // It ended between the listing and the look at it, which is as good as never listed.
                }
            }
        }
        entries.replaceAll(entry -> entry.withTicksOf(unwaited.getOrDefault(entry.pid(), 0L)));
        return entries;
    }

    /** Finds a thread that is alive. Those whose end was not taken note of yet are listed, too. */
    private static Optional<Stat> living(File tasks) {
        String[] threads = tasks.list();
        if (threads == null) {
            return Optional.empty();
        }
        for (String thread : threads) {
            try {
                Stat stat = Stat.read(new File(tasks, thread));
                if (!stat.ended()) {
                    return Optional.of(stat);
                }
            } catch (IOException ended) {
                // As for processes.
            }
        }
        return Optional.empty();
    }

    /** What {@code /proc} tells of a process, or of one thread, in numbers. */
    record Stat(int id, List<String> fields) {

        /** The name, in parentheses, may contain anything; the numbers behind its last one are what we are after. */
        static Stat read(File folder) throws IOException {
            String text = new String(readOnce(new File(folder, "stat")), StandardCharsets.ISO_8859_1);
            if (text.isEmpty()) {
                throw new EOFException(folder + " tells nothing");
            }
            int id = Integer.parseInt(text.substring(0, text.indexOf(' ')));
            return new Stat(
                    id, Arrays.asList(text.substring(text.lastIndexOf(')') + 2).split(" ")));
        }

        /** Returns a thread that is alive: mostly the first one. */
        Optional<Stat> living() {
            if (!ended()) {
                return Optional.of(this);
            }
            return number(17) > 1 ? ProcessTable.living(new File(PROC.toFile(), id + "/task")) : Optional.empty();
        }

        boolean ended() {
            return ThreadStatus.ENDED.contains(fields.get(0));
        }

        /** Those have neither an environment nor a parent of ours, and there are more of them than of all others. */
        boolean isKernelThread() {
            return (number(6) & KERNEL_THREAD) != 0;
        }

        int parent() {
            return (int) number(1);
        }

        /** Times are those of the whole process, and its first thread tells them even when it has ended. */
        long cpuTicks() {
            return number(11) + number(12) + number(13) + number(14);
        }

        Entry entry(Stat living) {
            return new Entry(id, living.id, parent(), (int) number(3), cpuTicks(), living.number(21));
        }

        private long number(int field) {
            return Long.parseLong(fields.get(field));
        }
    }
}
