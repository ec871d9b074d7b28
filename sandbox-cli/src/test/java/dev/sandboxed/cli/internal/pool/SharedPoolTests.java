package dev.sandboxed.cli.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.cli.internal.Main;
import dev.sandboxed.core.internal.pool.Expectation;
import dev.sandboxed.core.internal.pool.Lease;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real server with the pool of several JVMs; those are in this one, but for one that is killed. */
@Timeout(120)
class SharedPoolTests {

    @TempDir
    Path state;

    private final List<Process> started = new ArrayList<>();
    private final Map<String, String> access = new HashMap<>();

    @AfterEach
    void endAll() throws InterruptedException {
        for (Process process : started) {
            process.destroyForcibly().waitFor();
        }
    }

    private Process java(String main, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-Dsandbox.stateDir=" + state,
                "-cp",
                System.getProperty("java.class.path"),
                main));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command)
                .redirectError(state.resolve("log-" + started.size()).toFile())
                .start();
        started.add(process);
        return process;
    }

    /** Starts a server, and waits until it listens. */
    private Process serve(String... options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("serve", "--pool", "--until-eof", "--provider", "subprocess"));
        arguments.addAll(List.of("--socket", state.resolve("pool").toString(), "--lease", "4s"));
        arguments.addAll(List.of(options));
        Process server = java(Main.class.getName(), arguments);
        BufferedReader said = server.inputReader(StandardCharsets.UTF_8);
        for (String name : List.of("SERVER", "TOKEN")) {
            String begin = "export SANDBOX_POOL_" + name + "=";
            String line = said.readLine();
            assertThat(line).startsWith(begin);
            access.put(
                    "sandbox.pool" + name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT),
                    line.substring(begin.length()));
        }
        return server;
    }

    private Fork fork() {
        Map<String, String> settings = new HashMap<>(access);
        settings.put("sandbox.stateDir", state.toString());
        return new Fork(settings);
    }

    private int sandboxes() {
        String[] names = state.resolve("subprocess/sandboxes").toFile().list();
        return names == null ? 0 : names.length;
    }

    private void untilThereAre(int sandboxes) {
        await().untilAsserted(() -> assertThat(sandboxes()).isEqualTo(sandboxes));
    }

    @Test
    void everyForkFindsReadyWhatItSaidThatItNeeds() throws IOException {
        serve();
        try (Fork one = fork();
                Fork other = fork()) {
            List<Expectation> ofOne = one.expect(2);
            List<Expectation> ofOther = other.expect(2);
            untilThereAre(4);

            try (Lease first = one.claim(ofOne.get(0));
                    Lease second = other.claim(ofOther.get(0))) {
                assertThat(first.missed()).isEmpty();
                assertThat(second.missed()).isEmpty();
                Sandbox sandbox = first.selected().sandbox();
                assertThat(sandbox.shell("echo inside").stdout()).isEqualTo("inside\n");
                SandboxInfo info = sandbox.info();
                assertThat(info.provider()).isEqualTo("subprocess");
                assertThat(info.runsOn().version()).doesNotContain("subprocess");
                assertThat(info.owner().pid()).isEqualTo(ProcessHandle.current().pid());
            }
            untilThereAre(2);
        }
        untilThereAre(0);
    }

    @Test
    void whatNobodyExpectedIsMadeWhenItIsAskedFor() throws IOException {
        serve();
        try (Fork fork = fork();
                Lease lease = fork.claim()) {
            assertThat(lease.missed()).isPresent();
            assertThat(sandboxes()).isEqualTo(1);
            assertThat(state.resolve("subprocess/sandboxes").toFile().list())
                    .as("it is the server's own, which the fork has a name of its own for")
                    .doesNotContain(lease.selected().sandbox().id());
        }
        untilThereAre(0);
    }

    @Test
    void aClaimWaitsUntilAnotherForkHasReleasedOne() throws IOException {
        serve("--most", "1");
        try (Fork one = fork();
                Fork other = fork()) {
            Lease first = one.claim();
            assertThatExceptionOfType(SandboxStartException.class)
                    .as("there is no room for it")
                    .isThrownBy(() -> other.claimWithin(Duration.ofSeconds(1)));
            CompletableFuture<Lease> second = CompletableFuture.supplyAsync(other::claim);
            assertThat(sandboxes()).isEqualTo(1);

            first.close();

            try (Lease released = second.join()) {
                assertThat(released.selected().sandbox().shell("true").succeeded())
                        .isTrue();
            }
        }
    }

    @Test
    void nothingIsLeftOfAForkThatIsKilled() throws Exception {
        serve();
        Process killed = java(
                Fork.class.getName(),
                List.of(state.toString(), access.get("sandbox.poolServer"), access.get("sandbox.poolToken")));
        assertThat(killed.inputReader(StandardCharsets.UTF_8).readLine()).isEqualTo("ready");
        untilThereAre(4);

        killed.destroyForcibly().waitFor();

        untilThereAre(0);
    }

    @Test
    void nothingIsLeftOfAServerThatIsKilledAndForksGoOnWithoutIt() throws Exception {
        Process server = serve();
        Fork fork = fork();
        List<Expectation> expected = fork.expect(3);
        untilThereAre(3);
        Lease before = fork.claim(expected.get(0));

        server.destroyForcibly().waitFor();
        untilThereAre(0);

        try (Lease after = fork.claim(expected.get(1))) {
            assertThat(after.selected().sandbox().shell("echo alone").stdout()).isEqualTo("alone\n");
            assertThat(after.missed()).isPresent();
        }
        before.close();
        assertThatExceptionOfType(SandboxTransportException.class)
                .as("nobody knows whether it is gone")
                .isThrownBy(fork::close)
                .withMessageContaining("cannot be reached");
        untilThereAre(0);
    }

    @Test
    void theServerEndsWithItsInputAndTellsWhatThePoolDid() throws Exception {
        Process server = serve();
        try (Fork fork = fork()) {
            List<Expectation> expected = fork.expect(2);
            untilThereAre(2);
            fork.claim(expected.get(0)).close();
        }

        server.getOutputStream().close();

        assertThat(server.waitFor()).isZero();
        assertThat(state.resolve("log-0"))
                .content()
                .containsPattern("the pool had 1 hits, 0 waits, 0 misses|the pool had 0 hits, 1 waits, 0 misses");
        assertThat(state.resolve("pool")).doesNotExist();
        assertThat(sandboxes()).isZero();
    }

    @Test
    void whoeverEndsTheServerEndsItsProgramAndThatIsNoSuccess() throws Exception {
        Process server = java(
                Main.class.getName(),
                List.of("serve", "--pool", "--provider", "subprocess", "--", "sh", "-c", "echo begun; exec sleep 100"));
        assertThat(server.inputReader(StandardCharsets.UTF_8).readLine()).isEqualTo("begun");
        await().until(() -> sleeping(server).isPresent());
        ProcessHandle program = sleeping(server).orElseThrow();

        server.destroy();

        assertThat(server.waitFor()).isEqualTo(143);
        assertThat(program.isAlive()).isFalse();
    }

    private static Optional<ProcessHandle> sleeping(Process server) {
        return server.children()
                .filter(child -> child.info().command().orElse("").endsWith("sleep"))
                .findFirst();
    }

    @Test
    void aProgramFindsThePoolAndEndsIt() throws Exception {
        Process server = java(
                Main.class.getName(),
                List.of(
                        "serve",
                        "--pool",
                        "--provider",
                        "subprocess",
                        "--",
                        "sh",
                        "-c",
                        "echo $SANDBOX_POOL_SERVER; test -n \"$SANDBOX_POOL_TOKEN\" && exit 7"));

        assertThat(server.inputReader(StandardCharsets.UTF_8).readLine()).startsWith("http://127.0.0.1:");
        assertThat(server.waitFor()).isEqualTo(7);
        assertThat(state.resolve("log-0")).content().contains("the pool had 0 hits");
    }

    @Test
    void snapshotsAreThoseOfTheProviderItStandsFor() throws IOException {
        serve();
        try (Fork fork = fork();
                Lease lease = fork.claim()) {
            Sandbox sandbox = lease.selected().sandbox();
            sandbox.files().write("kept.txt", "kept");
            Snapshot snapshot = sandbox.snapshot(SnapshotOptions.ALL);

            assertThat(snapshot.origin().provider()).isEqualTo("subprocess");
            try (Sandbox copy = fork.provider().snapshots().restore(snapshot, sandbox.spec())) {
                assertThat(copy.files().readText("kept.txt")).isEqualTo("kept");
            }
            try (Sandbox forked = sandbox.fork(1).get(0)) {
                assertThat(forked.files().readText("kept.txt")).isEqualTo("kept");
            }
        }
        untilThereAre(0);
    }
}
