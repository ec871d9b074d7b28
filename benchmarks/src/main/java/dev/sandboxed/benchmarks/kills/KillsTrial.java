package dev.sandboxed.benchmarks.kills;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.benchmarks.kills.Round.Watchdog;
import dev.sandboxed.benchmarks.tools.HostTraces;
import dev.sandboxed.benchmarks.tools.Program;
import dev.sandboxed.benchmarks.tools.Report;
import dev.sandboxed.benchmarks.tools.Scratch;
import dev.sandboxed.benchmarks.tools.TrialArguments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Kills JVMs that have sandboxes, at random moments, and looks whether all of those are gone in time while those of another JVM
 * live on. In some rounds what should remove them is killed as well; then a sweep has to find everything.
 */
public final class KillsTrial {

    private static final String ROUNDS = "rounds";
    private static final String SANDBOXES = "sandboxes";
    private static final String SWEPT = "swept";
    private static final String SEED = "seed";
    private static final int OF_THE_OTHER = 3;
    private static final int MOST_LINES = 20;

    private final int sandboxes;
    private final Random random;
    private final List<String> harm = new ArrayList<>();
    private final Ground ground;
    private final OwnerJvm other;
    private final String mark;

    private KillsTrial(Ground ground, OwnerJvm other, TrialArguments arguments) {
        this.ground = ground;
        this.other = other;
        this.sandboxes = arguments.count(SANDBOXES);
        this.random = new Random(arguments.number(SEED));
        this.mark = mark(ground.provider());
    }

    /**
     * Runs it, and prints a line for each provider.
     *
     * @param typed the options and the providers to try
     * @return whether nothing was left, and nobody else was harmed
     * @throws IllegalArgumentException if an option cannot be used
     */
    public static boolean run(List<String> typed) throws IOException, InterruptedException {
        long anySeed = new SplittableRandom().nextInt(Integer.MAX_VALUE);
        TrialArguments arguments = new TrialArguments(
                        Map.of(ROUNDS, 20L, SANDBOXES, 20L, SWEPT, 5L, SEED, anySeed),
                        List.of("subprocess", "worktree", "bubblewrap", "runc", "gvisor", "docker"))
                .overriddenBy(typed);
        System.out.println("  seed " + arguments.number(SEED));
        Report report = new Report(System.out);
        for (String provider : arguments.providers()) {
            try (Scratch scratch = new Scratch();
                    Ground ground = new Ground(provider, settings(provider, scratch), scratch.resolve("state"))) {
                if (ground.open().status() instanceof ProviderStatus.Unavailable not) {
                    report.notTried(provider, not.reason());
                } else {
                    tryOut(ground, arguments, report);
                }
            }
        }
        return report.allHold();
    }

    private static Map<String, String> settings(String provider, Scratch scratch)
            throws IOException, InterruptedException {
        Map<String, String> settings = new HashMap<>(Map.of(
                "sandbox.provider",
                provider,
                "sandbox.stateDir",
                scratch.resolve("state").toString()));
        if (provider.equals("worktree")) {
            Path repository = Files.createDirectory(scratch.resolve("repository"));
            Files.writeString(repository.resolve("file.txt"), "text");
            git(repository, "init", "--quiet");
            git(repository, "add", "file.txt");
            git(
                    repository,
                    "-c",
                    "user.name=trial",
                    "-c",
                    "user.email=trial@localhost",
                    "commit",
                    "--quiet",
                    "-m",
                    "one");
            settings.put("sandbox.worktree.repository", repository.toString());
        }
        return settings;
    }

    private static void git(Path repository, String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git", "-C", repository.toString()));
        command.addAll(List.of(words));
        Program.run(command);
    }

    private static void tryOut(Ground ground, TrialArguments arguments, Report report)
            throws IOException, InterruptedException {
        try (OwnerJvm other = OwnerJvm.start(ground.settings(), OF_THE_OTHER, mark(ground.provider()) + "other.")) {
            other.awaitMade(OF_THE_OTHER);
            KillsTrial trial = new KillsTrial(ground, other, arguments);
            List<Round> rounds = new ArrayList<>();
            for (int i = 0; i < arguments.count(ROUNDS); i++) {
                rounds.add(trial.play("round " + (i + 1), Watchdog.LIVES));
            }
            report.add(new Tally(ground.provider(), rounds, trial.harm));
            List<Round> swept = new ArrayList<>();
            trial.harm.clear();
            for (int i = 0; i < arguments.count(SWEPT); i++) {
                swept.add(trial.play("sweep " + (i + 1), i % 2 == 0 ? Watchdog.KILLED_BEFORE : Watchdog.KILLED_AFTER));
            }
            trial.lookAtTheEnd();
            report.add(new Tally(ground.provider() + ", no watchdog", swept, trial.harm));
        }
    }

    private Round play(String name, Watchdog watchdog) throws IOException, InterruptedException {
        Round round = Round.play(ground, sandboxes, mark + name.replace(' ', '-') + ".", random, watchdog);
        round.left().stream()
                .limit(MOST_LINES)
                .forEach(line -> System.out.println("    left in " + name + ": " + line));
        other.check().ifPresent(wrong -> harmed(name, wrong));
        return round;
    }

    /** The other JVM ends politely; then nothing is left of anybody. */
    private void lookAtTheEnd() throws IOException, InterruptedException {
        Set<Path> before = ground.entries();
        before.removeIf(entry -> HostTraces.nameAtTheStartOf(String.valueOf(entry.getFileName()))
                .filter(other.names()::contains)
                .isPresent());
        other.end();
        ground.leftovers(other.pid(), mark, before, new HashSet<>(other.names()))
                .forEach(line -> harmed("the end", line));
    }

    private void harmed(String when, String what) {
        System.out.println("    harmed in " + when + ": " + what);
        harm.add(when + ": " + what);
    }

    private static String mark(String provider) {
        return provider + "-" + ProcessHandle.current().pid() + "-";
    }
}
