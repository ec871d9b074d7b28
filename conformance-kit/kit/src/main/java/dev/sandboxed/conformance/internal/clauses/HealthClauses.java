package dev.sandboxed.conformance.internal.clauses;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Headroom;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.conformance.contract.Clause;
import dev.sandboxed.conformance.internal.trial.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;

/** Whether the provider works here. */
public interface HealthClauses {

    @Clause("HEALTH-1")
    default void theStatusIsQuick(Trial trial) {
        assertQuick(trial, "status", trial.provider()::status);
    }

    @Clause("HEALTH-1")
    default void theStatusChangesNothing(Trial trial) {
        assertHarmless(trial, "status", trial.provider()::status);
    }

    @Clause("HEALTH-2")
    default void anUnreachableRuntimeIsToldWithReasonAndRemedy(Trial trial) throws IOException {
        ProviderStatus.Unavailable status = unavailable(trial, broken(trial, trial.hostFolder()));
        assertFalse(status.reason().isBlank(), "a status of Unavailable gives no reason");
        assertFalse(
                status.remedy().isBlank(), "a status of Unavailable gives no remedy; the reason is " + status.reason());
    }

    @Clause("HEALTH-3")
    default void theStatusRecoversWithTheRuntime(Trial trial) throws IOException {
        Path scratch = trial.hostFolder();
        SandboxProvider provider = broken(trial, scratch);
        unavailable(trial, provider);
        if (trial.hints().unavailable(scratch).isEmpty()) {
            Files.delete(obstacle(scratch));
        } else if (!trial.hints().recover(scratch)) {
            Assumptions.abort("nobody knows how to make the runtime reachable again; put a command of the host's shell"
                    + " that does it, as `recover = …`, into " + trial.hints().file() + " of the provider's jar");
        }
        trial.await(
                "The runtime can be reached again, but the status of the same provider stays Unavailable",
                Duration.ofSeconds(5),
                () -> provider.status().isAvailable());
    }

    @Clause("HEALTH-4")
    default void theHeadroomIsToldQuickly(Trial trial) {
        assertQuick(trial, "headroom", trial.provider()::headroom);
    }

    @Clause("HEALTH-4")
    default void askingForTheHeadroomChangesNothing(Trial trial) {
        assertHarmless(trial, "headroom", trial.provider()::headroom);
    }

    /** Whoever cannot tell promises nothing. */
    @Clause("HEALTH-5")
    default void theHeadroomIsMeasured(Trial trial) {
        Optional<Headroom> first = trial.provider().headroom();
        if (first.isEmpty()) {
            return;
        }
        Headroom told = first.get();
        assertTrue(told.cpus() >= 0 && told.sandboxes() >= 0, "`headroom` tells of less than nothing: " + told);
        Sandbox sandbox = trial.sandbox();
        trial.await(
                "`headroom` tells the same whatever sandboxes do: " + told,
                Duration.ofSeconds(10),
                () -> sandbox.shell("echo more >>file").succeeded()
                        && !trial.provider().headroom().equals(first));
    }

    /** The middle one of several answers counts, so that a machine that stalls for a moment is not held against anyone. */
    private static void assertQuick(Trial trial, String method, Runnable asking) {
        List<Duration> taken = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            taken.add(Trial.timed(asking));
        }
        Collections.sort(taken);
        Duration usual = taken.get(1);
        assertTrue(
                usual.compareTo(trial.patience(Duration.ofSeconds(1))) <= 0,
                "`" + method + "` took " + usual.toMillis() + " ms to answer, more than a second");
    }

    private static void assertHarmless(Trial trial, String method, Runnable asking) {
        Sandbox sandbox = trial.sandbox();
        sandbox.files().write("file", "kept");
        Set<String> before = ids(trial);
        int times = 3;
        for (int i = 0; i < times; i++) {
            asking.run();
        }
        Set<String> made = ids(trial);
        made.removeAll(before);
        // Others on this machine may make a sandbox meanwhile, but hardly one each time that we ask.
        assertTrue(
                made.size() < times,
                "asking for `" + method + "` " + times + " times made " + made.size() + " sandboxes");
        assertEquals(
                "kept",
                sandbox.shell("cat file").stdout(),
                "a sandbox is not as it was after asking for `" + method + "`");
    }

    private static Set<String> ids(Trial trial) {
        return trial.provider().list().stream().map(SandboxInfo::id).collect(Collectors.toSet());
    }

    /** Opens the provider as its author says it cannot work, or else with a file where its state folder should be. */
    private static SandboxProvider broken(Trial trial, Path scratch) throws IOException {
        Map<String, String> unreachable = trial.hints().unavailable(scratch);
        if (unreachable.isEmpty()) {
            Path file = Files.writeString(obstacle(scratch), "in the way");
            return trial.open(context -> ProviderContext.in(file)
                    .withSettings(context.settings())
                    .withEnvironment(context.environment())
                    .withOwner(context.owner())
                    .withListener(context.listener()));
        }
        return trial.open(context -> {
            Map<String, String> settings = new HashMap<>(context.settings());
            settings.putAll(unreachable);
            return context.withSettings(settings);
        });
    }

    private static Path obstacle(Path scratch) {
        return scratch.resolve("in-the-way");
    }

    /** Insists on the status, unless nothing stands in the way of this provider after all. */
    private static ProviderStatus.Unavailable unavailable(Trial trial, SandboxProvider provider) {
        ProviderStatus status = provider.status();
        if (status instanceof ProviderStatus.Unavailable told) {
            return told;
        }
        try {
            trial.keep(provider.create(trial.labelled(SandboxSpec.defaults()))).close();
        } catch (SandboxException refused) {
            fail("`status` is Available where no sandbox can be made: " + refused.getMessage(), refused);
        }
        return Assumptions.<ProviderStatus.Unavailable>abort(
                "nobody knows how to keep the runtime of this provider from being"
                        + " reached; put settings that do so, as `unavailable.<setting> = …`, into "
                        + trial.hints().file() + " of the provider's jar");
    }
}
