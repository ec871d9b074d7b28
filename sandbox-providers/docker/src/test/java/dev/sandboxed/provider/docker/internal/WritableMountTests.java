package dev.sandboxed.provider.docker.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.spec.Mount;
import dev.sandboxed.api.spec.SandboxSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written to a folder of the host is the host's, and must not have rights there that nobody gave. */
class WritableMountTests extends EngineTest {

    private static final int SETUID_OR_SETGID = 06000;

    @TempDir
    Path shared;

    @Override
    protected Map<String, String> settings() {
        return Map.of("runtime", "runc");
    }

    @BeforeEach
    void letEverybodyWrite() throws IOException {
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwxrwx"));
    }

    private Sandbox withWritableMount(String user) {
        return provider.create(SandboxSpec.builder()
                .user(user)
                .mount(Mount.writable(shared, "/shared"))
                .build());
    }

    /** Lists what has one of the bits on the host. */
    private List<Path> privileged() throws IOException {
        try (Stream<Path> files = Files.walk(shared)) {
            return files.filter(file -> (mode(file) & SETUID_OR_SETGID) != 0).toList();
        }
    }

    private static int mode(Path file) {
        try {
            return (int) Files.getAttribute(file, "unix:mode");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"root", "sandbox"})
    void noFileOnTheHostGetsRightsOfWhoeverWroteIt(String user) throws IOException {
        try (Sandbox sandbox = withWritableMount(user)) {
            sandbox.shell("""
                    cd /shared
                    for mode in 4755 2755 6755 u+s g+s; do
                        echo 'echo mine' > file-$mode; chmod $mode file-$mode
                        mkdir folder-$mode; chmod $mode folder-$mode
                        mkdir -m $mode made-$mode
                        mknod -m $mode pipe-$mode p
                        install -m $mode file-4755 installed-$mode
                        ln -s file-$mode link-$mode; chmod $mode link-$mode
                    done
                    true
                    """).orThrow();

            assertThat(shared.resolve("file-4755")).exists();
            assertThat(privileged()).isEmpty();
            assertThat(sandbox.shell("chmod 4755 /shared/file-4755").stderr()).contains("not permitted");
        }
    }

    @Test
    void everythingElseCanBeDoneThere() throws IOException {
        try (Sandbox sandbox = withWritableMount("root")) {
            sandbox.shell("""
                            cd /shared
                            mkdir -m 1777 common && echo text > common/a && chmod 0640 common/a && ln common/a b
                            cp -p b c && tar cf all.tar common b c && mkdir away && tar xf all.tar -C away
                            find away -type f -exec cat {} + | sort -u
                            """).orThrow();

            assertThat(shared.resolve("away/common/a")).hasContent("text");
            assertThat(mode(shared.resolve("common")) & 07777).isEqualTo(01777);
            assertThat(mode(shared.resolve("c")) & 07777).isEqualTo(0640);
            assertThat(sandbox.shell("grep Seccomp: /proc/self/status").stdout())
                    .contains("2");
        }
    }

    /** Its files can be handed, open, to one that may only read the folder: the names of both lead to the same sockets. */
    @Test
    void whoeverMayOnlyReadTheFolderIsFilteredAsWell() {
        try (Sandbox sandbox = provider.create(
                SandboxSpec.builder().mount(Mount.readOnly(shared, "/shared")).build())) {
            assertThat(sandbox.shell("touch /tmp/own && chmod 4755 /tmp/own").stderr())
                    .contains("not permitted");
        }
    }

    /** The engine's filter does not reach what gVisor does for its guests on the host. */
    @Test
    @NeedsDocker(runtime = "runsc")
    void gvisorDeclaresMountsOnlyIfItKeepsTheFilter() {
        SandboxProvider gvisor = open(context -> context.withSettings(Map.of("runtime", "runsc")));

        assertThat(gvisor.capabilities().has(Capability.MOUNTS))
                .isEqualTo(engine.info().runtimes().get("runsc").contains("--oci-seccomp"));
    }
}
