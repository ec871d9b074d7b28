package dev.sandboxed.cli.internal.microvmctl;

import dev.sandboxed.process.internal.thread.Alarm;
import dev.sandboxed.wire.internal.Contract;
import dev.sandboxed.wire.internal.SandboxWords;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.URLEncoder;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Speaks our contract over HTTP with the keeper. A library for that takes longer to load than all that is said, and each call is
 * a JVM of its own. Every request has a connection, and is over within a time.
 */
final class KeeperLine {

    /** All callers are one client: a sandbox is made by one call and used by others. */
    private static final String CLIENT = "microvmctl-of-this-user";

    private static final String HEARTBEAT = "/heartbeat";
    private static final int PIECE = 64 * 1024;

    private final KeeperHome home;

    KeeperLine(KeeperHome home) {
        this.home = home;
    }

    /** Returns the path of something of a sandbox. */
    static String of(SandboxName name, String... more) {
        return "/sandboxes/" + name.kept() + (more.length == 0 ? "" : "/" + String.join("/", more));
    }

    /** Adds a value to the end of a path. */
    static String with(String path, String name, String value) {
        return path + (path.contains("?") ? "&" : "?") + name + "="
                + URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Asks for something. */
    Answer ask(String method, String path, Duration limit) throws IOException {
        return send(method, path, limit, out -> {}, 0);
    }

    /** Sends bytes. */
    Answer send(String method, String path, Duration limit, byte[] body, int length) throws IOException {
        return send(method, path, limit, out -> out.write(body, 0, length), length);
    }

    /** Sends what a stream yields until its end. */
    Answer send(String method, String path, Duration limit, InputStream body) throws IOException {
        return send(method, path, limit, out -> pieces(body, out), -1);
    }

    /**
     * Makes sure that the keeper is there.
     *
     * @throws IOException if it does not answer as it should
     */
    void greet(Duration limit) throws IOException {
        ask("POST", HEARTBEAT, limit).required().close();
    }

    /** Returns the ids of the sandboxes that the keeper has, in its own words. */
    SandboxWords.Alive alive(Duration limit) throws IOException {
        try (Answer answer = ask("POST", HEARTBEAT, limit).required()) {
            return answer.words(SandboxWords.Alive.class);
        }
    }

    @FunctionalInterface
    private interface Body {
        void writeTo(OutputStream out) throws IOException;
    }

    private Answer send(String method, String path, Duration limit, Body body, long length) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        Alarm alarm = Alarm.in(limit, () -> closeQuietly(channel));
        Closeable both = () -> {
            alarm.silence();
            channel.close();
        };
        Answer answer = null;
        try {
            channel.connect(UnixDomainSocketAddress.of(home.socket()));
            OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), PIECE);
            out.write(head(method, path, length).getBytes(StandardCharsets.US_ASCII));
            writeAll(body, out);
            answer = Answer.read(Channels.newInputStream(channel), both);
            return answer;
        } catch (IOException e) {
            throw alarm.hasRung() ? new IOException("The keeper did not answer within " + limit, e) : e;
        } finally {
            if (answer == null) {
                both.close();
            }
        }
    }

    /** The keeper may have answered, and hung up, before all was sent: what it says counts. */
    private static void writeAll(Body body, OutputStream out) throws IOException {
        out.flush();
        try {
            body.writeTo(out);
            out.flush();
        } catch (IOException e) {
            if (!String.valueOf(e.getMessage()).contains("Broken pipe")) {
                throw e;
            }
        }
    }

    private String head(String method, String path, long length) {
        @Nullable String size = length < 0 ? "Transfer-Encoding: chunked" : "Content-Length: " + length;
        return String.join(
                "\r\n",
                method + " " + Contract.ROOT + path + " HTTP/1.1",
                "Host: localhost",
                "Connection: close",
                "Authorization: Bearer " + home.token(),
                Contract.CLIENT + ": " + CLIENT,
                size,
                "",
                "");
    }

    private static void pieces(InputStream body, OutputStream out) throws IOException {
        byte[] piece = new byte[PIECE];
        for (int count = body.read(piece); count >= 0; count = body.read(piece)) {
            if (count > 0) {
                out.write((Integer.toHexString(count).toLowerCase(Locale.ROOT) + "\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
                out.write(piece, 0, count);
                out.write(new byte[] {'\r', '\n'});
                out.flush();
            }
        }
        out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    }

    private static void closeQuietly(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // Whoever waits for it is woken all the same.
        }
    }
}
