package dev.sandboxed.provider.oci.internal.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.provider.oci.internal.OciProvider;
import dev.sandboxed.provider.oci.internal.kernel.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the network cannot be made, or not be waited for, it is said, and nothing is left. */
@Timeout(120)
class CarrierFailureTests extends WithFullNetwork {

    @TempDir
    Path folder;

    CarrierFailureTests(Kind kind) {
        super(kind);
    }

    private OciProvider with(Path program) {
        return new OciProvider(kind, ProviderContext.in(state).withSettings(Map.of("slirp4netns", program.toString())));
    }

    private Path program(String script) throws IOException {
        Path program = Files.writeString(folder.resolve("program"), "#!/bin/sh\n" + script);
        return Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    }

    private void assertNothingIsLeft() {
        assertThat(state.resolve("sandboxes")).isEmptyDirectory();
        assertThat(state.resolve("records")).isEmptyDirectory();
        assertThat(ProcessHandle.allProcesses()
                        .filter(process -> environment(process).contains("SANDBOXED=" + kind.provider() + "-"))
                        .filter(process ->
                                parent(process) == ProcessHandle.current().pid()))
                .isEmpty();
    }

    private static long parent(ProcessHandle process) {
        return process.parent().map(ProcessHandle::pid).orElse(0L);
    }

    private static String environment(ProcessHandle process) {
        try {
            return Files.readString(
                    Path.of("/proc", String.valueOf(process.pid()), "environ"), StandardCharsets.ISO_8859_1);
        } catch (IOException gone) {
            return "";
        }
    }

    @Test
    void withoutTheProgramItIsRefusedAndTheStatusNamesTheRemedy() {
        try (OciProvider lacking = with(folder.resolve("missing"))) {
            assertThat(lacking.capabilities().has(Capability.NETWORK_FULL)).isFalse();
            assertThatThrownBy(() -> lacking.create(full().build()))
                    .isInstanceOf(UnsupportedCapabilityException.class)
                    .hasMessageContaining("NETWORK_FULL");
            // On a busy machine one look may take longer than it may.
            ProviderStatus status = await().atMost(Duration.ofSeconds(30))
                    .until(lacking::status, ProviderStatus.Available.class::isInstance);
            assertThat(status)
                    .isInstanceOfSatisfying(
                            ProviderStatus.Available.class,
                            available -> assertThat(available.details())
                                    .hasEntrySatisfying(
                                            "network",
                                            text -> assertThat(text).contains("apt-get install slirp4netns")));
        }
    }

    @Test
    void aProgramThatIsThereIsNotAskedForWhatNeedsNone() throws IOException {
        Path called = folder.resolve("called");
        try (OciProvider other = with(program(": > " + called + "\nexit 1\n"))) {
            other.create(SandboxSpec.defaults()).close();
            assertThat(called).doesNotExist();

            assertThatThrownBy(() -> other.create(full().build())).isInstanceOf(SandboxStartException.class);
            assertThat(called).exists();
            assertNothingIsLeft();
        }
    }

    @Test
    void aProgramThatIsNeverReadyEndsTheCreationInTimeAndLeavesNothing() throws IOException {
        try (OciProvider stuck = with(program("read forever\n"))) {
            SandboxSpec hasty = full().startupTimeout(Duration.ofSeconds(3)).build();

            assertThatThrownBy(() -> stuck.create(hasty))
                    .isInstanceOf(SandboxStartException.class)
                    .hasMessageContaining("slirp4netns");
            assertNothingIsLeft();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5, 15, 40})
    void aCreationThatIsInterruptedLeavesNothing(int millis) {
        Thread worker = Thread.currentThread();
        CompletableFuture<Void> interruption = CompletableFuture.runAsync(
                worker::interrupt, CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS));
        try {
            provider.create(full().build()).close();
        } catch (SandboxException interrupted) {
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        } finally {
            interruption.join();
            Thread.interrupted();
        }
        assertNothingIsLeft();
    }
}
