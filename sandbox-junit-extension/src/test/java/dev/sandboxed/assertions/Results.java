package dev.sandboxed.assertions;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Output;
import dev.sandboxed.api.exec.OutputCollector;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Results of a command that sorts numbers and complains a little. */
final class Results {

    static final Command SORT = Command.of("sort", "my numbers").timeout(Duration.ofSeconds(90));

    private Results() {}

    static ExecResult ended(Ending ending) {
        return new ExecResult(SORT, ending, text("1\n2\n"), text("odd\n"), Duration.ofMillis(250));
    }

    static ExecResult silent() {
        return new ExecResult(SORT, Ending.exited(0), Output.EMPTY, Output.EMPTY, Duration.ofMillis(250));
    }

    static ExecResult printed(Output out, Output err) {
        return new ExecResult(SORT, Ending.exited(0), out, err, Duration.ofMillis(250));
    }

    static Output text(String text) {
        return Output.of(text.getBytes(StandardCharsets.UTF_8));
    }

    static Output truncated(String text, int kept) {
        OutputCollector collector = new OutputCollector(kept);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        collector.append(bytes, 0, bytes.length);
        return collector.toOutput();
    }

    /** What every failure on the result of {@link #ended} ends with. */
    static String story(String ending) {
        return "\nCommand " + ending + " after 250 ms: sort 'my numbers'\n  stdout: 1\n    2\n  stderr: odd";
    }
}
