package dev.sandboxed.assertions;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Outcome;
import dev.sandboxed.api.exec.Output;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.assertions.internal.message.ExecMessages;
import dev.sandboxed.assertions.internal.message.Scene;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Assertions on what came of a command. Each fails with the command, how it ended and the end of both outputs. */
public class ExecResultAssert extends SceneAssert<ExecResultAssert, ExecResult> {

    private static final String STDOUT = "standard output";
    private static final String STDERR = "standard error";

    private @Nullable Sandbox sandbox;

    /** For soft assertions, which need it to be public; use {@link SandboxAssertions#assertThat(ExecResult)}. */
    public ExecResultAssert(@Nullable ExecResult actual) {
        super(actual, ExecResultAssert.class);
    }

    /**
     * Sets the sandbox that failures describe, with its state and its spec, and whose secrets they mask. Needed only for more
     * than {@link ExecResult#place()} tells, or for a result that has no place, such as one that a test made itself.
     */
    public ExecResultAssert inSandbox(Sandbox ranIn) {
        this.sandbox = ranIn;
        return this;
    }

    /**
     * Check that the command ended by itself with code 0.
     * <pre>{@code
     * assertThat(sandbox.exec("true")).succeeded();  // passes
     * assertThat(sandbox.exec("false")).succeeded(); // fails
     * }</pre>
     */
    public ExecResultAssert succeeded() {
        isNotNull();
        return check(actual.succeeded(), () -> ExecMessages.shouldEnd("the command to succeed", actual));
    }

    /**
     * Check that the command did not succeed: another code, a signal, a timeout or lack of memory ended it.
     * <pre>{@code
     * assertThat(sandbox.exec("false")).failed(); // passes
     * assertThat(sandbox.exec("true")).failed();  // fails
     * }</pre>
     */
    public ExecResultAssert failed() {
        isNotNull();
        return check(!actual.succeeded(), () -> ExecMessages.shouldEnd("the command to fail", actual));
    }

    /**
     * Check that the command ended by itself with this code.
     * <pre>{@code
     * assertThat(sandbox.shell("exit 3")).exitedWith(3);       // passes
     * assertThat(sandbox.shell("kill -9 $$")).exitedWith(137); // fails: it did not end by itself
     * }</pre>
     */
    public ExecResultAssert exitedWith(int code) {
        isNotNull();
        return check(
                actual.signal().isEmpty() && actual.exitCode() == code,
                () -> ExecMessages.shouldEnd("the command to exit with code " + code, actual));
    }

    /**
     * Checks the exit code as a shell would see it: 128 plus its number for a command that a signal ended.
     * <pre>{@code
     * assertThat(sandbox.shell("kill -9 $$")).hasExitCode(137); // passes
     * assertThat(sandbox.shell("exit 3")).hasExitCode(0);       // fails
     * }</pre>
     */
    public ExecResultAssert hasExitCode(int code) {
        isNotNull();
        return check(actual.exitCode() == code, () -> ExecMessages.shouldHaveExitCode(code, actual));
    }

    /**
     * Check that the exit code, as a shell would see it, is another one.
     * <pre>{@code
     * assertThat(sandbox.shell("exit 3")).doesNotHaveExitCode(0); // passes
     * assertThat(sandbox.shell("exit 3")).doesNotHaveExitCode(3); // fails
     * }</pre>
     */
    public ExecResultAssert doesNotHaveExitCode(int code) {
        isNotNull();
        return check(actual.exitCode() != code, () -> ExecMessages.shouldNotHaveExitCode(actual));
    }

    /**
     * Check that a signal ended the command, other than the one at a timeout or for lack of memory.
     * <pre>{@code
     * assertThat(sandbox.shell("kill $$")).wasSignaled(); // passes
     * assertThat(sandbox.exec("true")).wasSignaled();     // fails
     * }</pre>
     */
    public ExecResultAssert wasSignaled() {
        return ended(Outcome.SIGNALED, "a signal to end the command");
    }

    /**
     * Check that no signal ended the command, apart from the one at a timeout or for lack of memory.
     * <pre>{@code
     * assertThat(sandbox.exec("true")).wasNotSignaled();     // passes
     * assertThat(sandbox.shell("kill $$")).wasNotSignaled(); // fails
     * }</pre>
     */
    public ExecResultAssert wasNotSignaled() {
        return didNotEnd(Outcome.SIGNALED, "no signal to end the command");
    }

    /**
     * Check that this signal ended the command, and neither a timeout nor lack of memory.
     * <pre>{@code
     * assertThat(sandbox.shell("kill $$")).endedBy(Signal.TERM); // passes
     * assertThat(sandbox.shell("kill $$")).endedBy(Signal.KILL); // fails
     * }</pre>
     */
    public ExecResultAssert endedBy(Signal signal) {
        isNotNull();
        return check(
                actual.outcome() == Outcome.SIGNALED
                        && actual.signal().filter(signal::equals).isPresent(),
                () -> ExecMessages.shouldEnd(signal + " to end the command", actual));
    }

