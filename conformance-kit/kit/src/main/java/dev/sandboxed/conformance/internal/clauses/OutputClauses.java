package dev.sandboxed.conformance.internal.clauses;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Output;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.conformance.contract.Clause;
import dev.sandboxed.conformance.internal.trial.Trial;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** What commands print. */
public interface OutputClauses {

    @Clause("EXEC-8")
    default void outputsAreSeparate(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        ExecResult both = sandbox.shell("printf out; printf err >&2");
        assertEquals("out", both.stdout(), "stdout does not hold just what was written to it");
        assertEquals("err", both.stderr(), "stderr does not hold just what was written to it");
        assertEquals("", sandbox.shell("printf err >&2").stdout(), "stdout holds what was written to stderr");
        assertEquals("", sandbox.shell("printf out").stderr(), "stderr holds what was written to stdout");
    }

    @Clause("EXEC-8")
    default void everyByteComesOutAsItIs(Trial trial) {
        byte[] rising = bytes(IntStream.range(0, 256));
        byte[] falling = bytes(IntStream.range(0, 256).map(value -> 255 - value));
        ExecResult result =
                trial.sandbox().shell("printf '" + octal(rising) + "'; printf '" + octal(falling) + "' >&2");
        assertArrayEquals(rising, result.stdoutBytes(), "stdout is not byte-exact for all 256 values in rising order");
        assertArrayEquals(
                falling, result.stderrBytes(), "stderr is not byte-exact for all 256 values in falling order");
    }

    @Clause("EXEC-8")
    default void endsOfLinesStayAsTheyAre(Trial trial) {
        ExecResult result = trial.sandbox().shell("printf '\\n\\n a\\r\\nb \\n\\n\\n'; printf '\\r\\n\\n' >&2");
        assertEquals("\n\n a\r\nb \n\n\n", result.stdout(), "the ends of lines on stdout are not as they were written");
        assertEquals("\r\n\n", result.stderr(), "the ends of lines on stderr are not as they were written");
    }

    @Clause(value = "EXEC-9", seconds = 90)
    default void aFloodOfOutputIsCountedAndCut(Trial trial) {
        DataSize limit = DataSize.ofKibibytes(64);
        long flood = trial.effort().flood().bytes();
        long first = DataSize.ofMebibytes(1).bytes();
        // Standard error first: whoever reads one output to its end before the other is stuck with a full pipe.
        Command chatty = Command.shell(zeros(first) + " >&2; " + zeros(flood))
                .outputLimit(limit)
                .timeout(trial.patience(Duration.ofSeconds(60)));
        ExecResult result = trial.sandbox().exec(chatty);
        assertFalse(
                result.timedOut(),
                "a command that writes " + first + " bytes to stderr and then " + flood
                        + " bytes to stdout was blocked until its timeout");
        assertCut("stderr", result.err(), limit, first);
        assertCut("stdout", result.out(), limit, flood);
    }

    @Clause("EXEC-9")
    default void outputOfTheSizeOfTheLimitIsWhole(Trial trial) {
        DataSize limit = DataSize.ofKibibytes(64);
        Output out = trial.sandbox()
                .exec(Command.shell(zeros(limit.bytes())).outputLimit(limit))
                .out();
        assertEquals(limit.bytes(), out.size(), "an output just as large as its limit was not kept as a whole");
        assertFalse(out.truncated(), "an output just as large as its limit is flagged as truncated");
    }

    @Clause("EXEC-10")
    default void textIsUtf8(Trial trial) {
        // One to four bytes long, a mark of byte order, a letter with a separate accent beside the same one composed.
        String text = "\uFEFFAz ~ äöüß u\u0308 ü Жж Ελ עב 漢字 ﷽ € \u2028 😀 👩\u200D💻.";
        String script = "printf '" + octal(text.getBytes(StandardCharsets.UTF_8)) + "'";
        assertEquals(
                text,
                trial.sandbox().shell(script).stdout(),
                "text that a command wrote as UTF-8 is another text outside");
    }

