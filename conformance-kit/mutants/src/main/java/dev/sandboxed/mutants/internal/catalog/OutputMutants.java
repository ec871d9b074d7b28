package dev.sandboxed.mutants.internal.catalog;

import static dev.sandboxed.mutants.internal.Mutant.mutant;
import static dev.sandboxed.mutants.internal.Mutant.together;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Output;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.mutants.internal.Changed;
import dev.sandboxed.mutants.internal.MutantBuilder;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/** Commands whose output is not what they printed. */
final class OutputMutants {

    private static final int MANY = 8;

    private OutputMutants() {}

    static List<MutantBuilder> all() {
        return together(separation(), bytes(), floods(), others());
    }

    private static List<MutantBuilder> separation() {
        return List.of(
                mutant("drops-stderr", "EXEC-8", "stderr does not hold just what was written to it")
                        .result(run -> small(run.err()) ? Changed.outputs(run, run.out(), Output.EMPTY) : run),
                mutant("merges-stderr-into-stdout", "EXEC-8", "stdout")
                        .result(run -> small(run.err())
                                ? Changed.outputs(
                                        run,
                                        Output.of((run.stdout() + run.stderr()).getBytes(StandardCharsets.UTF_8)),
                                        Output.EMPTY)
                                : run));
    }

    private static List<MutantBuilder> bytes() {
        return List.of(
                mutant("decodes-output-and-encodes-it-again", "EXEC-8", "not byte-exact")
                        .result(out(raw -> latin(text(raw).getBytes(StandardCharsets.UTF_8)))),
                mutant("cuts-output-at-nul", "EXEC-8", "stdout is not byte-exact")
                        .result(out(raw -> raw.indexOf(0) < 0 ? raw : raw.substring(0, raw.indexOf(0)))),
                mutant("strips-blank-lines-from-the-end-of-output", "EXEC-8", "the ends of lines on stdout")
                        .result(out(raw -> raw.replaceFirst("\n\n+$", "\n"))),
                mutant("makes-one-character-of-two-at-the-end-of-a-line", "EXEC-8", "the ends of lines on stdout")
                        .result(out(raw -> raw.replace("\r\n", "\n"))),
                mutant("composes-letters-and-accents", "EXEC-10", "another text outside")
                        .result(out(raw -> raw.contains("u\u00cc\u0088")
                                ? latin(Normalizer.normalize(text(raw), Normalizer.Form.NFC)
                                        .getBytes(StandardCharsets.UTF_8))
                                : raw)),
                mutant("takes-a-mark-of-byte-order-off", "EXEC-10", "another text outside")
                        .result(out(raw -> raw.replaceFirst("^\u00ef\u00bb\u00bf", ""))));
    }

    private static List<MutantBuilder> floods() {
        DataSize much = DataSize.ofMebibytes(1);
        return List.of(
                mutant("keeps-all-output", "EXEC-9", "no further")
                        .command(command -> command.outputLimit(DataSize.ofGibibytes(1))),
                mutant("does-not-say-that-output-was-cut", "EXEC-9", "not flagged as truncated")
                        .result(run -> Changed.outputs(run, whole(run.out()), whole(run.err()))),
                mutant("keeps-one-byte-less-than-allowed", "EXEC-9", "limit")
                        .command(command -> command.outputLimit(DataSize.ofBytes(
                                Math.max(0, command.outputLimit().bytes() - 1)))),
                mutant("is-stuck-with-a-full-pipe", "EXEC-9", "was blocked until its timeout")
                        .result(run ->
                                run.err().written() >= much.bytes() ? Changed.ending(run, Ending.timedOut()) : run));
    }

    private static List<MutantBuilder> others() {
        return List.of(
                mutant("mixes-the-outputs-of-parallel-commands", "EXEC-21", "is mixed with that of others")
                        .sandbox(crowded((run, others) -> Changed.outputs(run, others, run.err()))),
                mutant("loses-the-output-of-parallel-commands", "EXEC-21", "lost lines while others ran")
                        .sandbox(crowded((run, others) -> Changed.outputs(run, Output.EMPTY, run.err()))),
                mutant("loses-the-errors-of-parallel-commands", "EXEC-21", "lost lines while others ran")
                        .sandbox(crowded((run, others) -> Changed.outputs(run, run.out(), Output.EMPTY))),
                mutant("prints-twice-what-parallel-commands-print", "EXEC-21", "has lines twice")
                        .sandbox(crowded((run, others) -> Changed.outputs(run, twice(run.out()), run.err()))),
                mutant("does-not-measure", "EXEC-24", "shorter than the command took")
                        .result(run -> Changed.duration(run, Duration.ZERO)),
                mutant("takes-milliseconds-for-seconds", "EXEC-24", "longer than the caller waited")
                        .result(run -> Changed.duration(run, run.duration().multipliedBy(1000))));
    }

    private static boolean small(Output output) {
        return output.size() > 0 && output.size() < 1000;
    }

    private static Output twice(Output output) {
        return Output.of((output.text() + output.text()).getBytes(StandardCharsets.UTF_8));
    }

    private static Output whole(Output output) {
        return Output.of(output.bytes());
    }

    /** Changes standard output, with one character for each byte; what is large or was cut is left alone. */
    private static UnaryOperator<ExecResult> out(UnaryOperator<String> change) {
        return run -> small(run.out())
                ? Changed.outputs(
                        run,
                        Output.of(change.apply(latin(run.stdoutBytes())).getBytes(StandardCharsets.ISO_8859_1)),
                        run.err())
                : run;
    }

    private static String latin(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static String text(String raw) {
        return new String(raw.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    /** Changes the outputs of commands when many run at once in a sandbox. */
    private static UnaryOperator<Sandbox> crowded(BiFunction<ExecResult, Output, ExecResult> change) {
        return working -> {
            AtomicInteger running = new AtomicInteger();
            AtomicReference<Output> latest = new AtomicReference<>(Output.EMPTY);
            return new ForwardingSandbox(working) {
                @Override
                public ExecResult exec(Command command) {
                    int crowd = running.incrementAndGet();
                    try {
                        ExecResult run = sandbox().exec(command);
                        Output other = latest.getAndSet(run.out());
                        return crowd < MANY ? run : change.apply(run, other);
                    } finally {
                        running.decrementAndGet();
                    }
                }
            };
        };
    }
}