    /**
     * Check that the command was killed because its time was up.
     * <pre>{@code
     * assertThat(sandbox.exec(Command.of("sleep", "9").timeout(ofSeconds(1)))).timedOut(); // passes
     * assertThat(sandbox.exec("true")).timedOut();                                         // fails
     * }</pre>
     */
    public ExecResultAssert timedOut() {
        return ended(Outcome.TIMED_OUT, "the command to time out");
    }

    /**
     * Check that the command ended within its timeout, in whatever way.
     * <pre>{@code
     * assertThat(sandbox.exec("false")).didNotTimeOut();                                        // passes
     * assertThat(sandbox.exec(Command.of("sleep", "9").timeout(ofSeconds(1)))).didNotTimeOut(); // fails
     * }</pre>
     */
    public ExecResultAssert didNotTimeOut() {
        isNotNull();
        return check(!actual.timedOut(), () -> ExecMessages.shouldNotTimeOut(actual));
    }

    /**
     * Check that the command was killed for lack of memory.
     * <pre>{@code
     * assertThat(sandbox.exec("allocate", "2g")).ranOutOfMemory(); // passes where memory is limited to 1g
     * assertThat(sandbox.exec("true")).ranOutOfMemory();           // fails
     * }</pre>
     */
    public ExecResultAssert ranOutOfMemory() {
        return ended(Outcome.OUT_OF_MEMORY, "the command to run out of memory");
    }

    /**
     * Check that the command had enough memory, in whatever way it ended.
     * <pre>{@code
     * assertThat(sandbox.exec("false")).didNotRunOutOfMemory();          // passes
     * assertThat(sandbox.exec("allocate", "2g")).didNotRunOutOfMemory(); // fails where memory is limited to 1g
     * }</pre>
     */
    public ExecResultAssert didNotRunOutOfMemory() {
        return didNotEnd(Outcome.OUT_OF_MEMORY, "the command not to run out of memory");
    }

    /**
     * Check that the command failed when hardly any room was left on its disk.
     * <pre>{@code
     * assertThat(sandbox.shell("yes > large")).ranOutOfDisk(); // passes where the disk is limited
     * assertThat(sandbox.exec("false")).ranOutOfDisk();        // fails, as long as there is room
     * }</pre>
     */
    public ExecResultAssert ranOutOfDisk() {
        return ended(Outcome.OUT_OF_DISK, "the command to run out of disk");
    }

    /**
     * Check that the command succeeded, or that there was room left on its disk, in whatever way it ended.
     * <pre>{@code
     * assertThat(sandbox.exec("false")).didNotRunOutOfDisk();        // passes
     * assertThat(sandbox.shell("yes > large")).didNotRunOutOfDisk(); // fails where the disk is limited
     * }</pre>
     */
    public ExecResultAssert didNotRunOutOfDisk() {
        return didNotEnd(Outcome.OUT_OF_DISK, "the command not to run out of disk");
    }

    /**
     * Check that the command took less time than this.
     * <pre>{@code
     * assertThat(sandbox.exec("true")).tookLessThan(ofSeconds(5));       // passes
     * assertThat(sandbox.exec("sleep", "6")).tookLessThan(ofSeconds(5)); // fails
     * }</pre>
     */
    public ExecResultAssert tookLessThan(Duration limit) {
        isNotNull();
        return check(actual.duration().compareTo(limit) < 0, () -> ExecMessages.shouldTake("less than", limit, actual));
    }

    /**
     * Check that the command took this much time or more.
     * <pre>{@code
     * assertThat(sandbox.exec("sleep", "6")).tookAtLeast(ofSeconds(5)); // passes
     * assertThat(sandbox.exec("true")).tookAtLeast(ofSeconds(5));       // fails
     * }</pre>
     */
    public ExecResultAssert tookAtLeast(Duration limit) {
        isNotNull();
        return check(actual.duration().compareTo(limit) >= 0, () -> ExecMessages.shouldTake("at least", limit, actual));
    }

    /**
     * Lead to the standard output as text; {@code and()} leads back. Fails if the output went to a file of the host.
     * <pre>{@code
     * assertThat(sandbox.exec("echo", "hello")).stdout().isEqualTo("hello\n").and().succeeded(); // passes
     * assertThat(sandbox.exec("echo", "hello")).stdout().isEmpty();                              // fails
     * }</pre>
     */
    public TextAssert<ExecResultAssert> stdout() {
        TextAssert<ExecResultAssert> text =
                lead(TextAssert.way(), () -> kept(STDOUT).text());
        return text.from(this, STDOUT, sceneIfAny());
    }