    @Clause(value = "EXEC-21", seconds = 60)
    default void sixteenCommandsAtOnceKeepTheirStreams(Trial trial) throws InterruptedException {
        int commands = 16;
        Sandbox sandbox = trial.sandbox();
        String said = "for i in " + (trial.guest().naps() ? "1 2 3 4 5 6 7 8" : "1 2 3")
                + "; do echo 'command NUMBER line' $i; echo 'command NUMBER error' $i >&2; "
                + trial.guest().nap() + "; done";
        // What a command prints that runs alone is the measure, so that nothing but their being many is in question.
        ExecResult alone = sandbox.shell(said);
        ExecutorService threads = Executors.newFixedThreadPool(commands);
        try {
            List<Future<ExecResult>> running = new ArrayList<>();
            for (int number = 0; number < commands; number++) {
                String script = said.replace("NUMBER", String.valueOf(number));
                running.add(threads.submit(() -> sandbox.shell(script)));
            }
            for (int number = 0; number < commands; number++) {
                ExecResult result = running.get(number).get();
                String own = "command " + number;
                assertOwnLines(own, alone.stdout(), result.stdout());
                assertOwnLines(own, alone.stderr(), result.stderr());
            }
        } catch (ExecutionException e) {
            throw new AssertionError(
                    "one of sixteen commands that ran at once in one sandbox failed: " + e.getCause(), e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    @Clause("EXEC-24")
    default void theDurationIsMeasured(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        Duration slept = trial.guest().naps() ? Duration.ofMillis(200) : Duration.ofSeconds(1);
        String script = "sleep " + (trial.guest().naps() ? "0.2" : "1");
        // Clocks inside and outside need not tick alike.
        Duration tolerance = Duration.ofMillis(30);
        long begin = System.nanoTime();
        Duration told = sandbox.shell(script).duration();
        Duration waited = Duration.ofNanos(System.nanoTime() - begin);
        assertTrue(
                told.compareTo(slept.minus(tolerance)) >= 0,
                "the duration is shorter than the command took: '" + script + "' is told to have taken " + told);
        assertTrue(
                told.compareTo(waited.plus(tolerance)) <= 0,
                "the duration is longer than the caller waited: " + told + " instead of at most " + waited);
    }

    private static void assertCut(String name, Output output, DataSize limit, long written) {
        assertEquals(
                limit.bytes(), output.size(), name + " was to be kept up to its limit of " + limit + " and no further");
        assertTrue(output.truncated(), name + " was cut at its limit and is not flagged as truncated");
        assertEquals(written, output.written(), "the count of bytes written to " + name + " is wrong");
    }

    /** Holds the lines of one output against those of a command that ran alone; their order is not in question. */
    private static void assertOwnLines(String own, String alone, String output) {
        List<String> foreign =
                output.lines().filter(line -> !line.startsWith(own + " ")).toList();
        assertTrue(foreign.isEmpty(), "the output of '" + own + "' is mixed with that of others: " + foreign);
        List<String> expected =
                alone.replace("command NUMBER", own).lines().sorted().toList();
        List<String> came = output.lines().sorted().toList();
        assertTrue(came.containsAll(expected), "the output of '" + own + "' lost lines while others ran: " + came);
        assertEquals(expected, came, "the output of '" + own + "' has lines twice since others ran");
    }

    private static String zeros(long bytes) {
        long block = DataSize.ofKibibytes(64).bytes();
        return "{ dd if=/dev/zero bs=" + block + " count=" + bytes / block + " 2>/dev/null; }";
    }

    private static byte[] bytes(IntStream values) {
        int[] all = values.toArray();
        byte[] bytes = new byte[all.length];
        for (int i = 0; i < all.length; i++) {
            bytes[i] = (byte) all[i];
        }
        return bytes;
    }

    private static String octal(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (byte one : bytes) {
            text.append(String.format("\\%03o", one & 255));
        }
        return text.toString();
    }
}
