package dev.sandboxed.serve;

import dev.sandboxed.api.limit.DataSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How a {@link SandboxServer} is set up.
 *
 * @param token what clients must send; empty to make one up
 * @param host the address on which it listens; others than those of loopback let other machines in
 * @param port the port there; 0 for any free one
 * @param socket the file of a Unix socket to listen on instead; it must not be there yet, and only its owner may use it
 * @param mostSandboxes how many may be there at once, of all clients; further ones are refused with status 429
 * @param lease how long the sandboxes of a client stay that is not heard of
 * @param longestCommand how long a command may run at most
 * @param largestFile how large a file may be that a client sends
 * @param hostImages whether clients may name folders and archives of this host as images, which are read with the rights of the
 *     server: whoever has the token can then see all that it can read
 */
public record ServerSettings(
        Optional<String> token,
        String host,
        int port,
        Optional<Path> socket,
        int mostSandboxes,
        Duration lease,
        Duration longestCommand,
        DataSize largestFile,
        boolean hostImages) {

    /**
     * A token made up, any free port of loopback, at most 64 sandboxes, half a minute without a word, commands for as long as any
     * may run, files of at most 4 GiB, and no images that lie on this host.
     */
    public static final ServerSettings DEFAULT = new ServerSettings(
            Optional.empty(),
            "127.0.0.1",
            0,
            Optional.empty(),
            64,
            Duration.ofSeconds(30),
            Duration.ofDays(365),
            DataSize.ofGibibytes(4),
            false);

    private static final int HIGHEST_PORT = 65_535;

    /**
     * Checks the settings.
     *
     * @throws IllegalArgumentException if the token has fewer than 16 characters or others than letters, digits, dots, dashes and
     *     underscores, the host is blank, the port is outside 0 to 65535, no sandbox is allowed, the lease is shorter than a second
     *     or longer than a day, or nothing may run or be sent
     */
    public ServerSettings {
        if (token.isPresent() && !token.get().matches("[A-Za-z0-9._-]{16,512}")) {
            throw new IllegalArgumentException(
                    "A token must be 16 to 512 letters, digits, dots, dashes and underscores; the one that was given has"
                            + " another form (" + token.get().length()
                            + " characters). Leave it out to have one made up");
        }
        if (host.isBlank()) {
            throw new IllegalArgumentException("The host must not be blank; give 127.0.0.1 for this machine alone");
        }
        if (port < 0 || port > HIGHEST_PORT) {
            throw new IllegalArgumentException("The port must be between 0 and " + HIGHEST_PORT + ", but was " + port
                    + "; give 0 for any that is free");
        }
        if (mostSandboxes < 1) {
            throw new IllegalArgumentException("At least one sandbox must be allowed, but the most was " + mostSandboxes
                    + "; give for example 64");
        }
        if (lease.compareTo(Duration.ofSeconds(1)) < 0 || lease.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException("The lease must be between a second and a day, but was " + lease
                    + "; give for example Duration.ofSeconds(30)");
        }
        if (longestCommand.isNegative() || longestCommand.isZero() || largestFile.bytes() < 1) {
            throw new IllegalArgumentException("Commands must be allowed to run and files to be sent, but commands may"
                    + " take " + longestCommand + " and files have " + largestFile + "; give more");
        }
    }

    public ServerSettings withToken(String secret) {
        return new ServerSettings(
                Optional.of(secret), host, port, socket, mostSandboxes, lease, longestCommand, largestFile, hostImages);
    }

    public ServerSettings withAddress(String name, int number) {
        return new ServerSettings(
                token, name, number, socket, mostSandboxes, lease, longestCommand, largestFile, hostImages);
    }

    public ServerSettings withSocket(Path file) {
        return new ServerSettings(
                token, host, port, Optional.of(file), mostSandboxes, lease, longestCommand, largestFile, hostImages);
    }

    public ServerSettings withMostSandboxes(int most) {
        return new ServerSettings(token, host, port, socket, most, lease, longestCommand, largestFile, hostImages);
    }

    public ServerSettings withLease(Duration time) {
        return new ServerSettings(
                token, host, port, socket, mostSandboxes, time, longestCommand, largestFile, hostImages);
    }

    public ServerSettings withLongestCommand(Duration time) {
        return new ServerSettings(token, host, port, socket, mostSandboxes, lease, time, largestFile, hostImages);
    }

    public ServerSettings withLargestFile(DataSize size) {
        return new ServerSettings(token, host, port, socket, mostSandboxes, lease, longestCommand, size, hostImages);
    }

    public ServerSettings withHostImages(boolean allowed) {
        return new ServerSettings(
                token, host, port, socket, mostSandboxes, lease, longestCommand, largestFile, allowed);
    }

    /** Shows the settings without the token. */
    @Override
    public String toString() {
        return "ServerSettings[token=" + (token.isPresent() ? "***" : "made up") + ", host=" + host + ", port=" + port
                + ", socket=" + socket.map(Path::toString).orElse("none") + ", mostSandboxes=" + mostSandboxes
                + ", lease=" + lease + ", longestCommand=" + longestCommand + ", largestFile=" + largestFile
                + ", hostImages=" + hostImages + "]";
    }
}
