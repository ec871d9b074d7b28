package dev.sandboxed.linux.internal.host;

import dev.sandboxed.api.capability.Headroom;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.linux.internal.cgroup.GroupMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What this host has to spare for sandboxes, as the kernel counts it. */
public final class HostHeadroom {

    /** What a sandbox is taken to need that does little: its supervisor, a shell, a command and what keeps it apart. */
    private static final long PROCESSES_EACH = 8;

    private static final long MEMORY_EACH = DataSize.ofMebibytes(16).bytes();

    private final Path root;
    private final int processors;

    HostHeadroom(Path root, int processors) {
        this.root = root;
        this.processors = processors;
    }

    /**
     * Measures it.
     *
     * @param folder where the files of sandboxes will be; it, or one above it, must exist
     * @return empty if the kernel does not tell
     */
    public static Optional<Headroom> measure(Path folder) {
        return new HostHeadroom(Path.of("/"), Runtime.getRuntime().availableProcessors()).at(folder);
    }

    Optional<Headroom> at(Path folder) {
        try {
            long memory = Math.min(availableMemory(), GroupMemory.spare(root).orElse(Long.MAX_VALUE));
            Load load = Load.parse(firstLine("proc/loadavg"));
            long processes = Long.parseLong(firstLine("proc/sys/kernel/pid_max")) - load.processes();
            long sandboxes = Math.max(0, Math.min(processes / PROCESSES_EACH, memory / MEMORY_EACH));
            return Optional.of(new Headroom(
                    Math.max(0, processors - load.running()),
                    DataSize.ofBytes(memory),
                    DataSize.ofBytes(Files.getFileStore(existing(folder)).getUsableSpace()),
                    (int) Math.min(Integer.MAX_VALUE, sandboxes)));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    /** What the kernel could give without swapping, in which what it keeps of files counts. */
    private long availableMemory() throws IOException {
        for (String line : Files.readAllLines(root.resolve("proc/meminfo"))) {
            if (line.startsWith("MemAvailable:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
            }
        }
        throw new IOException("The kernel does not tell how much memory is available");
    }

    /** Reads it at once: of some files, the kernel gives nothing more to those who ask for the rest. */
    private String firstLine(String file) throws IOException {
        return Files.readAllLines(root.resolve(file)).get(0).strip();
    }

    private static Path existing(Path folder) {
        Path here = folder.toAbsolutePath();
        while (!Files.exists(here) && here.getParent() != null) {
            here = here.getParent();
        }
        return here;
    }

    /**
     * What runs.
     *
     * @param running those that a processor works on, or could; the one that asks is left out
     * @param processes all there are, threads included, since both have numbers of the same kind
     */
    private record Load(long running, long processes) {

        /** Parses for example {@code 0.20 0.18 0.12 1/80 11206}. */
        static Load parse(String text) {
            String[] counts = text.split(" ")[3].split("/");
            return new Load(Long.parseLong(counts[0]) - 1, Long.parseLong(counts[1]));
        }
    }
}
