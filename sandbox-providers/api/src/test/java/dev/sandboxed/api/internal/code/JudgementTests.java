package dev.sandboxed.api.internal.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.code.Code;
import dev.sandboxed.api.code.EscapeAttempt;
import dev.sandboxed.api.code.EscapeAttempt.Kind;
import dev.sandboxed.api.code.Verdict;
import dev.sandboxed.api.event.NetworkAttempt;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Output;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.spec.Secret;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JudgementTests {

    private static final Code SORTS = Code.python("…").expecting("1\n2\n");

    private static ExecResult result(Ending ending, String out, String err) {
        return new ExecResult(
                Command.of("python3", "a.py").timeout(Duration.ofSeconds(2)),
                ending,
                Output.of(out.getBytes(StandardCharsets.UTF_8)),
                Output.of(err.getBytes(StandardCharsets.UTF_8)),
                Duration.ofMillis(5));
    }

    private static Judgement judge(Ending ending, String out, String err) {
        ExecResult result = result(ending, out, err);
        return Judgement.of(SORTS, result, EscapeSigns.of(result, List.of(), false));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1\n2\n", "1\n2", "1  \r\n2\r\n\n\n"})
    void whiteSpaceAtTheEndsMakesNoDifference(String printed) {
        assertThat(judge(Ending.exited(0), printed, ""))
                .isEqualTo(new Judgement(Verdict.PASSED, "it printed what was expected"));
    }

    @Test
    void aWrongAnswerNamesTheFirstDifference() {
        assertThat(wrong("1\n3\n")).isEqualTo("line 2 of its output is '3', expected was '2'");
        assertThat(wrong("1\n")).isEqualTo("line 2 of its output is missing, expected was '2'");
        assertThat(wrong("1\n2\n3\n")).isEqualTo("line 3 of its output is '3', expected was nothing more");
        assertThat(wrong(" 1\n2\n")).isEqualTo("line 1 of its output is ' 1', expected was '1'");
    }

    private static String wrong(String printed) {
        Judgement judgement = judge(Ending.exited(0), printed, "");
        assertThat(judgement.verdict()).isEqualTo(Verdict.WRONG_ANSWER);
        return judgement.reason();
    }

    @Test
    void withoutAnExpectationWhateverIsPrintedPasses() {
        Judgement judgement = Judgement.of(Code.shell("echo"), result(Ending.exited(0), "x", ""), List.of());
        assertThat(judgement.verdict()).isEqualTo(Verdict.PASSED);
    }

    @Test
    void endsAreToldApart() {
        assertThat(judge(Ending.timedOut(), "1\n2\n", ""))
                .isEqualTo(new Judgement(Verdict.TIMED_OUT, "it ran longer than 2000 ms"));
        assertThat(judge(Ending.outOfMemory(), "", "").verdict()).isEqualTo(Verdict.OUT_OF_MEMORY);
        assertThat(judge(Ending.outOfDisk(1), "", "").verdict()).isEqualTo(Verdict.OUT_OF_DISK);
        assertThat(judge(Ending.exited(3), "1\n2\n", ""))
                .isEqualTo(new Judgement(Verdict.CRASHED, "it exited with code 3"));
        assertThat(judge(Ending.signaled(Signal.SEGV), "", "").verdict()).isEqualTo(Verdict.CRASHED);
        assertThat(judge(Ending.exited(1), "", "A.java:1: error: x\n1 error\nerror: compilation failed\n"))
                .isEqualTo(new Judgement(Verdict.CRASHED, "it did not compile"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Traceback\n  File x\nMemoryError",
                "Exception in thread \"main\" java.lang.OutOfMemoryError: Java heap space",
                "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory"
            })
    void interpretersThatLackMemoryAreBelieved(String said) {
        assertThat(judge(Ending.exited(1), "", said).verdict()).isEqualTo(Verdict.OUT_OF_MEMORY);
        assertThat(judge(Ending.exited(0), "1\n2\n", said).verdict()).isEqualTo(Verdict.PASSED);
    }

    @ParameterizedTest
    @CsvSource({
        "OSError: [Errno 101] Network is unreachable, NETWORK",
        "wget: bad address 'service.example', NETWORK",
        "Error: getaddrinfo EAI_AGAIN service.example, NETWORK",
        "touch: cannot touch '/usr/x': Read-only file system, READ_ONLY_FILE",
        "mount: /mnt: Operation not permitted, SYSTEM_CALL"
    })
    void refusalsThatAreSaidAreSigns(String said, Kind kind) {
        ExecResult result = result(Ending.exited(0), "1\n2\n", "first\n" + said + "\nlast\n");
        List<EscapeAttempt> signs = EscapeSigns.of(result, List.of(), false);
        assertThat(signs).containsExactly(new EscapeAttempt(kind, said));
        assertThat(Judgement.of(SORTS, result, signs))
                .isEqualTo(
                        new Judgement(Verdict.ESCAPE_ATTEMPTED, "it tried what its sandbox does not allow: " + said));
    }

    @Test
    void refusedConnectionsAndSystemCallsAreSignsThoughNothingIsSaid() {
        NetworkAttempt refused =
                new NetworkAttempt(Instant.EPOCH, NetworkAttempt.Kind.TCP, "", "192.0.2.7", 443, false, 0);
        NetworkAttempt allowed =
                new NetworkAttempt(Instant.EPOCH, NetworkAttempt.Kind.TCP, "", "192.0.2.8", 443, true, 9);
        ExecResult killed = result(Ending.signaled(new Signal(31)), "", "");
        assertThat(EscapeSigns.of(killed, List.of(refused, allowed), true))
                .containsExactly(
                        new EscapeAttempt(Kind.NETWORK, "tcp 192.0.2.7 443: refused"),
                        new EscapeAttempt(Kind.SYSTEM_CALL, "ended by SIGSYS"));
    }

    @Test
    void aNameThatIsNotFoundIsNoSignWhereEverythingMayBeReached() {
        ExecResult result = result(Ending.exited(1), "", "curl: (6) Could not resolve host: service.example\n");
        assertThat(EscapeSigns.of(result, List.of(), true)).isEmpty();
    }

    @Test
    void halfASecretIsNotShownWhereALineIsCut() {
        Secret secret = Secret.of("s3cr3t-".repeat(10));
        String line = "x".repeat(50) + secret.reveal();
        ExecResult result = result(Ending.exited(0), line, "y".repeat(150) + line + ": Read-only file system")
                .in(new ExecResult.Place("id", "provider", Isolation.PROCESS, Set.of(secret)));
        assertThat(Judgement.of(SORTS, result, List.of()).reason())
                .contains("xxx")
                .doesNotContain("s3cr3t");
        assertThat(EscapeSigns.of(result, List.of(), false).toString())
                .contains("yyy")
                .doesNotContain("s3cr3t");
    }

    @Test
    void aFloodOfSignsIsCut() {
        ExecResult result = result(Ending.exited(1), "", "x: Read-only file system\n".repeat(1_000));
        assertThat(EscapeSigns.of(result, List.of(), false)).hasSize(5);
    }
}