    /**
     * Lead to the standard error as text; {@code and()} leads back. Fails if the output went to a file of the host.
     * <pre>{@code
     * assertThat(sandbox.shell("echo no >&2")).stderr().startsWith("no"); // passes
     * assertThat(sandbox.shell("echo no >&2")).stderr().isEmpty();        // fails
     * }</pre>
     */
    public TextAssert<ExecResultAssert> stderr() {
        TextAssert<ExecResultAssert> text =
                lead(TextAssert.way(), () -> kept(STDERR).text());
        return text.from(this, STDERR, sceneIfAny());
    }

    /**
     * Lead to the standard output as bytes; {@code and()} leads back. Fails if the output went to a file of the host.
     * <pre>{@code
     * assertThat(sandbox.exec("printf", "\\1\\2")).stdoutBytes().containsExactly(1, 2); // passes
     * assertThat(sandbox.exec("printf", "\\1\\2")).stdoutBytes().hasSize(3);            // fails
     * }</pre>
     */
    public BytesAssert<ExecResultAssert> stdoutBytes() {
        BytesAssert<ExecResultAssert> bytes =
                lead(BytesAssert.way(), () -> kept(STDOUT).bytes());
        return bytes.from(this, STDOUT, sceneIfAny());
    }

    /**
     * Lead to the standard error as bytes; {@code and()} leads back. Fails if the output went to a file of the host.
     * <pre>{@code
     * assertThat(sandbox.shell("printf abc >&2")).stderrBytes().hasSize(3); // passes
     * assertThat(sandbox.shell("printf abc >&2")).stderrBytes().isEmpty();  // fails
     * }</pre>
     */
    public BytesAssert<ExecResultAssert> stderrBytes() {
        BytesAssert<ExecResultAssert> bytes =
                lead(BytesAssert.way(), () -> kept(STDERR).bytes());
        return bytes.from(this, STDERR, sceneIfAny());
    }

    /**
     * Check that the command wrote nothing to standard output, nor to the file that took its place.
     * <pre>{@code
     * assertThat(sandbox.exec("true")).hasNoStdout();          // passes
     * assertThat(sandbox.exec("echo", "hello")).hasNoStdout(); // fails
     * }</pre>
     */
    public ExecResultAssert hasNoStdout() {
        isNotNull();
        return check(actual.out().written() == 0, () -> ExecMessages.shouldBeSilent(STDOUT, actual.out()));
    }

    /**
     * Check that the command wrote nothing to standard error, nor to the file that took its place.
     * <pre>{@code
     * assertThat(sandbox.exec("true")).hasNoStderr();          // passes
     * assertThat(sandbox.shell("echo no >&2")).hasNoStderr();  // fails
     * }</pre>
     */
    public ExecResultAssert hasNoStderr() {
        isNotNull();
        return check(actual.err().written() == 0, () -> ExecMessages.shouldBeSilent(STDERR, actual.err()));
    }

    /**
     * Check that one of the outputs was larger than the command's limit, so that its rest was dropped.
     * <pre>{@code
     * assertThat(sandbox.exec(Command.of("echo", "hello").outputLimit(ofBytes(2)))).isTruncated(); // passes
     * assertThat(sandbox.exec("echo", "hello")).isTruncated();                                     // fails
     * }</pre>
     */
    public ExecResultAssert isTruncated() {
        isNotNull();
        return check(actual.truncated(), () -> ExecMessages.shouldBeTruncated(actual));
    }

    /**
     * Check that all of both outputs was kept.
     * <pre>{@code
     * assertThat(sandbox.exec("echo", "hello")).isNotTruncated();                                     // passes
     * assertThat(sandbox.exec(Command.of("echo", "hello").outputLimit(ofBytes(2)))).isNotTruncated(); // fails
     * }</pre>
     */
    public ExecResultAssert isNotTruncated() {
        isNotNull();
        return check(!actual.truncated(), () -> ExecMessages.shouldNotBeTruncated(actual));
    }

    @Override
    Scene scene() {
        return sandbox == null ? Scene.of(actual) : Scene.of(actual, sandbox);
    }

    private ExecResultAssert ended(Outcome outcome, String expectation) {
        isNotNull();
        return check(actual.outcome() == outcome, () -> ExecMessages.shouldEnd(expectation, actual));
    }

    private ExecResultAssert didNotEnd(Outcome outcome, String expectation) {
        isNotNull();
        return check(actual.outcome() != outcome, () -> ExecMessages.shouldEnd(expectation, actual));
    }

    private Output kept(String stream) {
        isNotNull();
        Output output = stream.equals(STDOUT) ? actual.out() : actual.err();
        output.file().ifPresent(file -> {
            throw failed(ExecMessages.shouldBeInMemory(stream, file));
        });
        return output;
    }
}
