package dev.sandboxed.provider.microvm.internal.firecracker;

import static org.awaitility.Awaitility.await;

import dev.sandboxed.process.internal.socket.UnixSocketFactory;
import dev.sandboxed.provider.microvm.internal.machine.MonitorProcess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A Firecracker, or what stands in for it, that is asked byte by byte: a client would not let us ask what is wrong. */
final class ServedApi implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String SOCKET = "api.sock";

    private final List<String> argv;
    private final Path folder;
    private MonitorProcess process;

    /** What it said. */
    record Answer(int status, String body) {}

    ServedApi(List<String> argv, Path folder) throws IOException {
        this.argv = argv;
        this.folder = folder;
        this.process = start();
    }

    private MonitorProcess start() throws IOException {
        List<String> serving = new ArrayList<>(argv);
        serving.addAll(List.of("--api-sock", SOCKET));
        MonitorProcess started = MonitorProcess.start(serving, "fault-table", folder);
        // Its socket is there a moment before anybody listens.
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(5))
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> {
                    connect().close();
                    return true;
                });
        return started;
    }

    void restart() throws IOException {
        process.kill();
        Files.delete(folder.resolve(SOCKET));
        process = start();
    }

    Path folder() {
        return folder;
    }

    /** Returns whether it goes on; one that ends does so in a moment. */
    boolean goesOn(boolean expected) {
        return process.exitCode(expected ? Duration.ZERO : PATIENCE).isEmpty();
    }

    Socket connect() throws IOException {
        return connect(folder.resolve(SOCKET));
    }

    private static Socket connect(Path path) throws IOException {
        Socket socket = new UnixSocketFactory(path).createSocket("localhost", 0);
        socket.setSoTimeout((int) PATIENCE.toMillis());
        return socket;
    }

    Answer ask(String method, String path, String body) throws IOException {
        String head = method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n";
        int length = body.getBytes(StandardCharsets.UTF_8).length;
        return ask(length == 0 ? head + "\r\n" : head + "Content-Length: " + length + "\r\n\r\n" + body);
    }

    Answer ask(String request) throws IOException {
        return ask(folder.resolve(SOCKET), request);
    }

    /** Asks one that somebody else has started. */
    static Answer ask(Path path, String request) throws IOException {
        try (Socket socket = connect(path)) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            return answer(socket.getInputStream());
        }
    }

    static Answer answer(InputStream from) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.US_ASCII).endsWith("\r\n\r\n")) {
            int next = from.read();
            if (next < 0) {
                throw new IOException("The answer ends after '" + head + "'");
            }
            head.write(next);
        }
        String[] lines = head.toString(StandardCharsets.US_ASCII).split("\r\n", -1);
        int length = 0;
        for (String line : lines) {
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(line.substring(line.indexOf(':') + 1).strip());
            }
        }
        return new Answer(
                Integer.parseInt(lines[0].split(" ", -1)[1]),
                new String(from.readNBytes(length), StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        process.kill();
    }
}
