package dev.sandboxed.mutants.internal.catalog;

import static dev.sandboxed.mutants.internal.Calls.onHost;
import static dev.sandboxed.mutants.internal.Mutant.mutant;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.mutants.internal.MutantBuilder;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/** Commands that do not get their input. */
final class InputMutants {

    private static final int PIPE = 64 * 1024;

    private InputMutants() {}

    static List<MutantBuilder> all() {
        return List.of(
                mutant("gives-no-input", "EXEC-11", "did not arrive").command(bytes(content -> new byte[0])),
                mutant("gives-no-file-as-input", "EXEC-11", "a file on standard input did not arrive")
                        .command(command ->
                                command.stdin() instanceof Stdin.HostFile ? command.stdin(Stdin.empty()) : command),
                mutant("gives-no-stream-as-input", "EXEC-11", "a stream on standard input did not arrive")
                        .command(command ->
                                command.stdin() instanceof Stdin.Streamed ? command.stdin(Stdin.empty()) : command),
                mutant("ends-input-with-a-new-line", "EXEC-11", "did not arrive")
                        .command(bytes(content -> {
                            byte[] longer = Arrays.copyOf(content, content.length + 1);
                            longer[content.length] = '\n';
                            return content.length == 0 ? content : longer;
                        })),
                mutant("decodes-input-and-encodes-it-again", "EXEC-11", "binary standard input")
                        .command(bytes(content ->
                                new String(content, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8))),
                mutant("gives-one-pipe-full-of-input", "EXEC-11", "much standard input")
                        .command(command -> command.stdin() instanceof Stdin.HostFile file
                                ? command.stdin(Stdin.bytes(firstOf(file)))
                                : command),
                mutant("leaves-an-empty-input-open", "EXEC-11", "did not meet the end of file")
                        .exec(InputMutants::isEmpty, InputMutants::leftOpen),
                mutant("fails-when-input-is-not-read", "EXEC-11", "broken pipe").result(run -> {
                    if (run.command().stdin() instanceof Stdin.Bytes bytes
                            && bytes.content().length > PIPE
                            && !run.succeeded()) {
                        throw new SandboxTransportException(Fault.of("cannot write the input: broken pipe"));
                    }
                    return run;
                }),
                mutant("waits-for-the-end-of-the-input-stream", "EXEC-11", "held up by the stream of its input")
                        .exec((sandbox, command) -> {
                            ExecResult run = sandbox.exec(command);
                            if (command.stdin() instanceof Stdin.Streamed streamed) {
                                onHost(() -> streamed.source().transferTo(OutputStream.nullOutputStream()));
                            }
                            return run;
                        }));
    }

    private static UnaryOperator<Command> bytes(UnaryOperator<byte[]> change) {
        return command -> command.stdin() instanceof Stdin.Bytes bytes
                ? command.stdin(Stdin.bytes(change.apply(bytes.content())))
                : command;
    }

    private static boolean isEmpty(Command command) {
        return command.stdin() instanceof Stdin.Bytes bytes && bytes.content().length == 0;
    }

    private static ExecResult leftOpen(Sandbox sandbox, Command command) {
        return onHost(() -> {
            try (PipedOutputStream unused = new PipedOutputStream();
                    PipedInputStream silent = new PipedInputStream(unused)) {
                return sandbox.exec(command.stdin(Stdin.stream(silent)));
            }
        });
    }

    private static byte[] firstOf(Stdin.HostFile input) {
        return onHost(() -> {
            try (InputStream content = Files.newInputStream(input.file())) {
                return content.readNBytes(PIPE);
            }
        });
    }
}
