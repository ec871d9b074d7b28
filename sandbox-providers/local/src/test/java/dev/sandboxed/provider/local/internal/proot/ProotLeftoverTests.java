package dev.sandboxed.provider.local.internal.proot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.folder.internal.store.FolderRemoval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** PRoot keeps files in {@code /tmp} that carry the number of its process, and removes them unless it is killed. */
class ProotLeftoverTests extends WithProot {

    /** Tells which process traces it, and stays. */
    private static final Command ENDLESS = Command.shell("sed -n 's/^TracerPid:.//p' /proc/self/status; sleep 300");

    private static String[] filesOf(String tracer) {
        return Path.of("/tmp").toFile().list((folder, name) -> name.matches("proot.*-" + tracer + "-.*"));
    }

    private static String tracerOf(Execution execution) {
        return execution.next().orElseThrow().text().strip();
    }

    @Test
    void killedCommandLeavesNothingInTheTemporaryFolderOfTheHost() {
        try (Sandbox sandbox = provider.create(SandboxSpec.defaults());
                Execution execution = sandbox.start(ENDLESS)) {
            String tracer = tracerOf(execution);
            execution.kill();
            execution.await();
            assertThat(tracer).matches("[1-9]\\d*");
            assertThat(filesOf(tracer)).isEmpty();
        }
    }

    @Test
    void commandPastItsTimeoutLeavesNothingInTheTemporaryFolderOfTheHost() {
        try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            String told = sandbox.exec(ENDLESS.timeout(Duration.ofSeconds(1))).stdout();
            assertThat(told).matches("[1-9]\\d*\n");
            assertThat(filesOf(told.strip())).isEmpty();
        }
    }

    @Test
    void nothingIsLeftOfACommandWhoseOwnerWasKilled() throws Exception {
        Process owner = startOwner();
        String[] theirs = owner.inputReader().readLine().split(" ");
        assertThat(theirs[1]).matches("[1-9]\\d*");
        owner.destroyForcibly().waitFor();

        ReapReport report = provider.reap();

        assertThat(report.removed()).containsExactly(theirs[0]);
        assertThat(report.failures()).isEmpty();
        assertThat(filesOf(theirs[1])).isEmpty();
        assertThat(temporary.resolve("state/sandboxes")).isEmptyDirectory();
    }

    @Test
    void closedSandboxLeavesNothingBehind() {
        try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            sh(sandbox, "sleep 300 >/dev/null 2>&1 &");
        }
        assertThat(temporary.resolve("state/sandboxes")).isEmptyDirectory();
    }

    /** Whoever is killed in the middle of a trial cannot remove its folder. */
    @Test
    void foldersOfTrialsThatWereCutShortStayedForEver() throws IOException {
        Path old = Files.createTempDirectory("sandboxed-proot-");
        Path young = Files.createTempDirectory("sandboxed-proot-");
        try {
            Files.writeString(old.resolve("loader"), "left");
            Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofHours(1))));
            assertThat(provider.status()).isInstanceOf(ProviderStatus.Available.class);
            assertThat(old).doesNotExist();
            assertThat(young).isDirectory();
        } finally {
            FolderRemoval.remove(old);
            FolderRemoval.remove(young);
        }
    }

    @Test
    void probeThatIsCutShortLeavesNothingOfProotInTheTemporaryFolder() throws IOException {
        Path seen = temporary.resolve("seen");
        Path program = program("echo \"$PROOT_TMP_DIR\" >'" + seen + "'\ntouch \"$PROOT_TMP_DIR/prooted\"\nexit 1\n");
        ProviderContext context = ProviderContext.in(temporary.resolve("state"));

        try (ProotProvider broken = new ProotProvider(context.withSettings(Map.of("proot", program.toString())))) {
            assertThat(broken.status()).isInstanceOf(ProviderStatus.Unavailable.class);
        }

        assertThat(Path.of(Files.readString(seen).strip())).isAbsolute().doesNotExist();
    }

    private Path program(String script) throws IOException {
        Path program = Files.writeString(temporary.resolve("proot"), "#!/bin/sh\n" + script);
        return Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Process startOwner() throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        String state = temporary.resolve("state").toString();
        return new ProcessBuilder(java, "-cp", classPath, Owner.class.getName(), state)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Owns a sandbox with a command in it, and waits. */
    static final class Owner {

        private Owner() {}

        public static void main(String[] arguments) throws IOException {
            ProotProvider provider = new ProotProvider(ProviderContext.in(Path.of(arguments[0])));
            Sandbox sandbox = provider.create(SandboxSpec.defaults());
            String tracer = tracerOf(sandbox.start(ENDLESS));
            System.out.println(sandbox.id() + " " + tracer);
            System.in.read();
        }
    }
}
