package dev.sandboxed.junit.internal.report;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.api.internal.text.HarmlessText;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.api.spec.SecretMask;
import dev.sandboxed.assertions.internal.message.MessageMask;
import dev.sandboxed.core.internal.choice.SelectedSandbox;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Prints what is run in sandboxes while it runs, line by line, with secrets masked and so that nothing obeys it. */
public final class LiveTranscript implements Witness {

    private static final int LONGEST_LINE = 8 * 1024;

    private final Consumer<String> printer;
    private final Set<Secret> secrets = new HashSet<>();
    private volatile MessageMask mask = MessageMask.NONE;

    LiveTranscript(Consumer<String> printer) {
        this.printer = printer;
    }

    /** Prints to the standard error of whoever runs the tests. */
    public static LiveTranscript onStandardError() {
        return new LiveTranscript(line -> System.err.println(line));
    }

    @Override
    public synchronized void claimed(SelectedSandbox sandbox, String owner) {
        if (secrets.addAll(sandbox.sandbox().spec().hidden())) {
            mask = new MessageMask(SecretMask.of(secrets));
        }
    }

    @Override
    public Running began(String sandbox, Command command) {
        print(sandbox, mask.apply("$ " + command));
        return new Followed(sandbox);
    }

    private void print(String sandbox, String masked) {
        printer.accept("[" + sandbox + "] " + HarmlessText.of(masked));
    }

    /** One command. */
    private final class Followed implements Running {
        private final String sandbox;
        private final Map<Source, ByteArrayOutputStream> begun = new EnumMap<>(Source.class);

        private Followed(String sandbox) {
            this.sandbox = sandbox;
        }

        @Override
        public synchronized void wrote(OutputChunk chunk) {
            ByteArrayOutputStream line = begun.computeIfAbsent(chunk.source(), source -> new ByteArrayOutputStream());
            for (byte one : chunk.bytes()) {
                if (one == '\n') {
                    printLine(chunk.source(), line);
                } else if (line.size() <= LONGEST_LINE) {
                    line.write(one);
                }
            }
        }

        private void printLine(Source source, ByteArrayOutputStream line) {
            String text = withoutReturn(mask.apply(line.toString(StandardCharsets.UTF_8)));
            // What is not kept of a long line may begin in the middle of a secret: what there is of that must not be
            // seen.
            int edge = Math.max(0, text.length() - mask.secrets().longest() - 1);
            String shown = line.size() > LONGEST_LINE ? text.substring(0, edge) + " …" : text;
            print(sandbox, (source == Source.STDOUT ? "| " : "! ") + shown);
            line.reset();
        }

        /** A program that ends lines as Windows does means no more than their ends. */
        private static String withoutReturn(String line) {
            return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
        }

        private void printRest() {
            begun.forEach((source, line) -> {
                if (line.size() > 0) {
                    printLine(source, line);
                }
            });
        }

        @Override
        public synchronized void ended(ExecResult result) {
            if (begun.isEmpty()) {
                // A provider that tells nothing while a command runs has told it now.
                wrote(new OutputChunk(Source.STDOUT, result.out().bytes()));
                wrote(new OutputChunk(Source.STDERR, result.err().bytes()));
            }
            printRest();
            print(sandbox, result.ending() + " after " + result.duration().toMillis() + " ms");
        }

        @Override
        public synchronized void failed(RuntimeException failure) {
            printRest();
            print(sandbox, mask.apply("has no result: " + failure));
        }
    }
}
