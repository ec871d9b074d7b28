package dev.sandboxed.provider.microvm.internal.drive;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.process.HostPrograms;
import dev.sandboxed.process.HostTool;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A part of the listener, in a program that makes up what it sees of its machine.
 *
 * @param program its file
 */
record MadeUpHost(Path program) {

    private static final Duration LONGEST = Duration.ofMinutes(1);

    /**
     * Compiles one; skips the test where nothing can.
     *
     * @param folder where to
     * @param name of what makes things up, without its ending
     * @param part of the listener
     */
    static MadeUpHost of(Path folder, String name, String part) throws IOException {
        Optional<Path> compiler =
                HostPrograms.locate(null, ListenerProgram.COMPILERS, ProviderContext.in(folder.resolve("state")));
        assumeTrue(compiler.isPresent(), "there is no C compiler here; " + ListenerProgram.REMEDY);
        for (String source : List.of("listener/listener.h", "listener/" + part, name + ".c")) {
            try (InputStream content = ListenerProgram.class.getResourceAsStream(source)) {
                Files.copy(
                        Objects.requireNonNull(content, source),
                        folder.resolve(Path.of(source).getFileName()));
            }
        }
        Path program = folder.resolve(name);
        HostTool.run(
                        Command.of(
                                compiler.get().toString(),
                                "-o",
                                program.toString(),
                                folder.resolve(name + ".c").toString(),
                                folder.resolve(part).toString()),
                        LONGEST)
                .orThrow();
        return new MadeUpHost(program);
    }

    ExecResult run(String... words) {
        return HostTool.run(Command.of(program.toString(), words), LONGEST);
    }
}
