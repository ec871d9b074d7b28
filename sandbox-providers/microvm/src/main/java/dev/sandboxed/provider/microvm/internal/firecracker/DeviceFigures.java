package dev.sandboxed.provider.microvm.internal.firecracker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a Firecracker has counted of the devices of its machine. It writes a line when it is asked to, and once a minute, with what
 * has come since the line before. The file is opened before Firecracker runs and never again: whatever a Firecracker that was
 * taken over makes of the name, nothing else is read.
 */
final class DeviceFigures implements AutoCloseable {

    /** What the file is called in the folder of the machine. */
    static final String FILE = "metrics";

    private static final JsonMapper JSON = new JsonMapper();
    /** Of a machine that nobody has asked for days; a line is shorter than 10 KiB. */
    private static final int MOST = 16 << 20;

    private static final List<String> DRIVES =
            List.of("/block/read_bytes", "/block/write_bytes", "/block/rate_limiter_throttled_events");
    private static final List<String> RECEIVED = List.of("/net/rx_bytes_count", "/net/rx_rate_limiter_throttled");
    private static final List<String> SENT = List.of("/net/tx_bytes_count", "/net/tx_rate_limiter_throttled");

    private final FileChannel file;
    private final Map<String, Long> sums = new HashMap<>();
    private long end;

    private DeviceFigures(FileChannel file) {
        this.file = file;
    }

    /**
     * Makes the file.
     *
     * @throws IOException if it cannot be made
     */
    static DeviceFigures in(Path folder) throws IOException {
        Path path = folder.resolve(FILE);
        Files.deleteIfExists(path);
        return new DeviceFigures(FileChannel.open(
                path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE));
    }

    /**
     * Returns what was counted so far, for people.
     *
     * @throws IOException if the file cannot be read, has more than anybody wants to read, or is not what Firecracker writes
     */
    synchronized String told() throws IOException {
        for (String line : news()) {
            JsonNode counted = JSON.readTree(line);
            for (List<String> names : List.of(DRIVES, RECEIVED, SENT)) {
                names.forEach(name -> sums.merge(name, counted.at(name).asLong(), Long::sum));
            }
        }
        return String.format(
                "Firecracker counts: %d bytes read from drives and %d written, held back %d times; %d bytes received from the"
                        + " network, held back %d times, and %d sent, held back %d times",
                List.of(DRIVES, RECEIVED, SENT).stream()
                        .flatMap(List::stream)
                        .map(name -> sums.getOrDefault(name, 0L))
                        .toArray());
    }

    /** Returns the lines that are new, and whole. */
    private List<String> news() throws IOException {
        long left = file.size() - end;
        if (left > MOST) {
            throw new IOException("Firecracker has written " + left + " bytes of figures");
        }
        ByteBuffer bytes = ByteBuffer.allocate((int) left);
        while (bytes.hasRemaining() && file.read(bytes, end + bytes.position()) >= 0) {
            // Until there is no more of it.
        }
        String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.ISO_8859_1);
        String whole = text.substring(0, text.lastIndexOf('\n') + 1);
        end += whole.length();
        return whole.lines().toList();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
