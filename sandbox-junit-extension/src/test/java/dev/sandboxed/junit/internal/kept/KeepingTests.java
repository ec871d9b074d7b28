package dev.sandboxed.junit.internal.kept;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.event.SandboxListener;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.choice.SelectedSandbox;
import dev.sandboxed.core.internal.choice.Selection;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.config.Surroundings;
import dev.sandboxed.core.internal.kept.KeptSandbox;
import dev.sandboxed.core.internal.kept.KeptSandboxes;
import dev.sandboxed.junit.Suite;
import dev.sandboxed.testkit.MockSandboxProvider;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.testkit.engine.EngineExecutionResults;

@Timeout(120)
class KeepingTests {

    @TempDir
    Path state;

    private Suite suite(String keepFor) {
        return new Suite(state)
                .with("sandbox.provider", "subprocess")
                .with("sandbox.keepDir", state.resolve("files").toString())
                .with("sandbox.keepFor", keepFor);
    }

    private Configuration configuration() {
        return Configuration.read(new Surroundings(
                Map.of("sandbox.stateDir", state.toString()),
                Surroundings.ofThisProcess().environment()));
    }

    private List<KeptSandbox> kept() {
        return KeptSandboxes.in(configuration()).list();
    }

    private static Map<String, String> entries(EngineExecutionResults results) {
        Map<String, String> all = new LinkedHashMap<>();
        results.allEvents().reportingEntryPublished().stream()
                .flatMap(event -> event.getPayload(ReportEntry.class).stream())
                .forEach(entry -> all.putAll(entry.getKeyValuePairs()));
        return all;
    }

    @Test
    void theSandboxOfAFailedTestIsKeptAndTheCommandThatOpensItIsTold() {
        try (HeardLog log = new HeardLog(Keeping.class)) {
            Map<String, String> entries = entries(suite("2h").run(FailingStories.Fails.class));

            KeptSandbox kept = kept().get(0);
            String command = "./sandboxed shell --state-dir " + state + " " + kept.id();
            assertThat(entries)
                    .containsEntry("sandbox.shell", command)
                    .containsEntry("sandbox.shell.until", kept.until().toString())
                    .containsEntry("sandbox.shell.keeps", "its files, but not its processes")
                    .containsKey("sandbox.kept");
            assertThat(Duration.between(Instant.now(), kept.until()))
                    .isBetween(Duration.ofMinutes(115), Duration.ofHours(2));
            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .contains(
                            FailingStories.Fails.class.getName() + ".test is kept",
                            "on subprocess (isolation process)",
                            "Until 2",
                            "\n  " + command + "\n");
        }
        assertThat(new Suite(state).leftovers()).isEqualTo(Suite.NOTHING_LEFT);
    }

    @Test
    void aTestThatPassesLeavesNothingAndZeroKeepsNothing() {
        assertThat(entries(suite("2h").run(FailingStories.Passes.class))).doesNotContainKey("sandbox.shell");
        assertThat(entries(suite("0").run(FailingStories.Fails.class)))
                .doesNotContainKey("sandbox.shell")
                .containsKey("sandbox.kept");
        assertThat(kept()).isEmpty();
        assertThat(new Suite(state).snapshots()).isEmpty();
    }

    @Test
    void aSandboxOfAClassIsKeptWhenOneOfItsTestsFails() {
        Map<String, String> entries = entries(suite("2h").run(FailingStories.FailsWithTheSandboxOfItsClass.class));

        assertThat(kept())
                .singleElement()
                .satisfies(kept -> assertThat(kept.test())
                        .isEqualTo(FailingStories.FailsWithTheSandboxOfItsClass.class.getName() + ".first"));
        assertThat(Path.of(entries.get("sandbox.kept")).resolve("left.txt")).hasContent("by the class");
    }

    @Test
    void noMoreThanTenAreKeptInARunAndThatIsTold() {
        try (HeardLog log = new HeardLog(Keeping.class)) {
            suite("2h").run(FailingStories.FailsOften.class);

            assertThat(kept()).hasSize(10);
            assertThat(log.lines())
                    .hasSize(11)
                    .last()
                    .asString()
                    .startsWith("10 sandboxes of this run are kept, and no more");
        }
    }

    @Test
    void whatIsSecretIsNeitherToldNorWritten() throws IOException {
        try (HeardLog log = new HeardLog(Keeping.class)) {
            suite("2h").run(FailingStories.FailsWithASecret.class);

            assertThat(log.lines()).singleElement().asString().contains("(with ***)");
        }
        assertThat(kept().get(0).leftOut()).containsExactly("the secret TOKEN");
        try (Stream<Path> files = Files.list(state.resolve("kept-states"))) {
            assertThat(files)
                    .hasSize(1)
                    .allSatisfy(file -> assertThat(file).content().doesNotContain("s3cret-value"));
        }
    }

