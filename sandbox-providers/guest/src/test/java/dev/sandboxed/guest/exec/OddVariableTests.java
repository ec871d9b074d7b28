package dev.sandboxed.guest.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.CommandStartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Variables whose names no shell can set, and which are therefore set by a program that is told of them. */
class OddVariableTests extends GuestTest {

    private static final String HUSH = "it's a \"$secret\"\n${HOME} ";

    /** Puts something in front of the guest's own {@code env} that writes down what everybody can see of it. */
    private Path watchEnv(Path home) throws IOException {
        Path env = home.resolve("tools/env");
        Path real = Files.readSymbolicLink(env);
        String applet = shell == Shell.BUSYBOX ? " env" : "";
        Path seen = Files.createFile(home.resolve("seen"));
        Files.delete(env);
        Files.writeString(
                env, "#!/bin/sh\nprintf '<%s>\\n' \"$@\" >>'" + seen + "'\nexec " + real + applet + " \"$@\"\n");
        Files.setPosixFilePermissions(env, PosixFilePermissions.fromString("rwxr-xr-x"));
        return seen;
    }

    @Test
    void theirValuesShowInNoListOfProcesses() throws IOException {
        Path seen = watchEnv(folder);
        for (Command command : List.of(
                Command.of("/usr/bin/env", "-0"),
                Command.of("/usr/bin/env", "-0").stdin("x"))) {
            String all = guest.run(
                            command.env("odd.name", HUSH).env("IFS", "-" + HUSH).env("PLAIN", "p"))
                    .stdout();
            assertThat(all.split("\0", -1))
                    .contains("odd.name=" + HUSH, "IFS=-" + HUSH, "PLAIN=p")
                    .noneMatch(variable -> variable.startsWith("SANDBOXED_ODD"));
        }
        if (shell != Shell.BUSYBOX) {
            assertThat(Files.readString(seen)).doesNotContain("secret");
        }
    }

    @Test
    void secretThatCouldNotBeHiddenIsRefused() throws IOException {
        Path home = Files.createDirectory(folder.resolve("other"));
        Command command = Command.of("/usr/bin/env", "-0");
        try (NamespaceGuest other = new NamespaceGuest(shell, home, Map.of("odd-secret", "hush"))) {
            Path seen = watchEnv(home);
            if (shell == Shell.BUSYBOX) {
                assertThatThrownBy(() -> other.run(command))
                        .isInstanceOf(CommandStartException.class)
                        .hasMessageContainingAll("odd-secret", "remedy", "[provider local, sandbox sbx-1]")
                        .hasMessageNotContaining("hush");
            } else {
                assertThat(other.run(command).stdout().split("\0", -1)).contains("odd-secret=hush");
            }
            assertThat(seen).content().doesNotContain("hush");
        }
    }
}
