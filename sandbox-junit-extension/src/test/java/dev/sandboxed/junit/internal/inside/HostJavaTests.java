package dev.sandboxed.junit.internal.inside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.spec.Mount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostJavaTests {

    @TempDir
    Path home;

    @Test
    void settingsThatLinksLeadToAreMountedWithTheJdk() throws IOException {
        Files.createDirectories(home.resolve("conf/own"));
        Files.createSymbolicLink(home.resolve("conf/hosts"), Path.of("/etc/hosts"));
        Files.createSymbolicLink(home.resolve("conf/inner"), home.resolve("conf/own"));
        Files.createSymbolicLink(home.resolve("conf/nowhere"), Path.of("/etc/not-there-at-all/x"));

        assertThat(new HostJava(home).mounts())
                .containsExactlyInAnyOrder(
                        Mount.readOnly(home, home.toString()), Mount.readOnly(Path.of("/etc/hosts"), "/etc/hosts"));
    }
}
