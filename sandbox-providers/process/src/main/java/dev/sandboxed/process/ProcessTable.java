package dev.sandboxed.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The processes of the host at one moment, from {@code /proc} where there is one, else what Java knows of them.
 *
 * <p>Without {@code /proc}, environment and session of a process are unknown, so that only descendants can be found.
 */
final class ProcessTable {

    private static final Path PROC = Path.of("/proc");

    private ProcessTable() {}

    /**
     * A process that is alive.
     *
     * @param pid its id
     * @param parent id of its parent
     * @param session id of its session, or -1 if unknown
     * @param stopped whether a signal holds it still
     * @param cpuTicks processor time, with that of children it waited for
     * @param residentPages memory in use
     */
    record Entry(int pid, int parent, int session, boolean stopped, long cpuTicks, long residentPages) {}

    static List<Entry> read() {
        return Files.exists(PROC.resolve("self/stat")) ? readProc() : readHandles();
    }

    private static List<Entry> readHandles() {
        return ProcessHandle.allProcesses()
                .filter(ProcessHandle::isAlive)
                .map(process -> new Entry(
                        (int) process.pid(),
                        process.parent().map(parent -> (int) parent.pid()).orElse(-1),
                        -1,
                        false,
                        0,
                        0))
                .toList();
    }

    private static List<Entry> readProc() {
        List<Entry> entries = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                try {
                    parse(Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1), entries);
                } catch (IOException ended) {
                    // It ended between the listing and the look at it, which is as good as never listed.
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return entries;
    }

    /** The name, in parentheses, may contain anything; the numbers behind its last one are what we are after. */
    private static void parse(String stat, List<Entry> into) {
        int pid = Integer.parseInt(stat.substring(0, stat.indexOf(' ')));
        String[] field = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        char state = field[0].charAt(0);
        if (state == 'Z' || state == 'X') {
            return;
        }
        long ticks = Arrays.stream(field, 11, 15).mapToLong(Long::parseLong).sum();
        into.add(new Entry(
                pid,
                Integer.parseInt(field[1]),
                Integer.parseInt(field[3]),
                state == 'T' || state == 't',
                ticks,
                Long.parseLong(field[21])));
    }

    /** Give the largest memory that a process has had at once, in bytes; zero where nobody knows. */
    static long peakMemory(int pid) {
        try (Stream<String> lines = Files.lines(PROC.resolve(pid + "/status"), StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
                    .findFirst()
                    .orElse(0);
        } catch (IOException | UncheckedIOException endedOrUnknown) {
            return 0;
        }
    }

    /** Tell whether a process was started with a variable whose value is the marker, or begins with it and a slash. */
    static boolean carries(int pid, String variable, String marker) {
        try (InputStream environment = Files.newInputStream(PROC.resolve(pid + "/environ"))) {
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
}
