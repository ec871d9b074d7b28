package dev.sandboxed.benchmarks;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.benchmarks.tools.Report;
import dev.sandboxed.benchmarks.tools.Scratch;
import dev.sandboxed.serve.E2bSettings;
import dev.sandboxed.serve.LocalE2b;
import dev.sandboxed.serve.SandboxServer;
import dev.sandboxed.serve.ServerSettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;

/** What it costs to reach a sandbox through a service on the same machine, beside reaching it directly. */
final class RemoteBenchmarks {

    private static final Duration MOST_MORE = Duration.ofMillis(5);
    private static final double FILE_BOUND = 1.5;
    private static final int FILE_BYTES = 50 << 20;
    private static final int CLIENTS = 64;
    private static final Duration LONG_RUN = Duration.ofMinutes(1);

    private RemoteBenchmarks() {}

    static boolean http() throws Exception {
        Report report = new Report(System.out);
        try (Scratch scratch = new Scratch()) {
            for (String name : List.of("subprocess", "bubblewrap")) {
                try (SandboxProvider behind = Providers.open(name, scratch.resolve(name));
                        SandboxServer server = SandboxServer.start(List.of(behind), ServerSettings.DEFAULT);
                        SandboxProvider http = client(server, scratch, name);
                        Sandbox direct = behind.create(SandboxSpec.defaults());
                        Sandbox served = http.create(SandboxSpec.defaults())) {
                    report.add(
                            new Surcharge("http exec over " + name, name + " itself", MOST_MORE, exec(direct, served)));
                    compareFiles(report, name, direct, served);
                }
            }
            try (SandboxProvider behind = Providers.open("subprocess", scratch.resolve("many"));
                    SandboxServer server = SandboxServer.start(List.of(behind), ServerSettings.DEFAULT)) {
                report.add(manyClients(server, scratch));
            }
        }
        return report.allHold();
    }

    static boolean e2b() throws Exception {
        Report report = new Report(System.out);
        try (Scratch scratch = new Scratch();
                SandboxProvider behind = Providers.open("runc", scratch.resolve("runc"));
                LocalE2b server = LocalE2b.start(behind, E2bSettings.DEFAULT);
                SandboxProvider e2b = Providers.open(
                        "e2b",
                        scratch.resolve("e2b"),
                        Map.of(
                                "apiUrl", server.apiUrl().toString(),
                                "sandboxUrl", server.sandboxUrl().toString(),
                                "apiKey", server.apiKey(),
                                "isolation", "container"));
                Sandbox direct = behind.create(SandboxSpec.defaults());
                Sandbox served = e2b.create(SandboxSpec.defaults())) {
            report.add(new Surcharge("e2b exec over runc", "runc itself", MOST_MORE, exec(direct, served)));
        }
        return report.allHold();
    }

    private static SandboxProvider client(SandboxServer server, Scratch scratch, String name) {
        return Providers.open(
                "http",
                scratch.resolve("client-" + name),
                Map.of("endpoint", server.url().toString(), "token", server.token()));
    }

    private static SideBySide.Medians exec(Sandbox direct, Sandbox served) throws Exception {
        return new SideBySide(200, 500)
                .measure(
                        () -> direct.exec("true").orThrow(),
                        () -> served.exec("true").orThrow());
    }

    private static void compareFiles(Report report, String name, Sandbox direct, Sandbox served) throws Exception {
        byte[] content = new byte[FILE_BYTES];
        new Random(FILE_BYTES).nextBytes(content);
        SideBySide sideBySide = new SideBySide(3, 15);
        report.add(new Comparison(
                "http writes 50 MiB",
                name + " itself",
                FILE_BOUND,
                sideBySide.measure(() -> write(direct, content), () -> write(served, content))));
        report.add(new Comparison(
                "http reads 50 MiB",
                name + " itself",
                FILE_BOUND,
                sideBySide.measure(() -> read(direct), () -> read(served))));
    }

    private static void write(Sandbox sandbox, byte[] content) {
        sandbox.files().write("large", new ByteArrayInputStream(content));
    }

    private static void read(Sandbox sandbox) throws IOException {
        try (InputStream content = sandbox.files().read("large")) {
            long bytes = content.transferTo(OutputStream.nullOutputStream());
            if (bytes != FILE_BYTES) {
                throw new IllegalStateException("Of " + FILE_BYTES + " bytes " + bytes + " came back");
            }
        }
    }

    /** Each client is a provider of its own with a sandbox of its own, as the forks of a build would be. */
    private static Completion manyClients(SandboxServer server, Scratch scratch) throws Exception {
        LongAdder commands = new LongAdder();
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
        long begin = System.nanoTime();
        List<CompletableFuture<Void>> clients = new ArrayList<>();
        for (int number = 0; number < CLIENTS; number++) {
            String name = "many-" + number;
            clients.add(CompletableFuture.runAsync(() -> work(server, scratch, name, begin, commands), threads));
        }
        boolean allWell = true;
        for (CompletableFuture<Void> client : clients) {
            try {
                client.join();
            } catch (RuntimeException e) {
                System.out.println("  a client failed: " + e.getCause());
                allWell = false;
            }
        }
        threads.shutdown();
        return new Completion(
                CLIENTS + " clients for a minute",
                commands.sum() + " commands without an error",
                Duration.ofNanos(System.nanoTime() - begin),
                allWell);
    }

    private static void work(SandboxServer server, Scratch scratch, String name, long begin, LongAdder commands) {
        try (SandboxProvider http = client(server, scratch, name);
                Sandbox sandbox = http.create(SandboxSpec.defaults())) {
            while (System.nanoTime() - begin < LONG_RUN.toNanos()) {
                sandbox.exec("true").orThrow();
                commands.increment();
            }
        }
    }
}
