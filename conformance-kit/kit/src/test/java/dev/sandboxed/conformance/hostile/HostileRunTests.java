package dev.sandboxed.conformance.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.testkit.Answer;
import dev.sandboxed.testkit.MockSandboxProvider;
import dev.sandboxed.testkit.MockSandboxProviderBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.opentest4j.AssertionFailedError;

/** Mocks that claim too much, or break down: each is found out, and the message names the leak. No script is run. */
class HostileRunTests {

    static final String APART = "pid:[1]\nipc:[1]\nmnt:[1]\n3\n";

    static AbstractStringAssert<?> blamed(SandboxProviderFactory factory, HostileScript script) {
        try (HostileRun run = hastily(factory)) {
            run.attempt(script);
        } catch (AssertionFailedError e) {
            return assertThat(e.getMessage()).contains("does not hold against the script '" + script.written() + "'");
        }
        throw new AssertionError("The provider got away with " + script);
    }

    /** Opens a run that waits for less than usual: what comes here comes at once, and what does not never will. */
    static HostileRun hastily(SandboxProviderFactory factory) {
        return new HostileRun(factory, Map.of(), 0.05);
    }

    static MockSandboxProviderBuilder mock(Isolation isolation, String reach) {
        return MockSandboxProvider.builder()
                .isolation(isolation)
                .onAnything()
                .answer(Answer.stdout("works\n"))
                .onCommand(
                        "a look around", command -> command.script().orElse("").contains("/proc/self/ns"))
                .answer(Answer.stdout(reach));
    }

    /** Creates a provider that gives an answer to every hostile script, and works otherwise. */
    private static SandboxProviderFactory answering(Function<Command, Answer> answer) {
        return mock(Isolation.CONTAINER, APART)
                .onCommand("a hostile script", command -> command.env().containsKey("HOSTILE_WORD"))
                .answerWith(answer)
                .toFactory();
    }

    private static SandboxProviderFactory saying(String text) {
        return answering(command -> Answer.stdout(text));
    }

    @ParameterizedTest
    @EnumSource
    void whoKeepsEverythingFromAScriptHolds(HostileScript script) {
        SandboxProviderFactory strong = answering(
                command -> script == HostileScript.MEMORY_HOG ? Answer.outOfMemory() : Answer.stdout("over\n"));

        try (HostileRun run = hastily(strong)) {
            assertThatCode(() -> run.attempt(script)).doesNotThrowAnyException();
            assertThat(run.conclude()).isEmpty();
        }
    }

    @Test
    void whatTheScriptGotIsNamedWithWhoShouldHaveStoppedIt() {
        blamed(saying("got sees the JVM as /proc/7\nover\n"), HostileScript.THE_JVM)
                .startsWith(
                        "Provider 'mock', which declares isolation CONTAINER, does not hold against the script 'the jvm',"
                                + " which reads what /proc has of the JVM:")
                .endsWith("\n  it sees the JVM as /proc/7");
    }

    @Test
    void limitsThatAreClaimedAndNotKeptAreNamed() {
        blamed(saying("got writes 64 MiB where 32 MiB are allowed\nover\n"), HostileScript.DISK_FILLER)
                .contains("it writes 64 MiB where 32 MiB are allowed");
        blamed(saying(""), HostileScript.MEMORY_HOG)
                .contains("it exited with code 0, where the outcome should be one of [OUT_OF_MEMORY]");
        blamed(saying("count=2000\nover\n"), HostileScript.OPEN_FILES)
                .contains("it had 2000 open files where 256 are allowed");
        blamed(saying("count=100\nover\n"), HostileScript.FORK_BOMB)
                .contains("it had 100 processes where 64 are allowed");
    }

    @Test
    void aLimitThatNobodyClaimsIsNoFault() {
        SandboxProviderFactory modest = mock(Isolation.PROCESS, "")
                .without(Capability.LIMIT_DISK)
                .onCommand("a hostile script", command -> command.env().containsKey("HOSTILE_WORD"))
                .answer(Answer.stdout("got writes 64 MiB where 32 MiB are allowed\nover\n"))
                .toFactory();

        try (HostileRun run = hastily(modest)) {
            assertThatCode(() -> run.attempt(HostileScript.DISK_FILLER)).doesNotThrowAnyException();
        }
    }

    @Test
    void aProcessThatIsLeftIsNamed() {
        AtomicReference<Process> left = new AtomicReference<>();
        try {
            blamed(
                            answering(command -> {
                                left.set(sleeping(command.env()));
                                return Answer.stdout("over\n");
                            }),
                            HostileScript.DAEMON)
                    .contains("process " + left.get().pid() + " is left: sleep 60");
        } finally {
            left.get().destroyForcibly();
        }
    }

    private static Process sleeping(Map<String, String> environment) {
        ProcessBuilder sleep = new ProcessBuilder("sleep", "60");
        sleep.environment().putAll(environment);
        try {
            return sleep.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aResultWithoutATypeIsNamed() {
        blamed(
                        answering(command -> Answer.throwing(() -> new IllegalStateException("engine: EOF"))),
                        HostileScript.SPARSE_FILE)
                .contains("its end is not told, but java.lang.IllegalStateException: engine: EOF");
    }

    @Test
    void aResultThatNeverComesIsNamed() {
        blamed(answering(command -> forever()), HostileScript.SPARSE_FILE)
                .contains("its end is not told, but ")
                .contains("timed out");
    }

    private static Answer forever() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Answer.success();
    }

    @Test
    void aSandboxThatDoesNotSurviveWhatItShouldIsNamed() {
        SandboxProviderFactory dying = answering(command -> Answer.death("the engine killed it"));

        blamed(dying, HostileScript.SPARSE_FILE)
                .contains("the sandbox did not survive it: ")
                .contains("the engine killed it");
        try (HostileRun run = hastily(dying)) {
            assertThatCode(() -> run.attempt(HostileScript.SIGNALS_TO_EVERYBODY))
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void aScriptThatBreaksOffProvesNothing() {
        blamed(answering(command -> Answer.exit(2)), HostileScript.SPARSE_FILE)
                .contains("it broke off, which proves nothing");
    }

    @Test
    void anEndOfAnotherKindIsNamed() {
        blamed(answering(command -> Answer.timeout()), HostileScript.SPARSE_FILE)
                .contains("it timed out and was killed, where the outcome should be one of [EXITED]");
    }

    @Test
    void aProviderThatDoesNotWorkHereIsToldAtOnce() {
        SandboxProviderFactory missing =
                mock(Isolation.PROCESS, "").unavailable("no engine", "start it").toFactory();

        assertThatCode(() -> hastily(missing))
                .isInstanceOf(ProviderUnavailableException.class)
                .hasMessageContaining("no engine");
    }
}