    @Test
    void aSandboxThatIsGoneCannotBeKeptWhichIsTold() {
        try (HeardLog log = new HeardLog(Keeping.class)) {
            EngineExecutionResults results = suite("2h").run(FailingStories.ClosesItsOwn.class);

            results.testEvents().assertStatistics(tests -> tests.failed(1));
            assertThat(log.lines()).singleElement().asString().contains("could not be kept: (");
        }
        assertThat(kept()).isEmpty();
    }

    @Test
    void whatIsSecretIsNotToldEitherWhereASandboxCannotBeKept() {
        try (HeardLog log = new HeardLog(Keeping.class)) {
            suite("2h").run(FailingStories.ClosesItsOwnWithASecret.class);

            assertThat(log.lines()).singleElement().asString().contains("(with ***) could not be kept: (");
        }
    }

    @Test
    void filesOfATestThatPassesAreKeptOnRequestButItsStateIsNot() {
        assertThat(entries(suite("2h").run(FailingStories.PassesAndIsAlwaysKept.class)))
                .containsKey("sandbox.kept")
                .doesNotContainKey("sandbox.shell");
        assertThat(kept()).isEmpty();
    }

    @Test
    void aTestThatIsAbortedHasNotFailed() {
        assertThat(entries(suite("2h").run(FailingStories.IsAborted.class)))
                .doesNotContainKeys("sandbox.kept", "sandbox.shell");
        assertThat(kept()).isEmpty();
    }

    @Test
    void oneWhoseTimeIsUpIsGoneAfterTheNextRun() {
        suite("1ms").run(FailingStories.Fails.class);
        assertThat(new Suite(state).snapshots()).isNotEmpty();

        suite("2h").run(FailingStories.Passes.class);

        assertThat(new Suite(state).snapshots()).isEmpty();
        assertThat(state.resolve("kept-states")).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"subprocess", "bubblewrap"})
    void whatIsKeptOutlivesTheJvmEvenOneThatIsKilled(String provider) throws Exception {
        try (ProviderRegistry registry = ProviderRegistry.discover(
                configuration(), SandboxListener.SILENT, getClass().getClassLoader())) {
            ProviderStatus status = registry.named(provider).status();
            Assumptions.assumeTrue(status.isAvailable(), () -> provider + ": " + status);
            Process run = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            KilledRun.class.getName(),
                            state.toString(),
                            provider)
                    .redirectErrorStream(true)
                    .redirectOutput(state.resolve("output").toFile())
                    .start();
            assertThat(run.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(run.exitValue()).isEqualTo(137);
            registry.named(provider).reap();

            KeptSandbox kept = kept().get(0);
            assertThat(state.resolve("output"))
                    .content()
                    .contains("./sandboxed shell --state-dir " + state + " " + kept.id());
            try (Sandbox again = KeptSandboxes.in(configuration()).restore(kept, registry.named(provider))) {
                assertThat(again.shell("cat left.txt").stdout()).isEqualTo("by the test");
            }
        }
    }

    private Keeping keeping(Duration longest) {
        return Keeping.read(
                Configuration.read(new Surroundings(
                        Map.of("sandbox.stateDir", state.toString(), "sandbox.keepFor", "1h"), Map.of())),
                longest);
    }

    private static Selection selection(MockSandboxProvider provider) {
        return new Selection(provider, provider.capabilities(), new ProviderStatus.Available("1", Map.of()), List.of());
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(KeepingTests.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static void keepTwice(Keeping keeping, Sandbox sandbox, MockSandboxProvider provider) {
        ExtensionContext nobody = proxy(ExtensionContext.class, (proxy, method, arguments) -> null);
        for (int times = 0; times < 2; times++) {
            keeping.keep(new SelectedSandbox(sandbox, selection(provider)), "test", nobody, DataSize.ofGibibytes(1));
        }
    }

    @Test
    void thatAProviderTakesNoSnapshotsIsToldOnce() {
        MockSandboxProvider provider =
                MockSandboxProvider.builder().without(Capability.SNAPSHOT).build();

        try (HeardLog log = new HeardLog(Keeping.class);
                Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            keepTwice(keeping(Duration.ofMinutes(1)), sandbox, provider);

            assertThat(log.lines()).singleElement().asString().contains("provider mock", "takes no snapshots");
        }
        assertThat(kept()).isEmpty();
    }

    @Test
    void afterOneThatTakesTooLongNoMoreAreKeptAndThatIsTold() {
        MockSandboxProvider provider = MockSandboxProvider.builder().build();
        AtomicInteger asked = new AtomicInteger();

        try (HeardLog log = new HeardLog(Keeping.class);
                Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            Sandbox slow = proxy(Sandbox.class, (proxy, method, arguments) -> {
                if (method.getName().equals("snapshot")) {
                    asked.incrementAndGet();
                    new CountDownLatch(1).await();
                }
                return method.invoke(sandbox, arguments);
            });
            keepTwice(keeping(Duration.ofMillis(500)), slow, provider);

            assertThat(asked).hasValue(1);
            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .contains(
                            "could not be kept: (the sandbox gave no answer", "No more sandboxes of this run are kept");
        }
        assertThat(kept()).isEmpty();
    }
}
