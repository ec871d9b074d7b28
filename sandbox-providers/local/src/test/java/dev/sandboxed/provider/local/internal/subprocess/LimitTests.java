package dev.sandboxed.provider.local.internal.subprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.limit.Resource;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SandboxSpecBuilder;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class LimitTests extends WithProvider {

    private Sandbox limited(Limits limits) {
        return provider.create(SandboxSpec.builder().limits(limits).build());
    }

    @Test
    void openFilesAreLimitedAndReadableFromInside() {
        try (Sandbox sandbox = limited(Limits.builder().openFiles(32).build())) {
            assertThat(sandbox.shell("ulimit -n").stdout()).isEqualTo("32\n");
            String script = "i=3; while [ $i -lt 9 ]; do eval \"exec $i</dev/null\"; i=$((i+1)); done; echo all";
            assertThat(sandbox.shell(script).stdout()).isEqualTo("all\n");
        }
        try (Sandbox sandbox = limited(Limits.builder().openFiles(8).build())) {
            String script =
                    "i=3; while [ $i -le 9 ]; do eval \"exec $i</dev/null\" || exit 1; i=$((i+1)); done; echo all";
            assertThat(sandbox.shell(script).succeeded()).isFalse();
        }
    }

    @Test
    void addressSpaceIsLimited() {
        try (Sandbox sandbox =
                limited(Limits.builder().addressSpace(DataSize.ofMebibytes(64)).build())) {
            assertThat(sandbox.exec("true").succeeded()).isTrue();
            ExecResult hog = sandbox.exec("dd", "if=/dev/zero", "of=/dev/null", "bs=200M", "count=1");
            assertThat(hog.succeeded()).isFalse();
            assertThat(hog.stderr()).contains("memory");
        }
    }

    @Test
    void processorTimeIsLimitedAndTold() {
        List<SandboxEvent> events = new CopyOnWriteArrayList<>();
        try (SubprocessProvider telling =
                        new SubprocessProvider(ProviderContext.in(state).withListener(events::add));
                Sandbox sandbox = telling.create(SandboxSpec.builder()
                        .limits(Limits.builder().cpuTime(Duration.ofSeconds(1)).build())
                        .build())) {
            ExecResult result = sandbox.shell("while :; do :; done");
            assertThat(result.signal()).contains(Signal.XCPU);
        }
        assertThat(events)
                .filteredOn(event -> event instanceof SandboxEvent.LimitHit hit && hit.resource() == Resource.CPU_TIME)
                .hasSize(1);
    }

    @Test
    void limitedCommandsKeepTheirArgumentsExitCodesAndErrors() {
        try (Sandbox sandbox = limited(Limits.builder().openFiles(64).build())) {
            assertThat(sandbox.exec("printf", "%s|", "a b", "", "$x").stdout()).isEqualTo("a b||$x|");
            assertThat(sandbox.shell("exit 77").exitCode()).isEqualTo(77);
            assertThat(sandbox.exec("no-such-program").exitCode()).isEqualTo(127);
            assertThat(sandbox.shell("kill -9 $$").signal()).contains(Signal.KILL);
        }
    }

    @Test
    void processesAreLimitedOnlyWhereTheKernelEnforcesIt() {
        assertThat(provider.capabilities().has(Capability.LIMIT_PIDS)).isEqualTo(!HostPlatform.isRoot());
        assertThat(ProcessLimits.enforced(true, false)).contains(Capability.LIMIT_PIDS);
        assertThat(ProcessLimits.enforced(true, true)).doesNotContain(Capability.LIMIT_PIDS);
    }

    @Test
    void whatAPlainProcessCannotDoIsRefusedBeforeAnythingStarts() {
        assertRefused(
                Capability.LIMIT_MEMORY,
                builder -> builder.limits(
                        Limits.builder().memory(DataSize.ofMebibytes(64)).build()));
        assertRefused(
                Capability.LIMIT_CPU,
                builder -> builder.limits(Limits.builder().cpus(0.5).build()));
        assertRefused(
                Capability.LIMIT_DISK,
                builder -> builder.limits(
                        Limits.builder().disk(DataSize.ofMebibytes(64)).build()));
        assertRefused(Capability.NETWORK_NONE, builder -> builder.network(Network.NONE));
        assertRefused(Capability.USER, builder -> builder.user("nobody"));
        assertRefused(Capability.IMAGE, builder -> builder.image("alpine:3"));
        assertRefused(Capability.READ_ONLY_ROOT, builder -> builder.readOnlyRoot(true));
    }

    private void assertRefused(Capability capability, UnaryOperator<SandboxSpecBuilder> change) {
        SandboxSpec spec = change.apply(SandboxSpec.builder()).build();
        assertThatThrownBy(() -> provider.create(spec))
                .isInstanceOf(UnsupportedCapabilityException.class)
                .hasMessageContaining("Provider 'subprocess' does not support " + capability);
        assertThat(leftovers()).isEmpty();
    }
}
