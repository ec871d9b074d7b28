package dev.sandboxed.provider.remote.internal.wire;

import java.time.Duration;
import java.util.function.Predicate;
import javax.net.SocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * How connections to a service are made and used.
 *
 * @param retries how often a request that came to nothing is tried again
 * @param passing which answers are worth another try, where the service does not say it itself
 * @param connections how many connections are kept for the next request
 * @param idle how long they are kept
 * @param oldHttpOnly whether HTTP/2 is out of the question
 * @param sockets what makes connections; the system, if absent
 */
public record WireSettings(
        int retries,
        Predicate<Answer> passing,
        int connections,
        Duration idle,
        boolean oldHttpOnly,
        @Nullable SocketFactory sockets) {

    /** Asks once, and keeps a few connections. */
    public static final WireSettings DEFAULT =
            new WireSettings(0, answer -> false, 16, Duration.ofMinutes(5), false, null);

    public WireSettings withRetries(int most, Predicate<Answer> worth) {
        return new WireSettings(most, worth, connections, idle, oldHttpOnly, sockets);
    }

    public WireSettings withConnections(int kept) {
        return new WireSettings(retries, passing, kept, idle, oldHttpOnly, sockets);
    }

    public WireSettings withIdle(Duration longest) {
        return new WireSettings(retries, passing, connections, longest, oldHttpOnly, sockets);
    }

    public WireSettings withOldHttpOnly(boolean only) {
        return new WireSettings(retries, passing, connections, idle, only, sockets);
    }

    public WireSettings withSockets(SocketFactory factory) {
        return new WireSettings(retries, passing, connections, idle, oldHttpOnly, factory);
    }
}
