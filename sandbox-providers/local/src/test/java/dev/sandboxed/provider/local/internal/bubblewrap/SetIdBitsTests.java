package dev.sandboxed.provider.local.internal.bubblewrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.spec.Mount;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.folder.internal.files.UnixMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a sandbox leaves in a folder of the host runs as nobody but who runs it. */
class SetIdBitsTests extends WithBubblewrap {

    private static final int SET_IDS = 06000;

    @TempDir
    Path shared;

    private Sandbox sandbox;

    @BeforeEach
    void begin() {
        sandbox = provider.create(
                SandboxSpec.builder().mount(Mount.writable(shared, "/shared")).build());
    }

    private List<Path> withSetIds() throws IOException {
        try (Stream<Path> all = Files.walk(shared)) {
            return all.filter(path -> !path.equals(shared) && (modeOf(path) & SET_IDS) != 0)
                    .toList();
        }
    }

    private static int modeOf(Path path) {
        try {
            return (Integer) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cp /bin/sh file; chmod 2755 file",
                "cp /bin/sh file; chmod 4755 file",
                "cp /bin/sh file; chmod g+s,u+s file",
                "install -m 6755 /bin/sh file",
                "mkdir -m 2777 folder",
                "perl -e 'umask 0; mkdir(\"folder\", 06777)'",
                "perl -e 'umask 0; sysopen(F, \"file\", 0101, 02755)'",
                "perl -e 'umask 0; sysopen(F, \".\", 020200001, 02755)'",
                "perl -e 'umask 0; $path = \"file\"; syscall(85, $path, 02755)'",
                "perl -e 'umask 0; $path = \"file\"; syscall(133, $path, 0100000 | 02755, 0)'",
                "perl -e 'umask 0; $path = \"file\"; syscall(259, -100, $path, 0100000 | 02755, 0)'",
                "cp /bin/sh file; perl -e '$path = \"file\"; syscall(452, -100, $path, 02755, 0)'",
                "cp -p $(find /usr/bin -perm /6000 | head -n 1) file",
                "cd /tmp && cp /bin/sh f && chmod 2755 f; tar -cf - f | tar -xpf - -C /shared"
            })
    void noFileOfTheHostGetsABitThatMakesItRunAsSomebodyElse(String script) throws IOException {
        sandbox.shell("cd /shared && { " + script + "; }");
        assertThat(withSetIds()).isEmpty();
    }

    /** The kernel does that, and whoever made the folder so wants it. */
    @Test
    void foldersInAFolderOfTheHostThatHandsItsGroupOnDoSoToo() throws IOException {
        UnixMode.set(shared, 02777);
        sandbox.shell("mkdir /shared/folder; : >/shared/file").orThrow();
        assertThat(withSetIds()).containsExactly(shared.resolve("folder"));
    }
}
