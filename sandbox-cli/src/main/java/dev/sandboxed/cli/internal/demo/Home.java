package dev.sandboxed.cli.internal.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The place that an intruder would call: listens on the host's loopback, and remembers the words it is told. */
final class Home implements AutoCloseable {

    private static final int MOST_WAITING = 10;
    private static final Duration TO_SAY_A_WORD = Duration.ofSeconds(2);

    private final ServerSocket socket;
    private final Thread thread = new Thread(this::listen, "sandboxed-demo-home");
    private final BlockingQueue<String> arriving = new LinkedBlockingQueue<>();
    private final Set<String> heard = ConcurrentHashMap.newKeySet();

    private Home(ServerSocket socket) {
        this.socket = socket;
    }

    static Home open() throws IOException {
        Home home = new Home(new ServerSocket(0, MOST_WAITING, InetAddress.getLoopbackAddress()));
        home.thread.setDaemon(true);
        home.thread.start();
        return home;
    }

    int port() {
        return socket.getLocalPort();
    }

    /** Returns whether a word has come, or comes in time: a caller may have ended before its call was taken. */
    boolean hears(String word, Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (!heard.contains(word)) {
            String next = arriving.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (next == null) {
                return false;
            }
            heard.add(next);
        }
        return true;
    }

    private void listen() {
        while (!socket.isClosed()) {
            try (Socket caller = socket.accept()) {
                caller.setSoTimeout((int) TO_SAY_A_WORD.toMillis());
                String word = new BufferedReader(new InputStreamReader(caller.getInputStream(), StandardCharsets.UTF_8))
                        .readLine();
                if (word != null) {
                    arriving.add(word);
                }
            } catch (IOException e) {
                // It is closed, or a caller hung up; whoever said nothing was not heard.
            }
        }
    }

    /** The port is open for as long as somebody still waits for a call, so that one is waited for. */
    @Override
    public void close() throws IOException {
        socket.close();
        try {
            thread.join(TO_SAY_A_WORD.multipliedBy(2).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
