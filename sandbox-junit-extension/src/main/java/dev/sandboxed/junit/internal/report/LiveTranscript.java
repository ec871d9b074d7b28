package dev.sandboxed.junit.internal.report;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.api.spec.SecretMask;
import dev.sandboxed.core.internal.choice.SelectedSandbox;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Prints what is run in sandboxes while it runs, line by line, with secrets masked. */
public final class LiveTranscript implements Witness {

    /** Twice of what is shown of a line: a secret at the end of what is kept is not cut into what is shown. */
    private static final int MOST_KEPT = 16 * 1024;

    private static final int MOST_SHOWN = MOST_KEPT / 2;

    private final Consumer<String> printer;
    private final Set<Secret> secrets = new HashSet<>();
    private volatile SecretMask mask = SecretMask.of(Set.of());

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
            mask = SecretMask.of(secrets);
        }
    }

    @Override
    public Running began(String sandbox, Command command) {
        print(sandbox, "$ " + command);
        return new Followed(sandbox);
    }

    private void print(String sandbox, String text) {
        String masked = mask.apply(text);
        printer.accept("[" + sandbox + "] "
                + (masked.length() > MOST_SHOWN ? masked.substring(0, MOST_SHOWN) + " …" : masked));
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
                } else if (line.size() < MOST_KEPT) {
                    line.write(one);
                }
            }
        }

        private void printLine(Source source, ByteArrayOutputStream line) {
            print(sandbox, (source == Source.STDOUT ? "| " : "! ") + line.toString(StandardCharsets.UTF_8));
            line.reset();
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
            printRest();
            print(sandbox, result.ending() + " after " + result.duration().toMillis() + " ms");
        }

        @Override
        public synchronized void failed(RuntimeException failure) {
            printRest();
            print(sandbox, "could not be run: " + failure);
        }
    }
}
