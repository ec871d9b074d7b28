package dev.sandboxed.core.internal.choice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.ApiVersion;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Headroom;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.core.health.HealthSnapshot;
import dev.sandboxed.core.internal.health.Checks;
import dev.sandboxed.core.internal.health.Probe;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ProviderSurveyTests {

    private final ManualClock clock = new ManualClock();

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
                .extracting(ProviderReport::status, ProviderReport::declared)
                .containsExactly(
                        new ProviderStatus.Unavailable("no daemon answers", "systemctl start docker"),
                        Capabilities.of(Isolation.CONTAINER));
        assertThat(reports.get(1).status()).isEqualTo(new ProviderStatus.Available("1.0", Map.of()));
        assertThat(reports.get(2).status().isAvailable()).isFalse();
        assertThat(reports.get(2).capabilities()).isEmpty();
        assertThat(reports.get(3).status().isAvailable()).isFalse();
    }

    @Test
    void aSurveyThatIsTakenAgainKnowsSinceWhenAProviderDoesNotWork() {
        Headroom spare = new Headroom(1.5, DataSize.ofGibibytes(2), DataSize.ofGibibytes(10), 7);
        FakeProvider one = new FakeProvider("one").hasToSpare(spare);
        ProviderSurvey survey = surveyOf(one);
        Instant began = clock.instant();

        HealthSnapshot well = survey.take().get(0).health().orElseThrow();
        one.isUnavailable("the engine died", "");
        clock.advance(Duration.ofSeconds(5));
        HealthSnapshot ill = survey.take().get(0).health().orElseThrow();
        clock.advance(Duration.ofSeconds(5));
        HealthSnapshot stillIll = survey.take().get(0).health().orElseThrow();

        assertThat(well.headroom()).contains(spare);
        assertThat(well.live()).hasValue(0);
        assertThat(well.since()).contains(began);
        assertThat(ill.status()).contains(new ProviderStatus.Unavailable("the engine died", ""));
        assertThat(ill.since()).contains(began.plusSeconds(5));
        assertThat(ill.live()).isEmpty();
        assertThat(stillIll.since()).isEqualTo(ill.since());
        assertThat(stillIll.lastCheck()).contains(began.plusSeconds(10));
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

    private List<ProviderReport> survey(FakeProvider... providers) {
        return surveyOf(providers).take();
    }

    private ProviderSurvey surveyOf(FakeProvider... providers) {
        ProviderRegistry registry =
                ProviderRegistry.of(List.of(providers), name -> ProviderContext.in(Path.of("state", name)));
        return new ProviderSurvey(
                registry,
                new Checks(new Probe(Duration.ofSeconds(5), Duration.ofSeconds(5)), Duration.ofSeconds(30), clock));
    }
}
