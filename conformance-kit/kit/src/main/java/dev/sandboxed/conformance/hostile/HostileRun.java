package dev.sandboxed.conformance.hostile;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.conformance.contract.Effort;
import dev.sandboxed.conformance.internal.trial.Bench;
import dev.sandboxed.conformance.internal.trial.Trial;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/**
 * Runs hostile scripts against one provider, for programs; a test class extends {@link HostileSet}.
 *
 * <p>Another sandbox of the provider lives through all of it, and must not notice.
 */
public final class HostileRun implements AutoCloseable {

    private static final int MOST_COMPLAINTS = 20;
    private static final Duration LONGEST = Duration.ofSeconds(20);

    private final Bench bench;
    private final Trial neighbourhood;
    private final Sandbox neighbour;

    /**
     * Opens the provider.
     *
     * @param factory opens it
     * @param settings its own settings
     * @param patience every deadline is multiplied by this; above one for slow machines
     * @throws dev.sandboxed.api.error.ProviderUnavailableException if it does not work on this host
     */
    public HostileRun(SandboxProviderFactory factory, Map<String, String> settings, double patience) {
        bench = new Bench(new Bench.Setup(factory, settings, Effort.FULL, patience));
        neighbourhood = bench.trial("the neighbour of hostile scripts");
        try {
            neighbour = neighbourhood.sandbox();
        } catch (RuntimeException | Error e) {
            neighbourhood.close();
            bench.close();
            throw e;
        }
    }

    /**
     * Runs a script, and insists that the host is unharmed, the result is typed, and nothing is left.
     *
     * @throws TestAbortedException if it is only for providers that declare to stop it, and this one does not; nothing was run
     * @throws AssertionFailedError if that is not so; the message tells what the script got and what is left
     */
    public void attempt(HostileScript script) {
        Capabilities declared = bench.capabilities();
        if (script.needsAWall() && script.stoppedBy().lacking(declared).isPresent()) {
            throw new TestAbortedException(
                    "not claimed: the script '" + script.written() + "' is for providers of isolation "
                            + script.stoppedBy().written() + ", and '" + name() + "' declares " + declared.isolation());
        }
        List<String> complaints;
        try (Trial trial = bench.trial(script.written())) {
            complaints = new Attempt(script, trial).complaints();
        }
        requireNeighbour(complaints);
        if (!complaints.isEmpty()) {
            throw new AssertionFailedError("Provider '" + name() + "', which declares isolation " + declared.isolation()
                    + ", does not hold against the script '" + script.written() + "', which " + script.tries() + ":\n  "
                    + complaints.stream().limit(MOST_COMPLAINTS).collect(Collectors.joining("\n  "))
                    + (complaints.size() > MOST_COMPLAINTS
                            ? "\n  and " + (complaints.size() - MOST_COMPLAINTS) + " more"
                            : ""));
        }
    }

    private String name() {
        return bench.setup().factory().name();
    }

    private void requireNeighbour(List<String> complaints) {
        try {
            String said =
                    neighbour.exec(Command.shell("echo works").timeout(LONGEST)).stdout();
            if (!said.equals("works\n")) {
                complaints.add("another sandbox of the provider does not go on: it says '" + said + "'");
            }
        } catch (SandboxException e) {
            complaints.add("another sandbox of the provider does not go on: " + e.getMessage());
        }
    }

    /** Closes everything, and returns what was left behind then or earlier, one sentence each. */
    public List<String> conclude() {
        neighbourhood.close();
        return bench.conclude();
    }

    /** Closes everything, whatever is left behind. */
    @Override
    public void close() {
        neighbourhood.close();
        bench.close();
    }
}
