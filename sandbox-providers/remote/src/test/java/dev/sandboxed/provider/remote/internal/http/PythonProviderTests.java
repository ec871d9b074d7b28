package dev.sandboxed.provider.remote.internal.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Outcome;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.testkit.internal.way.FaultyWay;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The sample in Python, used through our client, which does there what the sample does not. */
@Timeout(120)
class PythonProviderTests {

    @RegisterExtension
    static final ServedPython SERVICE = ServedPython.withLease(3);

    private static final int MOST_LINES = 80;
    private static final int LONGEST_LINE = 120;
    private static final Duration SOON = Duration.ofSeconds(10);

    @TempDir
    private Path folder;

    private HttpProvider provider(String... changes) {
        Map<String, String> settings = new HashMap<>(SERVICE.settings());
        for (int i = 0; i < changes.length; i += 2) {
            settings.put(changes[i], changes[i + 1]);
        }
        return new HttpProvider(ProviderContext.in(folder).withSettings(settings));
    }

    @Test
    void itHasAtMostEightyLines() throws IOException {
        List<String> lines = Files.readAllLines(ServedPython.SAMPLE);

        assertThat(lines).hasSizeLessThanOrEqualTo(MOST_LINES);
        assertThat(lines).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(LONGEST_LINE));
        assertThat(lines).noneMatch(line -> line.stripTrailing().matches(".*;\\s*\\S+ = .*|.*;$"));
    }

    @Test
    void withoutATokenItSaysHowItIsStarted() throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("python3", ServedPython.SAMPLE.toString(), "0");
        builder.environment().remove("SANDBOX_HTTP_TOKEN");
        Process process = builder.redirectErrorStream(true).start();
        try {
            assertThat(new String(process.getInputStream().readAllBytes(), UTF_8))
                    .isEqualTo("usage: SANDBOX_HTTP_TOKEN=... provider.py PORT\n");
            assertThat(process.waitFor()).isEqualTo(1);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void aCommandHasItsDirectoryVariablesInputAndBothOutputs() {
        try (HttpProvider provider = provider();
                Sandbox sandbox = provider.create(
                        SandboxSpec.builder().env("OF", "the sandbox").build())) {
            sandbox.files().mkdirs("below");
            ExecResult result = sandbox.exec(Command.shell("pwd; echo $OF $ALSO; cat; echo no >&2; exit 7")
                    .cwd("below")
                    .env("ALSO", "the command")
                    .stdin(Stdin.stream(new ByteArrayInputStream("typed".getBytes(UTF_8)))));
            assertThat(result.stdout()).isEqualTo("/workspace/below\nthe sandbox the command\ntyped");
            assertThat(result.stderr()).isEqualTo("no\n");
            assertThat(result.exitCode()).isEqualTo(7);
        }
    }

    @Test
    void aTimeoutEndsAllThatACommandHasStarted() {
        try (HttpProvider provider = provider();
                Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            ExecResult result =
                    sandbox.exec(Command.shell("setsid sleep 4321 & sleep 4321").timeout(Duration.ofSeconds(1)));
            assertThat(result.outcome()).isEqualTo(Outcome.TIMED_OUT);
            String left = sandbox.exec(Command.shell("cat /proc/[0-9]*/cmdline | tr '\\0' ' '"))
                    .stdout();
            assertThat(left).doesNotContain("4321");
        }
    }

    @Test
    void aProcessThatIsKilledIsOver() {
        try (HttpProvider provider = provider();
                Sandbox sandbox = provider.create(SandboxSpec.defaults());
                Execution running = sandbox.start(Command.of("sleep", "100"))) {
            running.kill();
            assertThat(running.await().outcome()).isEqualTo(Outcome.SIGNALED);
        }
    }

    @Test
    void whatWasLeftInTheBackgroundMayGoOnToWrite() {
        try (HttpProvider provider = provider();
                Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            sandbox.exec(Command.shell("{ sleep 1; head -c 300000 /dev/zero && touch done; } & exit 0"));
            await().atMost(SOON).until(() -> sandbox.files().exists("done"));
        }
    }

    @Test
    void filesAndTreesGoInAndOut() throws IOException {
        Path tree = Files.createDirectories(folder.resolve("tree/below"));
        Files.writeString(tree.resolve("file"), "content");
        try (HttpProvider provider = provider();
                Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            sandbox.files().write("one", "text");
            sandbox.files().upload(folder.resolve("tree"), "up");
            sandbox.files().download("up", folder.resolve("back"));
            assertThat(sandbox.files().readText("one")).isEqualTo("text");
            assertThat(sandbox.files().readText("up/below/file")).isEqualTo("content");
            assertThat(folder.resolve("back/below/file")).hasContent("content");
        }
    }

    @Test
    void whoHasAnotherTokenIsToldSo() {
        try (HttpProvider provider = provider("token", "not-the-right-one")) {
            assertThat(provider.status())
                    .isInstanceOfSatisfying(
                            ProviderStatus.Unavailable.class,
                            status -> assertThat(status.reason()).contains("does not know the token"));
        }
    }

    @Test
    void aClientThatSaysNothingLosesItsSandboxes() throws IOException {
        URI endpoint = URI.create(SERVICE.settings().get("endpoint"));
        try (FaultyWay way = new FaultyWay(endpoint);
                HttpProvider silent = provider("endpoint", way.url(), "requestTimeout", "1s");
                HttpProvider other = provider()) {
            Sandbox sandbox = silent.create(SandboxSpec.defaults());
            assertThat(other.list()).extracting("id").contains(sandbox.id());
            way.let(FaultyWay.Fault.HALF_OPEN);
            await().atMost(SOON).until(() -> other.list().isEmpty());
            way.let(FaultyWay.Fault.NONE);
            assertThatThrownBy(() -> sandbox.exec("true")).isInstanceOf(SandboxException.class);
        }
    }

    @Test
    void aBrokenConnectionIsNoResultAndTheSandboxStays() throws IOException {
        URI endpoint = URI.create(SERVICE.settings().get("endpoint"));
        try (FaultyWay way = new FaultyWay(endpoint);
                HttpProvider provider = provider("endpoint", way.url());
                Sandbox sandbox = provider.create(SandboxSpec.defaults());
                Execution running = sandbox.start(Command.of("sleep", "100"))) {
            way.reset();
            assertThatThrownBy(running::await).isInstanceOf(SandboxTransportException.class);
            assertThat(sandbox.exec("true").succeeded()).isTrue();
        }
    }

    /** What clears its environment is found by no mark, and ends with the namespace all the same. */
    @Test
    void nothingOutlivesTheService() throws IOException {
        ServedPython own = ServedPython.asItIs();
        Map<String, String> settings = own.settings();
        HttpProvider provider = new HttpProvider(ProviderContext.in(folder).withSettings(settings));
        Sandbox sandbox = provider.create(SandboxSpec.defaults());
        sandbox.exec(Command.shell("setsid env -i sleep 4322 >/dev/null 2>&1 & exit 0"));
        Execution running = sandbox.start(Command.of("sleep", "4323"));
        assertThat(own.inside()).hasSizeGreaterThan(3);

        own.stop();

        assertThatThrownBy(running::await).isInstanceOf(SandboxTransportException.class);
        assertThatThrownBy(() -> sandbox.exec("true")).isInstanceOf(SandboxTransportException.class);
        assertThatThrownBy(provider::close).isInstanceOf(SandboxTransportException.class);
    }
}
