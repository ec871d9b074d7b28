package dev.sandboxed.assertions.internal.message;

import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Output;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/** What failing assertions on a command say; the scene that follows shows the command itself. */
public final class ExecMessages {

    private ExecMessages() {}

    /** Contrast what was expected of the command with how it ended. */
    public static String shouldEnd(String expectation, ExecResult result) {
        return "Expecting " + expectation + ", but it " + result.ending() + ".";
    }

    public static String shouldNotTimeOut(ExecResult result) {
        return "Expecting the command not to time out, but it ran into its timeout of "
                + shown(result.command().timeout()) + ".";
    }

    public static String shouldHaveExitCode(int expected, ExecResult result) {
        return "Expecting the exit code " + expected + ", but it is " + result.exitCode() + ".";
    }

    public static String shouldNotHaveExitCode(ExecResult result) {
        return "Expecting another exit code than " + result.exitCode() + ", but that is what it is.";
    }

    public static String shouldTake(String bound, Duration limit, ExecResult result) {
        return "Expecting the command to take " + bound + " " + shown(limit) + ", but it took "
                + shown(result.duration()) + ".";
    }

    public static String shouldBeSilent(String stream, Output output) {
        return "Expecting no " + stream + ", but there is some: " + Plural.of(output.written(), "byte") + ".";
    }

    public static String shouldBeTruncated(ExecResult result) {
        return "Expecting truncated output, but all of it was kept: "
                + Plural.of(result.out().written(), "byte") + " of standard output and "
                + Plural.of(result.err().written(), "byte") + " of standard error.";
    }

    public static String shouldNotBeTruncated(ExecResult result) {
        String stream = result.out().truncated() ? "standard output" : "standard error";
        Output cut = result.out().truncated() ? result.out() : result.err();
        return "Expecting complete output, but of the " + Plural.of(cut.written(), "byte") + " of " + stream
                + " only the first " + cut.size() + " were kept; raise the command's outputLimit.";
    }

    public static String shouldBeInMemory(String stream, Path file) {
        return "Expecting to look at the " + stream + ", but it went to the file " + file + "; look at that instead.";
    }

    /** Writes a duration as people do: {@code 1m30s}, {@code 0.25s}. */
    private static String shown(Duration duration) {
        return duration.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
    }
}
