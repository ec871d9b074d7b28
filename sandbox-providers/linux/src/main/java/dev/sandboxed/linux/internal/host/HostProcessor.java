package dev.sandboxed.linux.internal.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** What kind of processor this host has. */
public final class HostProcessor {

    private static final Path TOLD = Path.of("/proc/cpuinfo");
    /** What differs between processors that cannot take over each other's machines; the rest changes all the time. */
    private static final List<String> TELLING =
            List.of("vendor_id", "cpu family", "model", "model name", "stepping", "flags", "CPU", "Features");

    private HostProcessor() {}

    /** Describes the first one, in words that are the same for as long as the processor is. */
    public static String description() throws IOException {
        return Files.readAllLines(TOLD).stream()
                .takeWhile(line -> !line.isBlank())
                .filter(line -> TELLING.stream().anyMatch(line::startsWith))
                .collect(Collectors.joining("\n"));
    }
}
