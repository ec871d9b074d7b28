package dev.sandboxed.linux.internal.proc;

import dev.sandboxed.linux.internal.libc.HostPlatform;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The threads of a process namespace, which are those of a sandbox, as the host sees them. Threads and not processes, since a
 * process whose first thread has ended looks dead and is not.
 */
public final class NamespaceThreads {

    private static final String NAMESPACE = "ns/pid";
    private static final String NUMBERS = "[0-9]*";
    /** Whoever starts a process this way waits for it inside of the kernel, where no signal stops him before it goes on. */
    private static final int VFORK_ON_X86 = 58;

    private static final int CLONE_ON_X86 = 56;
    private static final int CLONE_ON_ARM = 220;
    private static final long CLONE_VFORK = 0x4000;

    private final int firstProcess;

    /** Creates one for the namespace that a process is the first of. */
    public NamespaceThreads(int firstProcess) {
        this.firstProcess = firstProcess;
    }

    /**
     * What was seen of a thread. Two that are equal have not run in between.
     *
     * @param process its process
     * @param still whether it is stopped
     * @param switches how often it was taken from a processor
     * @param start when it was started, as the kernel counts
     */
    public record Seen(int process, boolean still, long switches, long start) {}

    /**
     * Returns what is seen of all that are alive, by their numbers.
     *
     * @throws IOException if processes cannot be listed here at all
     */
    public Map<Integer, Seen> look() throws IOException {
        Map<Integer, Seen> seen = new TreeMap<>();
        for (int process : list()) {
            try (DirectoryStream<Path> threads =
                    Files.newDirectoryStream(ProcessTable.PROC.resolve(process + "/task"), NUMBERS)) {
                for (Path thread : threads) {
                    look(process, thread, seen);
                }
            } catch (IOException | DirectoryIteratorException ended) {
                // Whoever ends meanwhile makes the next look differ from this one.
            }
        }
        return seen;
    }

    /** Returns the processes that are alive; none where they cannot be listed. */
    public Set<Integer> processes() {
        try {
            return list();
        } catch (IOException gone) {
            return Set.of();
        }
    }

    private Set<Integer> list() throws IOException {
        Path ours = namespaceOf(ProcessTable.PROC.resolve(String.valueOf(firstProcess)));
        Set<Integer> found = new TreeSet<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(ProcessTable.PROC, NUMBERS)) {
            for (Path process : processes) {
                try {
                    if (namespaceOf(process).equals(ours)) {
                        found.add(Integer.valueOf(process.getFileName().toString()));
                    }
                } catch (IOException endedOrForeign) {
                    // Those of a sandbox can be looked at by whoever made it.
                }
            }
        }
        return found;
    }

    private static Path namespaceOf(Path process) throws IOException {
        return Files.readSymbolicLink(process.resolve(NAMESPACE));
    }

    private static void look(int process, Path thread, Map<Integer, Seen> into) throws IOException {
        String stat = Files.readString(thread.resolve("stat"), StandardCharsets.ISO_8859_1);
        // What it is called stands in parentheses, and may contain anything.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        char state = fields[0].charAt(0);
        if (state == 'Z' || state == 'X') {
            return;
        }
        boolean still = state == 'T' || state == 't' || (state == 'D' && waitsForChild(thread));
        into.put(
                Integer.valueOf(thread.getFileName().toString()),
                new Seen(process, still, switches(thread), Long.parseLong(fields[19])));
    }

    private static long switches(Path thread) throws IOException {
        return Files.readString(thread.resolve("status"), StandardCharsets.ISO_8859_1)
                .lines()
                .filter(line -> line.contains("voluntary_ctxt_switches:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                .sum();
    }

    private static boolean waitsForChild(Path thread) throws IOException {
        String[] call = Files.readString(thread.resolve("syscall"), StandardCharsets.ISO_8859_1)
                .strip()
                .split(" ");
        if (call.length < 2 || !call[0].matches("[0-9]{1,9}")) {
            return false;
        }
        boolean arm = HostPlatform.architecture().equals("arm64");
        int number = Integer.parseInt(call[0]);
        if (number == (arm ? CLONE_ON_ARM : CLONE_ON_X86)) {
            return (Long.parseUnsignedLong(call[1].substring(2), 16) & CLONE_VFORK) != 0;
        }
        return !arm && number == VFORK_ON_X86;
    }
}
