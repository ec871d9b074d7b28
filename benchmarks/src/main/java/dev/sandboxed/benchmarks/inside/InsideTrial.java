package dev.sandboxed.benchmarks.inside;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.sandboxed.benchmarks.tools.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** How long a trivial test takes here, and inside a sandbox of each provider, without and with an archive of classes. */
public final class InsideTrial {

    private static final List<String> PROVIDERS = List.of("subprocess", "bubblewrap", "runc", "gvisor");

    private InsideTrial() {}

    /**
     * Measures and prints; there is no bound.
     *
     * @param arguments providers, each with {@code =} and an image where it needs one; none for those that need none
     */
    public static boolean run(List<String> arguments) throws Exception {
        try (Scratch scratch = new Scratch()) {
            print("here", measure(Trivial.Plain.class, Map.of()));
            for (String argument : arguments.isEmpty() ? PROVIDERS : arguments) {
                String provider = argument.replaceFirst("=.*", "");
                String image = argument.substring(Math.min(argument.length(), provider.length() + 1));
                Path state = scratch.resolve(provider);
                Map<String, String> settings = Map.of(
                        "sandbox.provider", provider,
                        "sandbox.image", image,
                        "sandbox.stateDir", state.toString());
                measure(Trivial.Inside.class, settings);
                print("inside " + provider + ", with an archive", measure(Trivial.Inside.class, settings));
                blockArchives(state);
                print("inside " + provider + ", without", measure(Trivial.Inside.class, settings));
            }
        }
        return true;
    }

    private static void print(String what, Stopwatch watch) {
        System.out.printf(
                Locale.ROOT, "  %-40s %8.1f ms, median of the last %d%n", what, watch.median(), Stopwatch.LAST);
    }

    private static Stopwatch measure(Class<?> tests, Map<String, String> settings) {
        Stopwatch watch = new Stopwatch();
        try (LauncherSession session = LauncherFactory.openSession()) {
            session.getLauncher()
                    .execute(
                            LauncherDiscoveryRequestBuilder.request()
                                    .selectors(selectClass(tests))
                                    .configurationParameters(settings)
                                    .build(),
                            watch);
        }
        watch.requireSuccess();
        return watch;
    }

    /** A folder in the place of an archive is not used, and not replaced. */
    private static void blockArchives(Path state) throws IOException {
        List<Path> archives;
        try (Stream<Path> files = Files.walk(state.resolve("inside"))) {
            archives = files.filter(file -> file.toString().endsWith(".jsa")).toList();
        }
        for (Path archive : archives) {
            Files.delete(archive);
            Files.createDirectory(archive);
        }
    }
}
