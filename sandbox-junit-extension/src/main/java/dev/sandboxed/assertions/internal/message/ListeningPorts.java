package dev.sandboxed.assertions.internal.message;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.spi.Deadline;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The TCP ports that something inside a sandbox listens on, as the kernel there tells. */
public final class ListeningPorts {

    private static final Command LOOK = Command.shell("cat /proc/net/tcp /proc/net/tcp6 2>/dev/null");
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

    /** Its own address with the port, that of nobody, and the state that means listening. */
    private static final Pattern LISTENING =
            Pattern.compile("^ *\\d+: [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]+:0000 0A ", Pattern.MULTILINE);

    private ListeningPorts() {}

    /** Returns them. */
    public static Set<Integer> of(Sandbox sandbox) {
        Set<Integer> ports = new TreeSet<>();
        Matcher listening = LISTENING.matcher(sandbox.exec(LOOK).stdout());
        while (listening.find()) {
            ports.add(Integer.parseInt(listening.group(1), 16));
        }
        return ports;
    }

    /** Waits until a port is among them; returns whether it is. */
    public static boolean await(Sandbox sandbox, int port, Duration patience) {
        Deadline deadline = Deadline.in(patience);
        while (!of(sandbox).contains(port)) {
            if (deadline.hasPassed() || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
        }
        return true;
    }
}
