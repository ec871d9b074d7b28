package dev.sandboxed.provider.oci.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.limit.ResourceLimitException;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.provider.oci.internal.kernel.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@NeedsRuntime(Kind.GVISOR)
@Timeout(120)
class GvisorTests extends WithProvider {

    private static final int COMMANDS = 1000;

    GvisorTests() {
        super(Kind.GVISOR);
    }

    @Test
    void aProgramThatRunsAnotherKernelThanItPromisesIsNotHandedOver() throws Exception {
        Path impostor = Files.writeString(
                state.resolve("runsc"),
                "#!/bin/sh\nfor word; do shift; case $word in --network=*|--platform=*|--overlay2=*) ;;"
                        + " *) set -- \"$@\" \"$word\" ;; esac; done\nexec runc \"$@\"\n");
        Files.setPosixFilePermissions(impostor, PosixFilePermissions.fromString("rwxr-xr-x"));
        ProviderContext context =
                ProviderContext.in(state.resolve("other")).withSettings(Map.of("program", impostor.toString()));
        Files.createDirectory(
                state.resolve("other"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));

        try (OciProvider other = new OciProvider(Kind.GVISOR, context)) {
            assertThatThrownBy(() -> other.create(SandboxSpec.defaults()))
                    .isInstanceOf(SandboxStartException.class)
                    .hasMessageContaining("is not gVisor's");
        }
        assertThat(state.resolve("other/sandboxes")).isEmptyDirectory();
    }

    @Test
    void whatAProgramOfThisVersionGetsWrongIsToldByTheStatus() {
        boolean wrong;
        try (Sandbox sandbox = create()) {
            wrong = said(sandbox, "ls -ld /").contains("Invalid argument");
        }
        // On a machine that is busy it may say that it took too long, which is as true.
        await().untilAsserted(() -> assertThat(provider.status())
                .isInstanceOfSatisfying(
                        ProviderStatus.Available.class,
                        status -> assertThat(status.details()
                                        .getOrDefault("limits", "")
                                        .contains("Invalid argument"))
                                .isEqualTo(wrong)));
    }

    @Test
    void whatUsesTooMuchMemoryEndsTheSandboxAndIsToldAsSuch() {
        Sandbox sandbox = provider.create(SandboxSpec.builder()
                .limits(Limits.builder().memory(DataSize.ofMebibytes(128)).build())
                .build());

        assertThatThrownBy(() -> sandbox.shell("tail /dev/zero")).isInstanceOf(ResourceLimitException.class);
        assertThat(Leftovers.of(sandbox.id(), state)).isEmpty();
    }

    @Test
    void aSnapshotHoldsWhatWasWrittenAMomentAgoTemporaryFilesIncluded() {
        try (Sandbox sandbox = create()) {
            sandbox.shell("seq 100000 > file; echo t > /tmp/t").orThrow();
            try (Sandbox again =
                    provider.snapshots().restore(sandbox.snapshot(SnapshotOptions.ALL), SandboxSpec.defaults())) {
                assertThat(said(again, "tail -n 1 file; cat /tmp/t")).isEqualTo("100000\nt\n");
            }
        }
    }

    @Test
    void aClosedSandboxLeavesNothing() {
        Sandbox sandbox = create();
        sandbox.shell("setsid sleep 300 > /dev/null 2>&1 &");
        sandbox.close();

        assertThat(Leftovers.of(sandbox.id(), state)).isEmpty();
    }

    /** Who serves commands is used again, so that the sandbox does not fill up with them. */
    @Test
    void aSandboxSurvivesOneCommandAfterTheOther() {
        try (Sandbox sandbox = create()) {
            for (int i = 0; i < COMMANDS; i++) {
                assertThat(sandbox.exec("true").succeeded()).as("command %d", i).isTrue();
            }
            assertThat(processesIn(sandbox)).isBetween(1, COMMANDS / 50);
        }
    }

    private static int processesIn(Sandbox sandbox) {
        return Integer.parseInt(said(sandbox, "set -- /proc/[0-9]*; echo $#").strip());
    }
}
