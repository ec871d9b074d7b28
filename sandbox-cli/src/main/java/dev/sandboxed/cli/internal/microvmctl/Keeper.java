package dev.sandboxed.cli.internal.microvmctl;

import dev.sandboxed.cli.internal.serving.Farewell;
import dev.sandboxed.core.internal.choice.ProviderChain;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.serve.SandboxServer;
import dev.sandboxed.serve.ServerSettings;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Has the sandboxes of all callers between their calls. It serves them by our own contract on a socket, and ends when there was
 * none for a while.
 */
final class Keeper {

    /** What it is called on the command line; nobody but us starts it. */
    static final String VERB = "keeper";

    private static final Duration LOOK = Duration.ofMillis(500);
    private static final Duration TO_ANSWER = Duration.ofSeconds(10);
    /** It hears of its callers only when they call. It says itself that they are there, so this is never up. */
    private static final Duration LEASE = Duration.ofDays(1);

    private static final int MOST = 1024;

    private final Caller caller;
    private final Duration idle;
    private final KeeperHome home;
    private final KeeperLine line;
    private final Configuration configuration;

    Keeper(Caller caller, Duration idle) {
        this.caller = caller;
        this.idle = idle;
        this.configuration = Configuration.read(caller.surroundings());
        this.home = KeeperHome.of(configuration);
        this.line = new KeeperLine(home);
    }

    /** Serves until nobody has needed it for a while, or a signal comes. Nobody starts another before it is gone. */
    void run() throws IOException {
        FileChannel lock = null;
        try (Farewell farewell = Farewell.prepare();
                ProviderRegistry registry = caller.providers().apply(configuration)) {
            ServerSettings settings = ServerSettings.DEFAULT
                    .withHostImages(true)
                    .withSocket(home.socket())
                    .withToken(home.token())
                    .withLease(LEASE)
                    .withMostSandboxes(MOST);
            ProviderChain chain = new ProviderChain(registry);
            try (SandboxServer server = SandboxServer.start(List.of(new ChosenProvider(chain)), settings)) {
                caller.tell("keeping sandboxes at " + server.url());
                Idleness idleness = new Idleness(idle, System::nanoTime);
                while (lock == null && !farewell.await(LOOK)) {
                    lock = idleness.isOver(hasSandboxes()) ? lockUnlessNeeded() : null;
                }
            }
            farewell.everythingIsClosed(0);
        } finally {
            if (lock != null) {
                lock.close();
            }
        }
    }

    /** Whoever makes a sandbox holds the lock for as long as that takes: it may be there by now. */
    private @Nullable FileChannel lockUnlessNeeded() throws IOException {
        FileChannel lock = home.lock(false);
        if (hasSandboxes()) {
            lock.close();
            return null;
        }
        return lock;
    }

    private boolean hasSandboxes() throws IOException {
        return !line.alive(TO_ANSWER).sandboxes().isEmpty();
    }
}
