package dev.sandboxed.provider.microvm.internal.qemu;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sandboxed.process.internal.socket.ChannelSocket;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** Controls a QEMU over its own protocol: a line of JSON for each request and each answer. One request at a time. */
final class Qmp implements AutoCloseable {

    private static final JsonMapper JSON = new JsonMapper();

    private final Socket socket;
    private final BufferedReader lines;

    private Qmp(Socket socket) throws IOException {
        this.socket = socket;
        this.lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Connects; throws {@link IOException} if nobody listens there yet, or it takes longer than the limit. */
    static Qmp connect(Path path, Duration limit) throws IOException {
        Socket socket = ChannelSocket.to(UnixDomainSocketAddress.of(path));
        try {
            Qmp qmp = new Qmp(socket);
            socket.setSoTimeout((int) Math.max(1, Math.min(limit.toMillis(), Integer.MAX_VALUE)));
            qmp.next();
            qmp.run("qmp_capabilities", Map.of(), limit);
            return qmp;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /**
     * Has something done.
     *
     * @return what QEMU returns
     * @throws IOException if it refuses, or does not answer within the limit
     */
    synchronized JsonNode run(String command, Map<String, ?> arguments, Duration limit) throws IOException {
        socket.setSoTimeout((int) Math.max(1, Math.min(limit.toMillis(), Integer.MAX_VALUE)));
        byte[] line = JSON.writeValueAsBytes(Map.of("execute", command, "arguments", arguments));
        socket.getOutputStream().write(line);
        socket.getOutputStream().write('\n');
        while (true) {
            JsonNode answer = next();
            if (answer.has("error")) {
                throw new IOException("QEMU refused '" + command + "': "
                        + answer.path("error").path("desc").asText());
            }
            if (answer.has("return")) {
                return answer.path("return");
            }
            // Anything else is an event, which nobody here waits for.
        }
    }

    private JsonNode next() throws IOException {
        String line = lines.readLine();
        if (line == null) {
            throw new EOFException("QEMU has ended the connection that controls it");
        }
        return JSON.readTree(line);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // It is broken already.
        }
    }
}
