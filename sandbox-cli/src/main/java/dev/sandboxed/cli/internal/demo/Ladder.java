package dev.sandboxed.cli.internal.demo;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.core.internal.choice.ProviderOrder;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.choice.ProviderReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/**
 * Runs the same script, one that means no good, on every provider of the automatic choice.
 *
 * @param registry the providers
 */
public record Ladder(ProviderRegistry registry) {

    /** The provider whose processes are plain processes of the host. */
    private static final String PLAIN = "subprocess";

    /**
     * Runs it, the weakest provider first, and tells of each when it has ended. What fails on one keeps it from no other.
     *
     * @param reports how the providers are, the strongest first
     * @throws IOException if this host has no room for a file or a listener
     * @throws SandboxException if this host has no room for a process
     * @throws InterruptedException if this thread was interrupted
     */
    public void climb(List<ProviderReport> reports, Consumer<Rung> told) throws IOException, InterruptedException {
        List<ProviderReport> weakestFirst = new ArrayList<>(reports);
        Collections.reverse(weakestFirst);
        try (SecretFile secret = SecretFile.create();
                Home home = Home.open();
                Decoy decoy = Decoy.start(registry.named(PLAIN))) {
            Intruder intruder = new Intruder(secret, decoy, home);
            for (ProviderReport report : weakestFirst) {
                if (isRung(report)) {
                    told.accept(climb(report, intruder));
                }
            }
        }
    }

    private static boolean isRung(ProviderReport report) {
        return !ProviderOrder.isOnlyWhenNamed(report.name())
                && !(report.status() instanceof ProviderStatus.Available is
                        && is.details().containsKey(ProviderOrder.ONLY_WHEN_NAMED));
    }

    private Rung climb(ProviderReport report, Intruder intruder) throws InterruptedException {
        String isolation = report.capabilities()
                .map(Capabilities::isolation)
                .map(Isolation::written)
                .orElse("-");
        if (report.status() instanceof ProviderStatus.Unavailable not) {
            return new Rung.Absent(report.name(), isolation, not.reason());
        }
        try {
            SandboxProvider provider = registry.named(report.name());
            // The first one of a JVM pays for loading classes, which is not what the rungs differ in.
            provider.create(SandboxSpec.defaults()).close();
            long begun = System.nanoTime();
            try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
                return intruder.visit(report.name(), provider.capabilities(), sandbox, System.nanoTime() - begun);
            }
        } catch (SandboxInterruptedException e) {
            throw e;
        } catch (SandboxException e) {
            return new Rung.Failed(report.name(), isolation, e.what());
        } catch (RuntimeException | LinkageError e) {
            return new Rung.Failed(report.name(), isolation, e.toString());
        }
    }
}
