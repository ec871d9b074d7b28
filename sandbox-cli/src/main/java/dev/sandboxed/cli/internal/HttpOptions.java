package dev.sandboxed.cli.internal;

import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.core.internal.pool.PoolLimits;
import dev.sandboxed.serve.ServerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How sandboxes are served by our own contract. */
final class HttpOptions {

    /** The JVMs of a build tell every few seconds that they are there. */
    private static final Duration LEASE_OF_POOL = Duration.ofSeconds(10);

    @Option(names = "--port", paramLabel = "N", description = "where to listen (default: any free port)")
    private @Nullable Integer port;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            description =
                    "the address to listen on (default: 127.0.0.1); any other lets other machines in, and nothing is"
                            + " encrypted on the way")
    private @Nullable String address;

    @Option(names = "--socket", paramLabel = "FILE", description = "listen on a Unix socket instead")
    private @Nullable Path socket;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "holds what clients must send (default: a token is made up and printed)")
    private @Nullable Path tokenFile;

    @Option(
            names = "--most",
            paramLabel = "N",
            description =
                    "how many sandboxes there may be at once (default: 64; with --pool, what sandbox.poolLive says)")
    private @Nullable Integer most;

    @Option(
            names = "--lease",
            paramLabel = "TIME",
            converter = Converters.Time.class,
            description =
                    "after how long without a word a client's sandboxes are removed (default: 30s; with --pool 10s)")
    private @Nullable Duration lease;

    @Option(
            names = "--longest",
            paramLabel = "TIME",
            converter = Converters.Time.class,
            description = "how long a command may run at most (default: no bound but its own)")
    private @Nullable Duration longest;

    @Option(
            names = "--largest-file",
            paramLabel = "SIZE",
            converter = Converters.Size.class,
            description = "how large a file may be that a client sends (default: 4g)")
    private @Nullable DataSize largestFile;

    @Option(
            names = "--host-images",
            description = "clients may name folders and archives of this machine as images, and so read what you can"
                    + " (default: they may not; with --pool they may)")
    private boolean hostImages;

    @Option(
            names = "--ahead",
            paramLabel = "N",
            description = "how many sandboxes to keep ready of a kind that was asked for twice (default: 0)")
    private @Nullable Integer ahead;

    /**
     * Returns how many sandboxes are kept ready.
     *
     * @throws IllegalArgumentException if it is less than none, or more than anybody means
     */
    int ahead() {
        int count = ahead == null ? 0 : ahead;
        if (count < 0 || count > 1000) {
            throw new IllegalArgumentException(
                    "--ahead must be between 0 and 1000, but was " + count + "; give for example 4");
        }
        return count;
    }

    /**
     * Returns the settings of a pool, in which a claim waits where another server refuses it. Its clients are the JVMs of a build, which
     * can read what this machine has without it.
     *
     * @throws IllegalArgumentException if one cannot be, or the token cannot be read
     */
    ServerSettings poolSettings() {
        if (ahead != null) {
            throw new IllegalArgumentException(
                    "--ahead does not go with --pool, which is told what to make ahead; sandbox.poolAhead bounds that");
        }
        ServerSettings settings =
                settings().withMostSandboxes(Integer.MAX_VALUE).withHostImages(true);
        return lease == null ? settings.withLease(LEASE_OF_POOL) : settings;
    }

    /** Returns what bounds a pool, where options say more than settings. */
    PoolLimits limits(PoolLimits set) {
        return most == null ? set : set.withLive(most);
    }

    /**
     * Returns the settings.
     *
     * @throws IllegalArgumentException if one cannot be, or the token cannot be read
     */
    ServerSettings settings() {
        if (socket != null && (port != null || address != null)) {
            throw new IllegalArgumentException(
                    "--socket does not go with --port and --host: it is listened on one of them; leave one out");
        }
        ServerSettings settings = ServerSettings.DEFAULT.withAddress(
                address == null ? ServerSettings.DEFAULT.host() : address, port == null ? 0 : port);
        settings = socket == null ? settings : settings.withSocket(socket);
        settings = tokenFile == null ? settings : settings.withToken(read(tokenFile));
        settings = most == null ? settings : settings.withMostSandboxes(most);
        settings = lease == null ? settings : settings.withLease(lease);
        settings = longest == null ? settings : settings.withLongestCommand(longest);
        settings = settings.withHostImages(hostImages);
        return largestFile == null ? settings : settings.withLargestFile(largestFile);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "The token cannot be read from '" + file + "': " + e + "; name a file with nothing but the token",
                    e);
        }
    }
}
