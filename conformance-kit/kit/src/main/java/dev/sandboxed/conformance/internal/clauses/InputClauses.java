package dev.sandboxed.conformance.internal.clauses;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.conformance.contract.Clause;
import dev.sandboxed.conformance.internal.trial.Trial;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;

/** What commands read. */
public interface InputClauses {

    @Clause("EXEC-11")
    default void textArrivesOnStandardInput(Trial trial) throws IOException {
        String text = "first line\n\n  ü € 😀\nthe last line has no end";
        Path file = Files.writeString(trial.hostFolder().resolve("input.txt"), text);
        Stdin stream = Stdin.stream(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        assertEquals(text, read(trial, Stdin.text(text)), "text on standard input did not arrive as it was given");
        assertEquals(text, read(trial, Stdin.file(file)), "a file on standard input did not arrive as it is");
        assertEquals(text, read(trial, stream), "a stream on standard input did not arrive as it is");
    }

    @Clause("EXEC-11")
    default void everyByteArrivesOnStandardInput(Trial trial) {
        byte[] all = new byte[512];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) (i < 256 ? i : 511 - i);
        }
        // Looked at inside, so that it does not matter how output comes back.
        Command look = Command.shell("od -An -v -tx1 | tr -d ' \\n'").stdin(Stdin.bytes(all));
        assertEquals(
                HexFormat.of().formatHex(all),
                run(trial, look).stdout().strip(),
                "binary standard input, all 256 values rising and falling, did not arrive byte for byte");
    }

    @Clause("EXEC-11")
    default void noInputIsTheEndOfFileAtOnce(Trial trial) {
        Command reader = Command.of("cat").timeout(trial.patience(Duration.ofSeconds(5)));
        for (Command command : new Command[] {reader, reader.stdin(Stdin.empty())}) {
            ExecResult result = run(trial, command);
            assertFalse(
                    result.timedOut(),
                    "a command without input did not meet the end of file: it was still reading when its time was up");
            assertEquals("", result.stdout(), "a command without input read something all the same");
        }
    }

    @Clause(value = "EXEC-11", seconds = 120)
    default void muchInputArrives(Trial trial) throws IOException {
        String line = "fifteen letters\n";
        long lines = trial.effort().bulk().bytes() / line.length();
        Path file = trial.hostFolder().resolve("bulk.txt");
        byte[] block = line.repeat(4096).getBytes(StandardCharsets.UTF_8);
        try (OutputStream out = Files.newOutputStream(file)) {
            for (long written = 0; written < lines * line.length(); written += block.length) {
                out.write(block);
            }
        }
        String counted = run(trial, Command.of("wc").stdin(Stdin.file(file))).stdout();
        assertEquals(
                lines + " lines, " + 2 * lines + " words, " + lines * line.length() + " bytes",
                counted.strip().replaceFirst("^(\\d+)\\s+(\\d+)\\s+(\\d+)$", "$1 lines, $2 words, $3 bytes"),
                "much standard input did not arrive as a whole, as counted inside");
    }

    @Clause("EXEC-11")
    default void inputThatIsNeverReadHoldsNothingUp(Trial trial) {
        byte[] much = new byte[(int) trial.effort().bulk().bytes() / 2];
        Command deaf = Command.shell("exit 4").timeout(trial.patience(Duration.ofSeconds(10)));
        assertEquals(
                "exited with code 4",
                run(trial, deaf.stdin(Stdin.bytes(much))).ending().toString(),
                "a command that never reads its " + much.length + " bytes of input must end as it does without");
    }

    @Clause("EXEC-11")
    default void inputThatNeverComesHoldsNothingUp(Trial trial) throws IOException {
        Sandbox sandbox = trial.sandbox();
        Command deaf = Command.shell("exit 4").timeout(trial.patience(Duration.ofSeconds(10)));
        try (PipedOutputStream unused = new PipedOutputStream();
                PipedInputStream silent = new PipedInputStream(unused)) {
            ExecResult result = assertTimeoutPreemptively(
                    trial.patience(Duration.ofSeconds(5)),
                    () -> sandbox.exec(deaf.stdin(Stdin.stream(silent))),
                    "a command that had ended was held up by the stream of its input, in which nothing came");
            assertEquals(
                    "exited with code 4",
                    result.ending().toString(),
                    "a command that never reads a stream in which nothing comes must end as it does without");
        }
    }

    private static String read(Trial trial, Stdin input) {
        return run(trial, Command.of("cat").stdin(input)).stdout();
    }

    private static ExecResult run(Trial trial, Command command) {
        return trial.sandbox().exec(command);
    }
}
