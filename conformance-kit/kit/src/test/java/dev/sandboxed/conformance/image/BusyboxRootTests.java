package dev.sandboxed.conformance.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.conformance.internal.trial.files.HostTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a program that only says what BusyBox would say, so that nothing needs to be installed. */
class BusyboxRootTests {

    @TempDir
    Path temporary;

    private Path program(String script) {
        HostTree.at(temporary).file("program", "#!/bin/sh\n" + script + "\n", 0755);
        return temporary.resolve("program");
    }

    @Test
    void everyNameIsALinkToTheOneProgramAndThereIsOneUser() throws IOException {
        Path program = program("[ \"$1\" = --list ] && printf 'busybox\\nls\\nsh\\n'");

        Path root = BusyboxRoot.in(temporary.resolve("a root"), program);

        assertThat(root).isEqualTo(temporary.resolve("a root"));
        assertThat(HostTree.names(root)).containsExactly("bin", "etc");
        assertThat(HostTree.at(root.resolve("bin")).describe())
                .containsOnlyKeys("busybox", "ls", "sh")
                .containsEntry("ls", "link to busybox")
                .containsEntry("sh", "link to busybox")
                .containsEntry("busybox", "file 755 " + Files.readString(program));
        assertThat(HostTree.at(root.resolve("etc")).describe())
                .containsOnlyKeys("passwd", "group")
                .containsEntry("passwd", "file 644 root:x:0:0:root:/:/bin/sh\n");
    }

    @Test
    void makingItAgainRepairsItAndLeavesTheRestAlone() throws IOException {
        Path program = program("echo ls; echo sh");
        Path root = BusyboxRoot.in(temporary.resolve("root"), program);
        Files.writeString(root.resolve("bin/busybox"), "something else");
        Files.delete(root.resolve("bin/ls"));
        Files.writeString(root.resolve("etc/passwd"), "nobody");
        Files.writeString(root.resolve("other"), "stays");

        BusyboxRoot.in(root, program);

        assertThat(HostTree.at(root).describe())
                .containsEntry("bin/ls", "link to busybox")
                .containsEntry("bin/sh", "link to busybox")
                .containsEntry("bin/busybox", "file 755 " + Files.readString(program))
                .hasEntrySatisfying("other", other -> assertThat(other).endsWith(" stays"))
                .hasEntrySatisfying("etc/passwd", users -> assertThat(users).contains("root:x:0:0"));
    }

    @Test
    void hostWithoutBusyboxIsToldWhatToInstall() {
        assertThatThrownBy(() -> BusyboxRoot.in(temporary.resolve("root"), Path.of("/nowhere/busybox")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("/nowhere/busybox")
                .hasMessageContaining("apt-get install busybox-static");
        assertThat(temporary.resolve("root")).doesNotExist();
    }

    @Test
    void programThatDoesNotTellItsNamesIsNamedWithWhatItSaid() {
        Path program = program("echo no such option >&2; exit 3");

        assertThatThrownBy(() -> BusyboxRoot.in(temporary.resolve("root"), program))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("failed with code 3: no such option");
    }
}
