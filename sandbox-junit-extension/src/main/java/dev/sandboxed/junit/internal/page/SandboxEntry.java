package dev.sandboxed.junit.internal.page;

import dev.sandboxed.api.error.Rejection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sandbox from its creation to its end.
 *
 * @param id its id
 * @param runsOn what it runs on
 * @param owner the number of the test or class that had it; null if nobody claimed it
 * @param life when what became of it
 * @param claim how it was claimed; null if nobody did
 * @param trouble why it could not be created, or what it ran into, in a line; null if nothing
 * @param fellBackFrom the providers that failed to create it before
 * @param passedOver the providers that came before its own and were not taken
 * @param limits the limits that it reached
 * @param network what it tried to reach, each in a line
 * @param files how many bytes of files went in and out
 * @param usage what it used, asked when its test had failed
 * @param tree its files, asked when its test had failed
 * @param commands what the test ran in it, the last ones
 * @param commandsLeftOut how many commands before these were left out
 */
public record SandboxEntry(
        String id,
        RunsOn runsOn,
        @Nullable Integer owner,
        Life life,
        @Nullable Claim claim,
        @Nullable String trouble,
        List<Rejection> fellBackFrom,
        List<Rejection> passedOver,
        List<String> limits,
        List<String> network,
        Files files,
        @Nullable String usage,
        @Nullable String tree,
        List<CommandEntry> commands,
        long commandsLeftOut) {

    public SandboxEntry {
        fellBackFrom = List.copyOf(fellBackFrom);
        passedOver = List.copyOf(passedOver);
        limits = List.copyOf(limits);
        network = List.copyOf(network);
        commands = List.copyOf(commands);
    }

    /**
     * What a sandbox runs on.
     *
     * @param provider name of the provider
     * @param version version of its runtime; null if nobody claimed the sandbox
     * @param isolation the level in force; null if nobody claimed the sandbox
     */
    public record RunsOn(
            String provider,
            @Nullable String version,
            @Nullable String isolation) {}

    /**
     * When what became of a sandbox. Each is null if it did not happen, or not before the run ended.
     *
     * @param creating its creation began
     * @param ready it could run commands
     * @param claimed a test got it
     * @param released its test needed it no more
     * @param destroyed it was gone
     */
    public record Life(
            @Nullable Double creating,
            @Nullable Double ready,
            @Nullable Double claimed,
            @Nullable Double released,
            @Nullable Double destroyed) {}

    /**
     * How a sandbox was claimed.
     *
     * @param warm whether it was made ahead
     * @param reason why none was ready; null if one was
     * @param waited how long the claim took
     */
    public record Claim(boolean warm, @Nullable String reason, double waited) {}

    /**
     * How many bytes of files went in and out.
     *
     * @param read bytes that were read from the sandbox
     * @param written bytes that were written to it
     */
    public record Files(long read, long written) {}
}
