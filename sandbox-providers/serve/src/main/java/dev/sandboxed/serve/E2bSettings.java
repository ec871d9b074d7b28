package dev.sandboxed.serve;

import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spec.SandboxSpec;
import java.time.Duration;
import java.util.Optional;

/**
 * How a {@link LocalE2b} is set up.
 *
 * @param apiKey what clients must send; empty to make one up
 * @param apiPort where sandboxes are created and found; 0 for any free port
 * @param sandboxPort where the sandboxes themselves are reached; 0 for any free port
 * @param envdVersion the version of E2B's daemon that clients are told; they leave out what older ones lack
 * @param mostSandboxes how many may run at once; further ones are refused with status 429
 * @param longestLifetime how long a sandbox may live from its creation on, or from when it was last resumed, whatever clients
 *     ask for
 * @param largestFile how much one upload may have, unpacked and with all of its files; more is refused with status 507
 * @param spec what every sandbox is made from. A request adds its environment, and its network: {@code allow_internet_access:
 *     false} and {@code network.allowOut} are held to, or refused with status 400 if the provider cannot; otherwise the network
 *     is what the spec says or, if it says nothing, the full one where the provider has that
 */
public record E2bSettings(
        Optional<String> apiKey,
        int apiPort,
        int sandboxPort,
        String envdVersion,
        int mostSandboxes,
        Duration longestLifetime,
        DataSize largestFile,
        SandboxSpec spec) {

    /**
     * A key made up, any free ports, at most 20 sandboxes for at most an hour, uploads of at most 4 GiB, and the provider's own
     * defaults.
     */
    public static final E2bSettings DEFAULT = new E2bSettings(
            Optional.empty(), 0, 0, "0.6.13", 20, Duration.ofHours(1), DataSize.ofGibibytes(4), SandboxSpec.defaults());

    private static final int HIGHEST_PORT = 65_535;

    /**
     * Checks the settings.
     *
     * @throws IllegalArgumentException if the key does not begin with {@code e2b_} or has other characters than letters, digits
     *     and underscores, a port is outside 0 to 65535, the version is not three numbers, no sandbox is allowed, the longest
     *     lifetime is shorter than a second or longer than 365 days, or nothing may be sent
     */
    public E2bSettings {
        if (apiKey.isPresent() && !apiKey.get().matches("e2b_[A-Za-z0-9_]{1,200}")) {
            throw new IllegalArgumentException(
                    "An API key must be e2b_ and then 1 to 200 letters, digits and underscores;"
                            + " the one that was given has another form ("
                            + apiKey.get().length() + " characters)."
                            + " Leave it out to have one made up");
        }
        requirePort("API", apiPort);
        requirePort("sandbox", sandboxPort);
        if (!envdVersion.matches("\\d{1,4}\\.\\d{1,4}\\.\\d{1,4}")) {
            throw new IllegalArgumentException("The version of envd must be three numbers, but was '" + envdVersion
                    + "'; give for example 0.6.13");
        }
        if (mostSandboxes < 1) {
            throw new IllegalArgumentException("At least one sandbox must be allowed, but the most was " + mostSandboxes
                    + "; give for example 20");
        }
        if (longestLifetime.compareTo(Duration.ofSeconds(1)) < 0
                || longestLifetime.compareTo(Duration.ofDays(365)) > 0) {
            throw new IllegalArgumentException("The longest lifetime must be between a second and 365 days, but was "
                    + longestLifetime + "; give for example Duration.ofHours(1)");
        }
        if (largestFile.bytes() < 1) {
            throw new IllegalArgumentException(
                    "Files must be allowed to be sent, but may have " + largestFile + "; give for example 4g");
        }
    }

    private static void requirePort(String which, int port) {
        if (port < 0 || port > HIGHEST_PORT) {
            throw new IllegalArgumentException("The " + which + " port must be between 0 and " + HIGHEST_PORT
                    + ", but was " + port + "; give 0 for any that is free");
        }
    }

    public E2bSettings withApiKey(String key) {
        return new E2bSettings(
                Optional.of(key), apiPort, sandboxPort, envdVersion, mostSandboxes, longestLifetime, largestFile, spec);
    }

    public E2bSettings withPorts(int api, int sandbox) {
        return new E2bSettings(apiKey, api, sandbox, envdVersion, mostSandboxes, longestLifetime, largestFile, spec);
    }

    public E2bSettings withEnvdVersion(String version) {
        return new E2bSettings(
                apiKey, apiPort, sandboxPort, version, mostSandboxes, longestLifetime, largestFile, spec);
    }

    public E2bSettings withMostSandboxes(int most) {
        return new E2bSettings(apiKey, apiPort, sandboxPort, envdVersion, most, longestLifetime, largestFile, spec);
    }

    public E2bSettings withLongestLifetime(Duration longest) {
        return new E2bSettings(apiKey, apiPort, sandboxPort, envdVersion, mostSandboxes, longest, largestFile, spec);
    }

    public E2bSettings withLargestFile(DataSize size) {
        return new E2bSettings(apiKey, apiPort, sandboxPort, envdVersion, mostSandboxes, longestLifetime, size, spec);
    }

    public E2bSettings withSpec(SandboxSpec base) {
        return new E2bSettings(
                apiKey, apiPort, sandboxPort, envdVersion, mostSandboxes, longestLifetime, largestFile, base);
    }

    /** Shows the settings without the key. */
    @Override
    public String toString() {
        return "E2bSettings[apiKey=" + (apiKey.isPresent() ? "***" : "made up") + ", apiPort=" + apiPort
                + ", sandboxPort=" + sandboxPort + ", envdVersion=" + envdVersion + ", mostSandboxes=" + mostSandboxes
                + ", longestLifetime=" + longestLifetime + ", largestFile=" + largestFile + ", spec=" + spec + "]";
    }
}
