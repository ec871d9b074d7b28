package dev.sandboxed.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxNotFoundException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.internal.files.Glob;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SeedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegressionTests {

    private final SandboxFiles files =
            MockSandboxProvider.builder().build().create(SandboxSpec.defaults()).files();

    @TempDir
    Path host;

    @Test
    void downloadRefusesALinkThatLeavesThroughAnotherLink() {
        files.write("t/deep/a", "1");
        files.link("t/deep/l", ".");
        files.link("t/deep/m", "l/../../x");

        assertThatExceptionOfType(SandboxFileException.class)
                .isThrownBy(() -> files.download("t", host.resolve("target")));
        assertThat(host.resolve("target")).doesNotExist();
    }

    @Test
    void downloadOfALinkHasTheModeOfItsTarget() throws IOException {
        files.write("real", "1");
        files.link("l", "real");
        files.download("l", host.resolve("l"));

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(host.resolve("l"))))
                .isEqualTo("rw-r--r--");
    }

    @Test
    void downloadKeepsTheModeOfTheTopDirectory() throws IOException {
        files.mkdirs("t");
        files.chmod("t", 0700);
        files.download("t", host.resolve("t"));

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(host.resolve("t"))))
                .isEqualTo("rwx------");
    }

    @Test
    void aSeedFileThatCannotBeWrittenIsAFailedStart() {
        SandboxSpec spec = SandboxSpec.builder().seed(SeedFile.text("../x", "")).build();

        assertThatExceptionOfType(SandboxStartException.class)
                .isThrownBy(() -> MockSandboxProvider.builder().build().create(spec))
                .withCauseInstanceOf(SandboxFileException.class);
    }

    @Test
    void aCommandWhoseSandboxDiedUnderItHasNoEnd() throws InterruptedException {
        List<String> events = new CopyOnWriteArrayList<>();
        Gate gate = Gate.closed();
        Sandbox sandbox = MockSandboxProvider.builder()
                .listener(event -> events.add(event.getClass().getSimpleName()))
                .onAnything()
                .answer(Answer.blockUntil(gate))
                .build()
                .create(SandboxSpec.defaults());
        CompletableFuture<?> running = CompletableFuture.supplyAsync(() -> sandbox.exec("x"));
        gate.awaitArrival(Duration.ofSeconds(20));
        sandbox.close();

        assertThat(running)
                .failsWithin(Duration.ofSeconds(20))
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(SandboxDestroyedException.class);
        assertThat(events).containsExactly("Creating", "Ready", "ExecStarted", "Destroyed");
    }

    @RepeatedTest(500)
    void theShortestTimeToLiveIsToldInOrderAndLeavesNothingListed() throws InterruptedException {
        List<String> events = new CopyOnWriteArrayList<>();
        CountDownLatch gone = new CountDownLatch(1);
        try (MockSandboxProvider provider = MockSandboxProvider.builder()
                .listener(event -> {
                    events.add(event.getClass().getSimpleName());
                    if (event instanceof SandboxEvent.Destroyed) {
                        gone.countDown();
                    }
                })
                .build()) {
            Sandbox sandbox = provider.create(
                    SandboxSpec.builder().timeToLive(Duration.ofNanos(1)).build());
            assertThat(gone.await(20, TimeUnit.SECONDS)).isTrue();

            assertThat(events).containsExactly("Creating", "Ready", "Destroyed");
            assertThatExceptionOfType(SandboxNotFoundException.class).isThrownBy(() -> provider.connect(sandbox.id()));
        }
    }

    @Test
    void aPatternMatchesCharactersBeyondTheFirstPlane() {
        assertThat(Glob.of("😀.txt").matches("😀.txt")).isTrue();
        assertThat(Glob.of("[\\]]").matches("]")).isTrue();
    }

    @Test
    void theBoundsAreThoseOfTheMessages() {
        assertThat(Command.of("x").outputLimit(DataSize.ofGibibytes(1)).outputLimit())
                .hasToString("1g");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limits.builder().cpuTime(Duration.ofDays(365).plusSeconds(1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SandboxSpec.builder().workdir("/.."));
        assertThatIllegalArgumentException().isThrownBy(() -> SeedFile.bytes("a", new byte[0], 010000));
        assertThatIllegalArgumentException().isThrownBy(() -> DataSize.ofGibibytes(Long.MAX_VALUE));
    }

    @Test
    void aFailedCreationSaysOnceWhereItHappenedAndWhatToDo() {
        SandboxSpec clashing = SandboxSpec.builder()
                .seed(SeedFile.text("a", "a file"))
                .seed(SeedFile.text("a/b", "below it"))
                .build();

        assertThatExceptionOfType(SandboxStartException.class)
                .isThrownBy(() -> MockSandboxProvider.builder().build().create(clashing))
                .satisfies(failed -> assertThat(failed.getMessage().split("\\[provider ", -1))
                        .hasSize(2));
    }
}
