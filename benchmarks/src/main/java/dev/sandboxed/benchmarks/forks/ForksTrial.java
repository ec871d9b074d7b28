package dev.sandboxed.benchmarks.forks;

import dev.sandboxed.benchmarks.tools.ForkedJvm;
import dev.sandboxed.benchmarks.tools.Report;
import dev.sandboxed.benchmarks.tools.Scratch;
import dev.sandboxed.benchmarks.tools.TrialArguments;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Runs the same tests in several JVMs that share a pool and in as many that have one each, in turns, and tells wall clock, sandboxes
 * made, and how many there were at once. It has no bound: how much one pool is worth depends on the machine.
 */
public final class ForksTrial {

    private static final String COMMAND_LINE = "dev.sandboxed.cli.internal.Main";

    private static final TrialArguments DEFAULTS = new TrialArguments(
            Map.of("forks", 4L, "tests", 40L, "millis", 50L, "rounds", 3L, "most", 0L), List.of("bubblewrap", "runc"));

    private final TrialArguments arguments;
    private final String provider;
    private final Path folder;

    private ForksTrial(TrialArguments arguments, String provider, Path folder) {
        this.arguments = arguments;
        this.provider = provider;
        this.folder = folder;
    }

    /** Runs it with what was typed; throws {@link IllegalArgumentException} for what it does not know. */
    public static boolean run(List<String> typed) throws Exception {
        TrialArguments arguments = DEFAULTS.overriddenBy(typed);
        Report report = new Report(System.out);
        for (String provider : arguments.providers()) {
            System.out.println(
                    " " + provider + ", " + arguments.count("forks") + " forks with " + arguments.count("tests")
                            + " tests each, whose command takes " + arguments.count("millis") + " ms");
            for (int round = 0; round < arguments.count("rounds"); round++) {
                try (Scratch scratch = new Scratch()) {
                    ForksTrial trial = new ForksTrial(arguments, provider, scratch.resolve("state"));
                    Files.createDirectories(trial.folder);
                    report.add(trial.alone());
                    report.add(trial.shared());
                }
            }
        }
        return report.allHold();
    }

    private Course alone() throws IOException, InterruptedException {
        Map<String, String> settings = new HashMap<>();
        int most = arguments.count("most");
        if (most > 0) {
            settings.put("sandbox.poolLive", Integer.toString(Math.max(1, most / arguments.count("forks"))));
        }
        return course("a pool for each fork", settings);
    }

    private Course shared() throws IOException, InterruptedException {
        Path token =
                Files.writeString(folder.resolve("token"), UUID.randomUUID().toString());
        String socket = folder.resolve("socket").toString();
        Process server = new ForkedJvm(COMMAND_LINE, options(Map.of()), Map.of())
                .start(serving(socket, token.toString()).toArray(String[]::new));
        try (BufferedReader said = server.inputReader(StandardCharsets.UTF_8)) {
            for (String line = said.readLine(); line != null && !line.contains("TOKEN"); line = said.readLine()) {
                // There is nothing in them that is not known here.
            }
            return course(
                    "one pool for all forks",
                    Map.of("sandbox.poolServer", "unix:" + socket, "sandbox.poolTokenFile", token.toString()));
        } finally {
            server.getOutputStream().close();
            server.waitFor();
        }
    }

    private List<String> serving(String socket, String token) {
        List<String> words =
                new ArrayList<>(List.of("serve", "--pool", "--until-eof", "--provider", provider, "--socket", socket));
        words.addAll(List.of("--token-file", token));
        if (arguments.count("most") > 0) {
            words.addAll(List.of("--most", Integer.toString(arguments.count("most"))));
        }
        return words;
    }

    private List<String> options(Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(settings);
        all.put("sandbox.stateDir", folder.toString());
        return all.entrySet().stream()
                .map(setting -> "-D" + setting.getKey() + "=" + setting.getValue())
                .toList();
    }

    private Course course(String what, Map<String, String> settings) throws IOException, InterruptedException {
        List<Process> forks = new ArrayList<>();
        try (Population population = Population.of(folder, provider)) {
            for (int i = 0; i < arguments.count("forks"); i++) {
                Process fork = new ForkedJvm(ForkOfTests.class, options(settings), Map.of())
                        .start(
                                provider,
                                Integer.toString(arguments.count("tests")),
                                Integer.toString(arguments.count("millis")));
                forks.add(fork);
                fork.inputReader(StandardCharsets.UTF_8).readLine();
            }
            long began = System.nanoTime();
            for (Process fork : forks) {
                fork.getOutputStream().write('\n');
                fork.getOutputStream().flush();
            }
            List<ForkOfTests.Account> accounts = new ArrayList<>();
            for (Process fork : forks) {
                accounts.add(ForkOfTests.Account.read(
                        fork.inputReader(StandardCharsets.UTF_8).readLine()));
            }
            Duration wall = Duration.ofNanos(System.nanoTime() - began);
            for (Process fork : forks) {
                fork.getOutputStream().close();
                fork.waitFor();
            }
            return new Course(what, wall, population.made(), population.peak(), accounts);
        } finally {
            forks.forEach(Process::destroyForcibly);
        }
    }
}
