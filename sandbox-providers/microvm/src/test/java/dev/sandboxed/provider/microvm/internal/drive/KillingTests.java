package dev.sandboxed.provider.microvm.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.exec.Command;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the listener ends commands, on a host that is made up. */
class KillingTests {

    private static final Duration LONGEST = Duration.ofMinutes(1);

    @TempDir
    private Path folder;

    /** Between two programs a process has no variables to be known by; about one in a hundred timeouts missed one. */
    @Test
    void anOrphanThatWasBecomingAnotherProgramGotAway() throws IOException {
        Path trial = compiled();
        Path processes = Files.createDirectory(folder.resolve("proc"));

        assertThat(HostTool.run(Command.of(trial.toString(), processes.toString()), LONGEST)
                        .exitCode())
                .isZero();
    }

    private Path compiled() throws IOException {
        Optional<Path> compiler =
                HostPrograms.locate(null, ListenerProgram.COMPILERS, ProviderContext.in(folder.resolve("state")));
        assumeTrue(compiler.isPresent(), "there is no C compiler here; " + ListenerProgram.REMEDY);
        for (String name : List.of("listener/listener.h", "listener/killing.c", "becoming.c")) {
            try (InputStream source = ListenerProgram.class.getResourceAsStream(name)) {
                Files.copy(
                        Objects.requireNonNull(source, name),
                        folder.resolve(Path.of(name).getFileName()));
            }
        }
        Path trial = folder.resolve("becoming");
        HostTool.run(
                        Command.of(
                                compiler.get().toString(),
                                "-o",
                                trial.toString(),
                                folder.resolve("becoming.c").toString(),
                                folder.resolve("killing.c").toString()),
                        LONGEST)
                .orThrow();
        return trial;
    }
}
