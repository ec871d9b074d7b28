package dev.sandboxed.cli.internal.killed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.core.Sandboxes;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is left of a JVM that had sandboxes and was killed. */
@Timeout(120)
class WatchdogTests {

    private static final Duration PROMISED = Duration.ofSeconds(5);
    private static final int SANDBOXES = 5;
    private static final String READY = "ready";

    @TempDir
    Path state;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void endAll() throws InterruptedException {
        for (Process process : started) {
            process.destroyForcibly().waitFor();
        }
    }

    /** Starts a JVM that makes sandboxes on a provider, in each of which something runs, and then waits. */
    private Process owner(String provider, int sandboxes) throws IOException {
        String java = ProcessHandle.current().info().command().orElseThrow();
        Process process = new ProcessBuilder(
                        java,
                        "-XX:TieredStopAtLevel=1",
                        "-Dsandbox.stateDir=" + state,
                        "-Dsandbox.provider=" + provider,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Program.class.getName(),
                        Integer.toString(sandboxes))
                .redirectErrorStream(true)
                .start();
        started.add(process);
        return process;
    }

    private static void awaitReady(Process owner) throws IOException {
        BufferedReader said = owner.inputReader(StandardCharsets.UTF_8);
        StringBuilder all = new StringBuilder();
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            all.append(line).append('\n');
            if (line.equals(READY)) {
                return;
            }
        }
        throw new AssertionError("It ended: " + all);
    }

    /** Makes sandboxes, says so, and waits for its end. */
    static final class Program {

        private Program() {}

        public static void main(String[] arguments) throws IOException {
            List<Sandbox> sandboxes = new ArrayList<>();
            for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
                Sandbox sandbox = Sandboxes.create(SandboxSpec.defaults());
                sandboxes.add(sandbox);
                sandbox.shell("sleep 1000 >/dev/null 2>&1 &").orThrow();
            }
            System.out.println(READY);
            while (System.in.read() >= 0) {
                // The end of its input is the end of it.
            }
            sandboxes.forEach(Sandbox::close);
        }
    }

    private List<String> leftovers() throws IOException {
        List<String> left = new ArrayList<>();
        for (String kind : List.of("sandboxes", "records")) {
            try (DirectoryStream<Path> providers = Files.newDirectoryStream(state)) {
                for (Path provider : providers) {
                    Path folder = provider.resolve(kind);
                    if (Files.isDirectory(folder)) {
                        try (Stream<Path> entries = Files.list(folder)) {
                            entries.map(Path::toString).forEach(left::add);
                        }
                    }
                }
            }
        }
        ProcessHandle.allProcesses()
                .filter(ProcessHandle::isAlive)
                .filter(process -> environment(process).contains("SANDBOXED=")
                        && commandLine(process).contains("sleep"))
                .filter(process -> environment(process).contains(state.toString()))
                .forEach(process -> left.add(commandLine(process)));
        return left;
    }

    private static ProcessHandle watchdogOf(Process owner) {
        return owner.children()
                .filter(child -> commandLine(child).contains("sandboxed-watchdog"))
                .findFirst()
                .orElseThrow();
    }

    private static String environment(ProcessHandle process) {
        return file(process, "environ");
    }

    private static String commandLine(ProcessHandle process) {
        return file(process, "cmdline");
    }

    private static String file(ProcessHandle process, String name) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(process.pid()), name), StandardCharsets.ISO_8859_1)
                    .replace('\0', ' ');
        } catch (IOException ended) {
            return "";
        }
    }

    @ParameterizedTest
    @CsvSource({"subprocess, sh", "bubblewrap, bwrap", "runc, runc", "gvisor, runsc"})
    void nothingIsLeftOfAJvmThatWasKilled(String provider, String program) throws Exception {
        assumeTrue(
                Stream.of("/bin", "/usr/bin", "/usr/sbin")
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program))),
                "there is no program " + program + " here");
        Process owner = owner(provider, SANDBOXES);
        awaitReady(owner);
        assertThat(leftovers()).as("there is something to remove").hasSizeGreaterThanOrEqualTo(2 * SANDBOXES);
        ProcessHandle watchdog = watchdogOf(owner);

        owner.destroyForcibly().waitFor();

        await().atMost(PROMISED).untilAsserted(() -> assertThat(leftovers()).isEmpty());
        await().until(() -> !watchdog.isAlive());
    }

    @Test
    void whatAnotherJvmHasIsLeftAlone() throws Exception {
        Process killed = owner("subprocess", 2);
        Process other = owner("subprocess", 2);
        awaitReady(killed);
        awaitReady(other);

        ProcessHandle watchdog = watchdogOf(killed);

        killed.destroyForcibly().waitFor();

        await().until(() -> !watchdog.isAlive());
        try (Stream<Path> records = Files.list(state.resolve("subprocess/records"))) {
            assertThat(records).hasSize(2);
        }
        other.getOutputStream().close();
        assertThat(other.waitFor()).isZero();
        assertThat(leftovers()).isEmpty();
    }

    @Test
    void aJvmThatIsKilledWhileItMakesSandboxesLeavesNothing() throws Exception {
        Random random = new Random(42);
        for (int i = 0; i < 5; i++) {
            Process owner = owner("subprocess", 1_000);
            Path records = state.resolve("subprocess/records");
            int enough = 1 + random.nextInt(20);
            await().pollInterval(Duration.ofMillis(2))
                    .until(() ->
                            records.toFile().list() != null && records.toFile().list().length >= enough);
            ProcessHandle watchdog = watchdogOf(owner);

            owner.destroyForcibly().waitFor();

            await().atMost(PROMISED).untilAsserted(() -> assertThat(leftovers()).isEmpty());
            // It still writes in the folder, which is deleted after the test.
            await().until(() -> !watchdog.isAlive());
        }
    }

    @Test
    void theWatchdogIsSmallAndHasASessionOfItsOwn() throws Exception {
        Process owner = owner("subprocess", 1);
        awaitReady(owner);

        ProcessHandle watchdog = watchdogOf(owner);
        String status = file(watchdog, "status");
        long kilobytes = status.lines()
                .filter(line -> line.startsWith("VmRSS:"))
                .map(line -> line.replaceAll("[^0-9]", ""))
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElseThrow();
        assertThat(kilobytes).isLessThan(3 * 1024);
        assertThat(session(watchdog)).isEqualTo(watchdog.pid()).isNotEqualTo(session(owner.toHandle()));
        owner.getOutputStream().close();
        assertThat(owner.waitFor()).isZero();
        assertThat(watchdog.onExit().get()).isNotNull();
    }

    private static long session(ProcessHandle process) {
        String stat = file(process, "stat");
        return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[3]);
    }
}
