package dev.sandboxed.provider.microvm.internal.firecracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.linux.internal.proc.ProcessTable;
import dev.sandboxed.process.HostTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is done for the jailer, which makes the root itself; here a test does. */
class JailTests {

    private static final Path JAILER = Path.of("/opt/jailer");
    private static final Path PROGRAM = Path.of("/opt/firecracker");
    private static final String ID = "firecracker-0123456789abcdef";

    @TempDir
    Path folder;

    private Jail jail;
    private Path root;

    @BeforeEach
    void prepare() throws IOException {
        jail = new Jail(JAILER, PROGRAM, ID, folder);
        jail.prepare(List.of("api.sock"));
        root = Files.createDirectories(folder.resolve("jail/firecracker/" + ID + "/root"));
    }

    private static Object user(Path file) throws IOException {
        return Files.getAttribute(file, "unix:uid");
    }

    @Test
    void theJailerIsToldWhereAndAsWhom() {
        String user = String.valueOf(Jail.user(ID));

        assertThat(jail.argv(List.of("--api-sock", "api.sock")))
                .containsExactly(
                        "/opt/jailer",
                        "--id",
                        ID,
                        "--exec-file",
                        "/opt/firecracker",
                        "--uid",
                        user,
                        "--gid",
                        user,
                        "--chroot-base-dir",
                        folder.resolve("jail").toString(),
                        "--",
                        "--api-sock",
                        "api.sock");
        assertThat(Jail.user(ID)).isGreaterThanOrEqualTo(0x40000000).isNotEqualTo(Jail.user(ID + "0"));
    }

    @Test
    void socketsAreFoundInTheFolderOfTheMachine() throws IOException {
        Files.writeString(root.resolve("api.sock"), "in the jail");

        assertThat(folder.resolve("api.sock")).hasContent("in the jail");
    }

    @Test
    void whatIsLeftOfAnEarlierJailIsRemoved() throws IOException {
        Files.writeString(root.resolve("left"), "");

        jail.prepare(List.of("api.sock"));

        assertThat(root).doesNotExist();
    }

    @Test
    void aFileThatIsShownCannotBeChangedInTheJailAndIsNoCopy() throws IOException {
        Path image = Files.writeString(folder.resolve("saved.ext4"), "image");

        assertThat(jail.show(image, "image.ext4")).isEqualTo("image.ext4");

        assertThat(Files.isSameFile(root.resolve("image.ext4"), image)).isTrue();
        assertThat(user(root.resolve("image.ext4"))).isEqualTo(HostPlatform.userId());
    }

    @Test
    void aFileOfSomebodyElseIsReadInTheJailAndKeepsItsMode() throws IOException {
        Path kernel = Files.writeString(folder.resolve("vmlinuz"), "kernel");
        Files.setPosixFilePermissions(kernel, PosixFilePermissions.fromString("rw-------"));

        assertThat(jail.bring(kernel, "kernel")).isEqualTo("kernel");

        assertThat(root.resolve("kernel")).hasContent("kernel");
        assertThat(Files.getPosixFilePermissions(root.resolve("kernel"))).contains(PosixFilePermission.OTHERS_READ);
        assertThat(Files.getPosixFilePermissions(kernel)).doesNotContain(PosixFilePermission.OTHERS_READ);
    }

    @Test
    void aFileThatIsLentIsThatOfTheUserInTheJailUntilItIsFetched() throws IOException {
        assumeTrue(HostPlatform.isRoot(), "only root gives files away, and only root has a jail");
        Files.writeString(folder.resolve("changes.ext4"), "drive");

        assertThat(jail.lend("changes.ext4")).isEqualTo("changes.ext4");

        assertThat(user(root.resolve("changes.ext4"))).isEqualTo(Jail.user(ID));
    }

    @Test
    void whatIsWrittenIsNeverWhatWasShownAndIsFetchedForUs() throws IOException {
        assumeTrue(HostPlatform.isRoot(), "only root gives files away, and only root has a jail");
        Path memory = folder.resolve("memory");
        jail.show(Files.writeString(folder.resolve("saved"), "shown"), "memory");
        Files.writeString(root.resolve(jail.pathFor(memory)), "written");

        jail.fetch(memory);

        assertThat(memory).hasContent("written");
        assertThat(root.resolve("memory")).hasContent("shown");
        assertThat(user(memory)).isEqualTo(0);
    }

    /** The jailer clears the environment, and the mark of the sandbox with it. */
    @Test
    void whatRunsInAJailIsFoundByItsUser() throws Exception {
        assumeTrue(HostPlatform.isRoot(), "only root has a jail");
        int number = Jail.user(ID);
        String user = String.valueOf(number);
        assumeTrue(
                HostTool.run(Command.of("setpriv", "--version"), Duration.ofSeconds(5))
                        .succeeded(),
                "setpriv is not here");
        ProcessBuilder sleeping =
                new ProcessBuilder("setpriv", "--reuid", user, "--regid", user, "--clear-groups", "sleep", "1000");
        sleeping.environment().putAll(Map.of());
        Process process = sleeping.start();
        try {
            // It becomes that user only after it was started.
            await().until(() -> ProcessTable.read().stream()
                    .anyMatch(entry -> entry.pid() == process.pid() && entry.runsAs(number)));
            assertThat(Jail.killAll("firecracker-another")).isTrue();
            assertThat(process.isAlive()).isTrue();
            assertThat(Jail.killAll(ID)).isTrue();
            assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
    }
}
