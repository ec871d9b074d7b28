package dev.sandboxed.mutants.catalog;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.mutants.Mutant;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/** Commands that do not get their input. */
final class InputMutants {

    private static final int PIPE = 64 * 1024;

    private InputMutants() {}

    static List<Mutant> all() {
        return List.of(
                Mutant.named("gives-no-input")
                        .breaks("EXEC-11", "did not arrive")
                        .command(bytes(content -> new byte[0])),
                Mutant.named("gives-no-file-as-input")
                        .breaks("EXEC-11", "a file on standard input did not arrive")
                        .command(command ->
                                command.stdin() instanceof Stdin.HostFile ? command.stdin(Stdin.empty()) : command),
                Mutant.named("gives-no-stream-as-input")
                        .breaks("EXEC-11", "a stream on standard input did not arrive")
                        .command(command ->
                                command.stdin() instanceof Stdin.Streamed ? command.stdin(Stdin.empty()) : command),
                Mutant.named("ends-input-with-a-new-line")
                        .breaks("EXEC-11", "did not arrive")
                        .command(bytes(content -> {
                            byte[] longer = Arrays.copyOf(content, content.length + 1);
                            longer[content.length] = '\n';
                            return content.length == 0 ? content : longer;
                        })),
                Mutant.named("decodes-input-and-encodes-it-again")
                        .breaks("EXEC-11", "binary standard input")
                        .command(bytes(content ->
                                new String(content, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8))),
                Mutant.named("gives-one-pipe-full-of-input")
                        .breaks("EXEC-11", "much standard input")
                        .command(command -> command.stdin() instanceof Stdin.HostFile file
                                ? command.stdin(Stdin.bytes(firstOf(file)))
                                : command),
                Mutant.named("leaves-an-empty-input-open")
                        .breaks("EXEC-11", "did not meet the end of file")
                        .exec((sandbox, command) ->
                                isEmpty(command) ? leftOpen(sandbox, command) : sandbox.exec(command)),
                Mutant.named("fails-when-input-is-not-read")
                        .breaks("EXEC-11", "broken pipe")
                        .exec((sandbox, command) -> {
                            ExecResult run = sandbox.exec(command);
                            if (command.stdin() instanceof Stdin.Bytes bytes
                                    && bytes.content().length > PIPE
                                    && !run.succeeded()) {
                                throw new SandboxTransportException(Fault.of("cannot write the input: broken pipe"));
                            }
                            return run;
                        }),
                Mutant.named("waits-for-the-end-of-the-input-stream")
                        .breaks("EXEC-11", "held up by the stream of its input")
                        .exec((sandbox, command) -> {
                            ExecResult run = sandbox.exec(command);
                            if (command.stdin() instanceof Stdin.Streamed streamed) {
                                drain(streamed.source());
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
        try (PipedOutputStream unused = new PipedOutputStream();
                PipedInputStream silent = new PipedInputStream(unused)) {
            return sandbox.exec(command.stdin(Stdin.stream(silent)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] firstOf(Stdin.HostFile input) {
        try (InputStream content = Files.newInputStream(input.file())) {
            return content.readNBytes(PIPE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void drain(InputStream source) {
        try {
            source.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
