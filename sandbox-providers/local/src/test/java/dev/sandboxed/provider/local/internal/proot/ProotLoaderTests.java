package dev.sandboxed.provider.local.internal.proot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What PRoot starts all programs through is executed as us, and must come from nobody else. */
class ProotLoaderTests extends WithProot {

    private Path open;
    private Path placed;
    private Path executed;

    @BeforeEach
    void openAFolderForEverybody() throws IOException {
        open = Files.createTempDirectory("sandboxed-test-");
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        placed = Files.createFile(open.resolve("placed"));
        executed = open.resolve("executed");
        Files.setPosixFilePermissions(placed, PosixFilePermissions.fromString("rw-rw-rw-"));
    }

    @AfterEach
    void removeWhatWasPlaced() throws IOException {
        for (String file : Files.readAllLines(placed)) {
            Files.deleteIfExists(Path.of(file));
        }
        Files.deleteIfExists(executed);
        Files.delete(placed);
        Files.deleteIfExists(open.resolve("proot"));
        Files.delete(open);
    }

    /** It stands for somebody who has placed files for every number that a process can have. */
    private Path prootThatSomebodyWasAheadOf() throws IOException {
        String place = "file=/tmp/prooted-$1-000000; umask 022;" + " printf '#!/bin/sh\\necho $0 >>" + executed
                + "\\n' >$file; chmod 755 $file; echo $file >>" + placed;
        String asNobody = HostPlatform.isRoot() ? "setpriv --reuid 65534 --regid 65534 --clear-groups " : "";
        Path program = Files.writeString(
                open.resolve("proot"),
                "#!/bin/sh\n" + asNobody + "sh -c '" + place.replace("'", "'\\''")
                        + "' sh $$\nexec /usr/bin/proot \"$@\"\n");
        return Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void loaderThatSomebodyHadPlacedAheadWasExecuted() throws IOException {
        Map<String, String> settings =
                Map.of("proot", prootThatSomebodyWasAheadOf().toString());
        ProviderContext context = ProviderContext.in(temporary.resolve("other")).withSettings(settings);
        try (ProotProvider watched = new ProotProvider(context)) {
            ProviderStatus status = watched.status();
            assertThat(executed).doesNotExist();
            assertThat(status).isInstanceOf(ProviderStatus.Available.class);
            try (Sandbox sandbox = watched.create(SandboxSpec.defaults())) {
                assertThat(sh(sandbox, "echo works")).isEqualTo("works");
            }
        }
        assertThat(Files.readAllLines(placed)).isNotEmpty();
        assertThat(executed).doesNotExist();
    }

    /** A program that PRoot started runs on the loader that PRoot unpacked, whatever its name. */
    @Test
    void loaderOfASandboxIsTheOneThatProotCarriesAlong() throws IOException {
        Process started = new ProcessBuilder("/usr/bin/proot", "/bin/sh", "-c", "echo $$; read end").start();
        byte[] unpacked;
        try {
            String process = started.inputReader().readLine();
            unpacked = Files.readAllBytes(Path.of("/proc/" + process + "/exe"));
        } finally {
            started.outputWriter().close();
        }
        assertThat(started.onExit()).succeedsWithin(Duration.ofSeconds(10));
        try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            Path loader = Path.of(sandbox.info().nativeId(), "proot", "loader");
            assertThat(loader).hasBinaryContent(unpacked);
            assertThat(Files.getPosixFilePermissions(loader)).isEqualTo(PosixFilePermissions.fromString("r-x------"));
        }
    }

    @Test
    void noLoaderIsFoundWhereThereIsNoneOrMoreThanOne() throws IOException {
        byte[] proot = Files.readAllBytes(Path.of("/usr/bin/proot"));
        byte[] loader = ElfFile.onlyOneIn(proot).orElseThrow();
        assertThat(ElfFile.onlyOneIn(loader)).isEmpty();
        assertThat(ElfFile.onlyOneIn(joined(proot, loader))).isEmpty();
        assertThat(ElfFile.onlyOneIn(Arrays.copyOf(proot, 100))).isEmpty();
        assertThat(ElfFile.onlyOneIn("#!/bin/sh\n".getBytes(StandardCharsets.UTF_8)))
                .isEmpty();
        assertThat(ElfFile.onlyOneIn(new byte[0])).isEmpty();
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
