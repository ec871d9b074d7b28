package dev.sandboxed.network.internal;

import dev.sandboxed.process.internal.thread.DaemonThread;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Connects whoever comes to a door with its service, and says before what it would have added. */
public final class RawProxy implements CredentialProxy {

    @Override
    public AutoCloseable open(List<Door> doors) {
        for (Door door : doors) {
            DaemonThread.start("test-proxy", () -> serve(door));
        }
        return () -> {
            for (Door door : doors) {
                door.socket().close();
            }
        };
    }

    private static void serve(Door door) {
        while (door.socket().isOpen()) {
            try (Socket caller = door.socket().accept().socket()) {
                OutputStream answer = caller.getOutputStream();
                answer.write(said(door).getBytes(StandardCharsets.UTF_8));
                caller.shutdownOutput();
            } catch (IOException over) {
                // The next one may come.
            }
        }
    }

    private static String said(Door door) {
        String added = door.service() + (door.encrypted() ? " encrypted " : " ")
                + door.credentials().get(0).revealHeader() + " ";
        try (Socket called = door.outside().socket()) {
            int port = door.service().getPort();
            called.connect(
                    new InetSocketAddress(
                            door.outside().addresses(door.service().getHost()).get(0), port < 0 ? 443 : port),
                    3_000);
            called.shutdownOutput();
            return added + new String(called.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return added + "failed: " + e.getMessage();
        }
    }

    @Override
    public String trusted() {
        return "certificates\n";
    }
}
