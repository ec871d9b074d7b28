package dev.sandboxed.provider.microvm.internal.firecracker;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.process.HostTool;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The programs that tests use in the place of Firecracker, or Firecracker itself where there is one. */
final class StandIn {

    /** Names the real one. */
    static final String REAL = "SANDBOX_FIRECRACKER";

    private static final String RESOURCES = "/dev/sandboxed/provider/microvm/standin/";
    private static final String PROGRAM = "firecracker.py";

    private static final Duration TO_ANSWER = Duration.ofSeconds(20);

    private StandIn() {}

    /** Returns the real one, if somebody has named it. */
    static Optional<Path> real() {
        return Optional.ofNullable(System.getenv(REAL)).map(Path::of);
    }

    /** Puts the stand-in into a folder of the build, from where it can be run. Skips the test where it cannot. */
    static Path program() {
        assumeTrue(
                HostTool.run(Command.of("python3", "-c", "import sys; sys.exit(sys.version_info < (3, 11))"), TO_ANSWER)
                        .succeeded(),
                "the stand-in for Firecracker needs Python 3.11 or newer, which is not here");
        try {
            Path folder = Files.createDirectories(Path.of("target", "standin").toAbsolutePath());
            for (String file : List.of("bodies.py", "devices.py", "machine.py", PROGRAM)) {
                try (InputStream content = StandIn.class.getResourceAsStream(RESOURCES + file)) {
                    Files.write(
                            folder.resolve(file),
                            Objects.requireNonNull(content, file).readAllBytes());
                }
            }
            return Files.setPosixFilePermissions(folder.resolve(PROGRAM), PosixFilePermissions.fromString("rwxr-xr-x"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the answers of the real one, as they were recorded. */
    static InputStream answers() {
        return Objects.requireNonNull(StandIn.class.getResourceAsStream(RESOURCES + "answers.json"));
    }
}
