package dev.sandboxed.mutants.catalog;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Output;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.mutants.Changed;
import dev.sandboxed.mutants.Mutant;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Commands whose output is not what they printed. */
final class OutputMutants {

    private OutputMutants() {}

    static List<Mutant> all() {
        return Stream.of(separation(), bytes(), floods(), others())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Mutant> separation() {
        return List.of(
                Mutant.named("drops-stderr")
                        .breaks("EXEC-8", "stderr does not hold just what was written to it")
                        .result(run -> small(run.err()) ? Changed.outputs(run, run.out(), Output.EMPTY) : run),
                Mutant.named("merges-stderr-into-stdout")
                        .breaks("EXEC-8", "stdout")
                        .result(run -> small(run.err())
                                ? Changed.outputs(
                                        run,
                                        Output.of((run.stdout() + run.stderr()).getBytes(StandardCharsets.UTF_8)),
                                        Output.EMPTY)
                                : run));
    }

    private static List<Mutant> bytes() {
        return List.of(
                Mutant.named("decodes-output-and-encodes-it-again")
                        .breaks("EXEC-8", "not byte-exact")
                        .result(out(raw ->
                                latin(new String(raw.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8)
                                        .getBytes(StandardCharsets.UTF_8)))),
                Mutant.named("cuts-output-at-nul")
                        .breaks("EXEC-8", "stdout is not byte-exact")
                        .result(out(raw -> raw.indexOf(0) < 0 ? raw : raw.substring(0, raw.indexOf(0)))),
                Mutant.named("strips-blank-lines-from-the-end-of-output")
                        .breaks("EXEC-8", "the ends of lines on stdout")
                        .result(out(raw -> raw.replaceFirst("\n\n+$", "\n"))),
                Mutant.named("makes-one-character-of-two-at-the-end-of-a-line")
                        .breaks("EXEC-8", "the ends of lines on stdout")
                        .result(out(raw -> raw.replace("\r\n", "\n"))),
                Mutant.named("composes-letters-and-accents")
                        .breaks("EXEC-10", "another text outside")
                        .result(out(raw -> raw.contains("u\u00cc\u0088")
                                ? latin(Normalizer.normalize(text(raw), Normalizer.Form.NFC)
                                        .getBytes(StandardCharsets.UTF_8))
                                : raw)),
                Mutant.named("takes-a-mark-of-byte-order-off")
                        .breaks("EXEC-10", "another text outside")
                        .result(out(raw -> raw.replaceFirst("^\u00ef\u00bb\u00bf", ""))));
    }

    private static List<Mutant> floods() {
        DataSize much = DataSize.ofMebibytes(1);
        return List.of(
                Mutant.named("keeps-all-output")
                        .breaks("EXEC-9", "no further")
                        .command(command -> command.outputLimit(DataSize.ofGibibytes(1))),
                Mutant.named("does-not-say-that-output-was-cut")
                        .breaks("EXEC-9", "not flagged as truncated")
                        .result(run -> Changed.outputs(run, whole(run.out()), whole(run.err()))),
                Mutant.named("keeps-one-byte-less-than-allowed")
                        .breaks("EXEC-9", "limit")
                        .command(command -> command.outputLimit(DataSize.ofBytes(
                                Math.max(0, command.outputLimit().bytes() - 1)))),
                Mutant.named("is-stuck-with-a-full-pipe")
                        .breaks("EXEC-9", "was blocked until its timeout")
                        .result(run ->
                                run.err().written() >= much.bytes() ? Changed.ending(run, Ending.timedOut()) : run));
    }

    private static List<Mutant> others() {
        return List.of(
                Mutant.named("mixes-the-outputs-of-parallel-commands")
                        .breaks("EXEC-21", "is mixed with that of others")
                        .sandbox(working ->
                                new Crowded(working, (run, others) -> Changed.outputs(run, others, run.err()))),
                Mutant.named("loses-the-output-of-parallel-commands")
                        .breaks("EXEC-21", "lost lines while others ran")
                        .sandbox(working ->
                                new Crowded(working, (run, others) -> Changed.outputs(run, Output.EMPTY, run.err()))),
                Mutant.named("loses-the-errors-of-parallel-commands")
                        .breaks("EXEC-21", "lost lines while others ran")
                        .sandbox(working ->
                                new Crowded(working, (run, others) -> Changed.outputs(run, run.out(), Output.EMPTY))),
                Mutant.named("prints-twice-what-parallel-commands-print")
                        .breaks("EXEC-21", "has lines twice")
                        .sandbox(working -> new Crowded(
                                working, (run, others) -> Changed.outputs(run, twice(run.out()), run.err()))),
                Mutant.named("does-not-measure")
                        .breaks("EXEC-24", "shorter than the command took")
                        .result(run -> Changed.duration(run, Duration.ZERO)),
                Mutant.named("takes-milliseconds-for-seconds")
                        .breaks("EXEC-24", "longer than the caller waited")
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

    /** Change standard output, with one character for each byte; what is large or was cut is left alone. */
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

    /** Does something to outputs when many commands run at once. */
    private static final class Crowded extends ForwardingSandbox {

        private static final int MANY = 8;

        private final BiFunction<ExecResult, Output, ExecResult> change;
        private final AtomicInteger running = new AtomicInteger();
        private final AtomicReference<Output> latest = new AtomicReference<>(Output.EMPTY);

        Crowded(Sandbox sandbox, BiFunction<ExecResult, Output, ExecResult> change) {
            super(sandbox);
            this.change = change;
        }

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
    }
}
