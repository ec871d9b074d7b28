package dev.sandboxed.benchmarks.endurance;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.benchmarks.tools.HostTraces;
import dev.sandboxed.benchmarks.tools.Report;
import dev.sandboxed.core.Sandboxes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;

/** The JVM that makes sandboxes one after the other. What it holds is counted after a warm-up, and in the end. */
public final class ManySandboxes {

    private static final int WARM_UP = 200;

    private final Path state;
    private final Path temporary;
    private final Path ids;

    private ManySandboxes(Path folder) throws IOException {
        this.state = Files.createDirectories(folder.resolve(EnduranceTrial.STATE));
        this.temporary = folder.resolve(EnduranceTrial.TEMPORARY);
        this.ids = folder.resolve("ids");
    }

    /**
     * Makes them, prints what was counted, and exits with 1 if something became more.
     *
     * @param arguments the folder for everything, and how many sandboxes
     */
    public static void main(String[] arguments) throws IOException {
        boolean holds = new ManySandboxes(Path.of(arguments[0])).run(Integer.parseInt(arguments[1]));
        System.exit(holds ? 0 : 1);
    }

    private boolean run(int sandboxes) throws IOException {
        live(WARM_UP);
        Holdings before = Holdings.atRest(state, temporary);
        int part = Math.max(1, sandboxes / 10);
        Duration first = live(part);
        live(sandboxes - 2 * part);
        Duration last = live(part);
        Holdings after = Holdings.atRest(state, temporary);

        System.out.printf(
                Locale.ROOT,
                "    %d sandboxes; the first tenth took %.1f ms each, the last %.1f ms%n",
                sandboxes,
                first.toNanos() / 1e6 / part,
                last.toNanos() / 1e6 / part);
        System.out.println(Figure.HEADER);
        Report report = new Report(System.out);
        before.comparedWith(after).forEach(report::add);
        List<String> traces = new HostTraces(new HashSet<>(Files.readAllLines(ids))).find();
        traces.forEach(trace -> System.out.println("    left: " + trace));
        report.add(new Figure("processes, mounts, control groups", 0, traces.size(), 0));
        return report.allHold();
    }

    private Duration live(int sandboxes) throws IOException {
        long began = System.nanoTime();
        for (int i = 0; i < sandboxes; i++) {
            try (Sandbox sandbox = Sandboxes.create(SandboxSpec.defaults())) {
                sandbox.exec("true").orThrow();
                // In a file: what is kept in memory would look like a leak.
                Files.writeString(ids, sandbox.id() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            }
        }
        return Duration.ofNanos(System.nanoTime() - began);
    }
}
