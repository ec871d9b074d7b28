package dev.sandboxed.provider.microvm.internal.ctl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spec.SandboxSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Controllers that are missing, hang, or talk nonsense. */
@Timeout(60)
class BrokenControllerTests {

    @TempDir
    Path folder;

    /** Returns the provider over a controller that is a script; its first argument is the verb. */
    private CtlProvider over(String script) {
        String line = ShellWords.join(List.of("/bin/sh", "-c", script, "ctl"));
        return with(Map.of("LOCAL_MICROVM_CLI", line, "TMPDIR", folder.toString()));
    }

    private CtlProvider with(Map<String, String> environment) {
        return new CtlProvider(ProviderContext.in(folder.resolve("state")).withEnvironment(environment));
    }

    @Test
    void oneThatIsMissingIsUnavailableWithARemedy() {
        try (CtlProvider provider = with(Map.of("LOCAL_MICROVM_CLI", folder + "/none"))) {
            assertThat(provider.status()).isInstanceOfSatisfying(ProviderStatus.Unavailable.class, status -> {
                assertThat(status.reason()).contains(folder + "/none").contains("missing");
                assertThat(status.remedy()).contains("LOCAL_MICROVM_CLI");
            });
            assertThatThrownBy(() -> provider.create(SandboxSpec.defaults()))
                    .isInstanceOf(SandboxStartException.class)
                    .hasMessageContaining("127");
        }
    }

    @Test
    void oneWithoutAProbeIsUnavailableWithWhatItSaid() {
        try (CtlProvider provider = over("echo usage: ctl create >&2; exit 64")) {
            assertThat(provider.status())
                    .isInstanceOfSatisfying(
                            ProviderStatus.Unavailable.class,
                            status -> assertThat(status.reason())
                                    .contains("does not know 'probe'")
                                    .contains("usage: ctl create"));
        }
    }

    @Test
    void oneThatTalksNonsenseAndExitsWithZeroCanBeUsedAsFarAsThatGoes() {
        try (CtlProvider provider = over("printf '\\377{]nonsense'")) {
            assertThat(provider.status()).isInstanceOf(ProviderStatus.Available.class);
            assertThat(provider.capabilities().isolation()).isEqualTo(Isolation.MICROVM);
            assertThatThrownBy(() -> provider.create(SandboxSpec.defaults()))
                    .isInstanceOf(SandboxStartException.class)
                    .hasMessageContaining("nonsense");
            assertThat(provider.list()).isEmpty();
        }
    }

    @Test
    void oneThatHangsHoldsUpNobody() {
        try (CtlProvider provider = over("case $1 in probe) echo '{}' ;; kill) : ;; *) exec sleep 60 ;; esac")) {
            assertThat(provider.status()).isInstanceOf(ProviderStatus.Available.class);
            long begin = System.nanoTime();
            SandboxSpec spec =
                    SandboxSpec.builder().startupTimeout(Duration.ofSeconds(1)).build();
            assertThatThrownBy(() -> provider.create(spec))
                    .isInstanceOf(SandboxStartException.class)
                    .hasMessageContaining("start-up timeout");
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(20));
            assertThat(provider.list()).isEmpty();
        }
    }

    @Test
    void aProbeThatTakesLongIsNotWaitedFor() {
        try (CtlProvider provider = over("exec sleep 60")) {
            long begin = System.nanoTime();
            assertThat(provider.status().toString()).contains("no answer within");
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(2));
        }
    }

    @Test
    void onePromisingAMachineThatRunsOnThisKernelIsFoundOut() {
        try (CtlProvider provider =
                over("case $1 in probe) echo '{\"isolation\":\"microvm\"}' ;; exec) shift 6; exec \"$@\" ;; esac")) {
            SandboxSpec spec = SandboxSpec.builder()
                    .workdir(folder.resolve("work").toString())
                    .build();
            assertThatThrownBy(() -> provider.create(spec))
                    .isInstanceOf(SandboxStartException.class)
                    .hasMessageContaining("kernel of this very host");
        }
    }
}
