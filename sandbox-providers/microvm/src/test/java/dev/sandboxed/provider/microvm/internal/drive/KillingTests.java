package dev.sandboxed.provider.microvm.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the listener ends commands, on a host that is made up. */
class KillingTests {

    @TempDir
    private Path folder;

    /** Between two programs a process has no variables to be known by; about one in a hundred timeouts missed one. */
    @Test
    void anOrphanThatWasBecomingAnotherProgramGotAway() throws IOException {
        MadeUpHost host = MadeUpHost.of(folder, "becoming", "killing.c");
        Path processes = Files.createDirectory(folder.resolve("proc"));

        assertThat(host.run(processes.toString()).exitCode()).isZero();
    }
}
