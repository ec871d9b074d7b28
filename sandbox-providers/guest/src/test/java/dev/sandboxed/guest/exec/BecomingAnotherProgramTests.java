package dev.sandboxed.guest.exec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.process.HostTool;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Between two programs a process has no variables to be known by. */
class BecomingAnotherProgramTests {

    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final String ORPHAN = "4194999";

    @TempDir
    private Path folder;

    @AfterEach
    void removeLinks() throws IOException {
        try (var shells = Files.newDirectoryStream(folder, Files::isSymbolicLink)) {
            for (Path link : shells) {
                Files.delete(link);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Shell.class)
    void anOrphanThatWasBecomingAnotherProgramGotAway(Shell shell) throws IOException {
        Files.createDirectories(folder.resolve("proc/" + ORPHAN));

        assertThat(run(shell, functions().replace("/proc", folder + "/proc") + resource("becoming.sh")))
                .isEqualTo("-STOP " + ORPHAN + "\n-KILL " + ORPHAN + "\n");
    }

    /** It would be looked at in vain, a thousand times. */
    @ParameterizedTest
    @EnumSource(Shell.class)
    void whoeverHasNoVariablesAtAllIsNotTakenForOneThatWillHaveSome(Shell shell) throws IOException {
        String script = functions() + "\nenv -i sleep 20 & other=$!\n"
                + "until sandboxed_look $other && sandboxed_variables /proc/$other && [ $sandboxed_end != 0 ]"
                + " && ! grep -q . /proc/$other/environ; do :; done\n"
                + "sandboxed_variables /proc/self; [ $sandboxed_end -gt $sandboxed_first ] && echo some here\n"
                + "sandboxed_marked mark || echo $sandboxed_looks look\n"
                + "kill $other\n";

        assertThat(run(shell, script)).isEqualTo("some here\n1 look\n");
    }

    /** Some kernels show them as they show those between two programs; there are hundreds in a machine. */
    @ParameterizedTest
    @EnumSource(Shell.class)
    void threadsOfTheKernelAreLookedAtOnce(Shell shell) throws IOException {
        Path thread = Files.createDirectories(folder.resolve("proc/" + ORPHAN));
        Files.writeString(
                thread.resolve("stat"), ORPHAN + " (kworker/0:1) I 2 0 0 0 -1 69238880" + " 0".repeat(43) + "\n");
        Files.createFile(thread.resolve("environ"));

        assertThat(run(
                        shell,
                        functions() + "\nsandboxed_at=$1/" + ORPHAN
                                + "\nsandboxed_marked mark || echo $sandboxed_looks look\n"))
                .isEqualTo("1 look\n");
    }

    private String run(Shell shell, String script) throws IOException {
        shell.installIn(folder);
        Path file = Files.writeString(folder.resolve("script"), script);
        return HostTool.run(Command.of(folder.resolve("sh").toString(), file.toString(), folder + "/proc"), LONGEST)
                .orThrow()
                .stdout();
    }

    private static String functions() throws IOException {
        return resource("killing.sh");
    }

    private static String resource(String name) throws IOException {
        try (InputStream script = SupervisorScript.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(script, name).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
