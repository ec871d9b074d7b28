package dev.sandboxed.network.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.process.HostTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** With programs that stand in for the real one, which says when it is ready on the third descriptor. */
@Timeout(60)
class CarrierTests {

    private static final Path OWN = Path.of("/proc/self/ns/net");

    @TempDir
    Path folder;

    private NetworkRoom begin(String script) throws IOException {
        Path program = Files.writeString(folder.resolve("program"), "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        return Rooms.begin(program, Rooms.plan(Rooms.FULL, Names.ofHost()));
    }

    @Test
    void theNamespaceIsNotTheHostsWhileTheProgramStaysInTheHosts() throws IOException {
        try (NetworkRoom network = begin("readlink /proc/self/ns/net > " + folder.resolve("own")
                + "\nprintf 1 >&3\nexec 3>&-\nread forever\n")) {
            network.await(Rooms.soon());
            String host = Files.readSymbolicLink(OWN).toString();

            assertThat(Files.readSymbolicLink(network.namespace()).toString())
                    .startsWith("net:[")
                    .isNotEqualTo(host);
            assertThat(folder.resolve("own")).hasContent(host + "\n");
        }
    }

    /** The engine of Docker keeps what containers run on below a mount that is shared, and lost it to a program that left. */
    @Test
    void whatTheProgramUnmountsStaysMountedOnTheHost() throws IOException {
        Path shared = Files.createDirectory(folder.resolve("shared"));
        Path mounted = Files.createDirectory(shared.resolve("mounted"));
        host("mount --bind \"$1\" \"$1\" && mount --make-shared \"$1\" && mount -t tmpfs none \"$2\"", shared, mounted);
        Files.createFile(mounted.resolve("file"));
        try (NetworkRoom network = begin("umount " + mounted + "\nprintf 1 >&3\nread forever\n")) {
            network.await(Rooms.soon());

            assertThat(mounted.resolve("file")).exists();
        } finally {
            host("umount \"$2\"; umount \"$1\"", shared, mounted);
        }
    }

    private static void host(String script, Path first, Path second) {
        Command command = Command.of("sh", "-c", script, "sh", first.toString(), second.toString());
        assertThat(HostTool.run(command, Duration.ofSeconds(20)).succeeded()).isTrue();
    }

    @Test
    void aProgramThatPutsTheHostsOwnNamespaceInItsPlaceIsRefused() throws IOException {
        try (NetworkRoom network = begin("exec 9< /proc/self/ns/net\nprintf 1 >&3\nread forever\n")) {
            assertThatThrownBy(() -> network.await(Rooms.soon()))
                    .isInstanceOf(SandboxStartException.class)
                    .hasMessageContaining("the host's own");
        }
    }

    @Test
    void whatARefusingProgramSaysIsPassedOnWithARemedy() throws IOException {
        try (NetworkRoom network = begin("echo no such device >&2\nexit 1\n")) {
            assertThatThrownBy(() -> network.await(Rooms.soon()))
                    .isInstanceOfSatisfying(
                            SandboxStartException.class,
                            e -> assertThat(e.remedy())
                                    .hasValueSatisfying(
                                            remedy -> assertThat(remedy).contains("apt-get install slirp4netns")))
                    .hasMessageContaining("no such device");
        }
    }

    @Test
    void aProgramThatIsNeverReadyIsGivenUpWhenTheTimeIsUp() throws IOException {
        try (NetworkRoom network = begin("read forever\n")) {
            assertThatThrownBy(() -> network.await(Deadline.in(Duration.ofMillis(50))))
                    .isInstanceOf(SandboxStartException.class)
                    .hasMessageContaining("slirp4netns");
        }
    }

    @Test
    void whoIsInterruptedWaitsNoLonger() throws IOException {
        try (NetworkRoom network = begin("read forever\n")) {
            Thread.currentThread().interrupt();

            assertThatThrownBy(() -> network.await(Rooms.soon())).isInstanceOf(SandboxInterruptedException.class);
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void aProgramThatTalksALotIsNotHeldUp() throws IOException {
        Path done = folder.resolve("done");
        String talk = "printf 1 >&3\nhead -c 1000000 /dev/zero >&2\n: > " + done + "\nread forever\n";
        try (NetworkRoom network = begin(talk)) {
            network.await(Rooms.soon());

            await().atMost(Duration.ofSeconds(20)).until(() -> Files.exists(done));
        }
    }

    @Test
    void aProgramThatEndsWhenItIsReadyIsRefused() throws IOException {
        try (NetworkRoom network = begin("printf 1 >&3\n")) {
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> ProcessHandle.of(pid(network)).isEmpty());

            assertThatThrownBy(() -> network.await(Rooms.soon()))
                    .isInstanceOf(SandboxStartException.class)
                    .hasMessageContaining("ended as soon as it was ready");
        }
    }

    @Test
    void closingTwiceEndsItOnceEvenForAThreadThatWasInterrupted() throws IOException {
        NetworkRoom network = begin("printf 1 >&3\nread forever\n");
        network.await(Rooms.soon());
        Thread.currentThread().interrupt();
        network.close();
        network.close();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(network.namespace()).doesNotExist();
        assertThat(ProcessHandle.of(pid(network))).isEmpty();
    }

    private static long pid(NetworkRoom network) {
        return Long.parseLong(network.namespace().getName(1).toString());
    }
}
