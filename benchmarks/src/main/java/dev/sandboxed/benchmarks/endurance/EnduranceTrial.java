package dev.sandboxed.benchmarks.endurance;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.event.SandboxListener;
import dev.sandboxed.benchmarks.tools.ForkedJvm;
import dev.sandboxed.benchmarks.tools.Scratch;
import dev.sandboxed.benchmarks.tools.TrialArguments;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.config.ConfigSource;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.config.Surroundings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes thousands of sandboxes in one JVM, one after the other, for each provider in a JVM of its own. */
public final class EnduranceTrial {

    static final String STATE = "state";
    static final String TEMPORARY = "tmp";

    private static final String SANDBOXES = "sandboxes";

    /** A heap that has all its memory from the beginning: the memory of the process grows by nothing but other things. */
    private static final List<String> STEADY_HEAP =
            List.of("-XX:+UseSerialGC", "-Xms96m", "-Xmx96m", "-XX:+AlwaysPreTouch");

    private EnduranceTrial() {}

    /**
     * Runs it, and prints a table for each provider.
     *
     * @param typed the options and the providers to try
     * @return whether nothing became more that must not
     * @throws IllegalArgumentException if an option cannot be used
     */
    public static boolean run(List<String> typed) throws IOException, InterruptedException {
        TrialArguments arguments =
                new TrialArguments(Map.of(SANDBOXES, 10_000L), List.of("subprocess", "bubblewrap")).overriddenBy(typed);
        boolean allHold = true;
        for (String provider : arguments.providers()) {
            try (Scratch scratch = new Scratch()) {
                allHold &= tryOut(provider, scratch.resolve(provider), arguments.count(SANDBOXES));
            }
        }
        return allHold;
    }

    private static boolean tryOut(String provider, Path folder, int sandboxes)
            throws IOException, InterruptedException {
        Path temporary = Files.createDirectories(folder.resolve(TEMPORARY));
        String state = folder.resolve(STATE).toString();
        Configuration configuration = Configuration.read(
                Surroundings.ofThisProcess(), ConfigSource.of("trial", Map.of("sandbox.stateDir", state)));
        try (ProviderRegistry registry = ProviderRegistry.discover(
                configuration, SandboxListener.SILENT, EnduranceTrial.class.getClassLoader())) {
            if (registry.named(provider).status() instanceof ProviderStatus.Unavailable not) {
                System.out.println("  " + provider + " was NOT TRIED: " + not.reason());
                return false;
            }
        }
        System.out.println("  " + provider);
        List<String> options = new ArrayList<>(STEADY_HEAP);
        options.addAll(List.of(
                "-Dsandbox.provider=" + provider, "-Dsandbox.stateDir=" + state, "-Djava.io.tmpdir=" + temporary));
        return new ForkedJvm(ManySandboxes.class, options, Map.of()).run(folder.toString(), Integer.toString(sandboxes))
                == 0;
    }
}
