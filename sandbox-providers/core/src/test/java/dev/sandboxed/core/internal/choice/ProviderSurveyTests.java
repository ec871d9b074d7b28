package dev.sandboxed.core.internal.choice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.ApiVersion;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.core.internal.health.Checks;
import dev.sandboxed.core.internal.health.Probe;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ProviderSurveyTests {

    @Test
    void everyProviderIsReportedInTheOrderOfTheChain() {
        FakeProvider subprocess = new FakeProvider("subprocess").declares(Isolation.PROCESS);
        FakeProvider docker = new FakeProvider("docker")
                .declares(Isolation.CONTAINER)
                .isUnavailable("no daemon answers", "systemctl start docker");
        FakeProvider broken = new FakeProvider("broken").opens(() -> {
            throw new IllegalStateException("bad settings");
        });
        FakeProvider later = new FakeProvider("later").apiVersion(ApiVersion.CURRENT + 1);

        List<ProviderReport> reports = survey(subprocess, later, broken, docker);

        assertThat(reports).extracting(ProviderReport::name).containsExactly("docker", "subprocess", "broken", "later");
        assertThat(reports.get(0))
                .isEqualTo(new ProviderReport(
                        "docker",
                        new ProviderStatus.Unavailable("no daemon answers", "systemctl start docker"),
                        Capabilities.of(Isolation.CONTAINER)));
        assertThat(reports.get(1).status()).isEqualTo(new ProviderStatus.Available("1.0", Map.of()));
        assertThat(reports.get(2).status().isAvailable()).isFalse();
        assertThat(reports.get(2).capabilities()).isEmpty();
        assertThat(reports.get(3).status().isAvailable()).isFalse();
    }

    @Test
    void providersAreAskedAtTheSameTime() {
        CountDownLatch bothAsked = new CountDownLatch(2);
        FakeProvider one = new FakeProvider("one").answers(() -> meet(bothAsked));
        FakeProvider two = new FakeProvider("two").answers(() -> meet(bothAsked));

        assertThat(survey(one, two))
                .extracting(report -> report.status().isAvailable())
                .containsExactly(true, true);
    }

    private static ProviderStatus meet(CountDownLatch latch) {
        latch.countDown();
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return new ProviderStatus.Available("1", Map.of());
    }

    private static List<ProviderReport> survey(FakeProvider... providers) {
        ProviderRegistry registry =
                ProviderRegistry.of(List.of(providers), name -> ProviderContext.in(Path.of("state", name)));
        return new ProviderSurvey(
                        registry,
                        new Checks(
                                new Probe(Duration.ofSeconds(5), Duration.ofSeconds(5)),
                                Duration.ofSeconds(30),
                                InstantSource.system()))
                .take();
    }
}
