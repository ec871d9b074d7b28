package dev.sandboxed.core.internal.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.core.health.HealthSnapshot;
import dev.sandboxed.core.internal.health.Checks;
import dev.sandboxed.core.internal.health.Probe;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How often providers are asked, and what becomes of those that fail. */
@Timeout(30)
class ProviderHealthTests {

    private static final ProviderRequest ANY = ProviderRequest.of(SandboxSpec.defaults());
    private static final ProviderStatus WORKS = new ProviderStatus.Available("1.0", Map.of());
    private static final ProviderStatus DOWN = new ProviderStatus.Unavailable("the engine is down", "start it");

    private final ManualClock clock = new ManualClock();
    private final FakeProvider docker = new FakeProvider("docker").declares(Isolation.CONTAINER);
    private final FakeProvider subprocess = new FakeProvider("subprocess");
    private final ProviderChain chain = new ProviderChain(
            ProviderRegistry.of(List.of(docker, subprocess), name -> ProviderContext.in(Path.of("state", name))),
            new Checks(new Probe(Duration.ofSeconds(20), Duration.ofSeconds(20)), Duration.ofSeconds(30), clock));

    @Test
    void aProviderIsAskedOnceForManySandboxes() {
        for (int i = 0; i < 50; i++) {
            assertThat(chosen()).isEqualTo("docker");
        }

        assertThat(docker.calls).containsExactly("open", "capabilities", "status");
    }

    @Test
    void manyThatAskAtOnceShareOneAnswer() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        docker.answers(() -> {
            asked.countDown();
            waitFor(goOn);
            return WORKS;
        });
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<String>> answers =
                    Stream.generate(() -> threads.submit(this::chosen)).limit(8).toList();
            waitFor(asked);
            goOn.countDown();
            for (Future<String> answer : answers) {
                assertThat(answer.get()).isEqualTo("docker");
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(Collections.frequency(docker.calls, "status")).isEqualTo(1);
    }

    @Test
    void anAnswerThatIsNoLongerFreshIsStillGivenAndRefreshedInTheBackground() {
        assertThat(chosen()).isEqualTo("docker");
        docker.answers(() -> DOWN);
        clock.advance(Duration.ofSeconds(29));
        assertThat(chosen()).as("still fresh").isEqualTo("docker");

        clock.advance(Duration.ofSeconds(2));
        assertThat(chosen()).as("the old answer, without waiting").isEqualTo("docker");

        await().until(this::chosen, "subprocess"::equals);
        assertThat(chain.health())
                .filteredOn(snapshot -> snapshot.provider().equals("docker"))
                .singleElement()
                .satisfies(snapshot -> {
                    assertThat(snapshot.status()).contains(DOWN);
                    assertThat(snapshot.since()).contains(clock.instant());
                });
    }

    @Test
    void anAnswerThatNobodyWantedForLongIsAskedForAgainBeforeItIsGiven() {
        assertThat(chosen()).isEqualTo("docker");
        docker.answers(() -> DOWN);

        clock.advance(Duration.ofMinutes(5));

        assertThat(chosen()).isEqualTo("subprocess");
    }

    @Test
    void aBadAnswerThatCameLateIsAskedForAgain() {
        docker.answers(() -> {
            docker.answers(() -> WORKS);
            return late(DOWN);
        });

        assertThat(chosen()).isEqualTo("docker");
        assertThat(Collections.frequency(docker.calls, "status")).isEqualTo(2);
    }

    /** While others compiled, gVisor took longer than its second twice, and all tests that named it failed. */
    @Test
    void twoLateAnswersMakeNoProviderUnavailableOnABusyMachine() {
        docker.answers(() -> {
            docker.answers(() -> {
                docker.answers(() -> WORKS);
                return late(DOWN);
            });
            return late(DOWN);
        });

        assertThat(chosen()).isEqualTo("docker");
    }

    @Test
    void oneThatIsAlwaysLateIsLeftOutInTheEnd() {
        docker.answers(() -> late(DOWN));

        assertThat(chosen()).isEqualTo("subprocess");
        assertThat(Collections.frequency(docker.calls, "status")).isEqualTo(4);
    }

    /** One that was named was unavailable on a busy machine, because it told half a second too late what it can do. */
    @Test
    void whatItCanDoIsAskedForAgainWhereTheAnswerCameTooLate() {
        ProviderChain hasty = new ProviderChain(
                ProviderRegistry.of(List.of(docker), name -> ProviderContext.in(Path.of("state", name))),
                new Checks(new Probe(Duration.ofMillis(700), Duration.ofSeconds(20)), Duration.ofSeconds(30), clock));
        CountDownLatch never = new CountDownLatch(1);
        docker.declares(() -> {
            docker.declares(Isolation.CONTAINER);
            waitFor(never);
            return Capabilities.of(Isolation.CONTAINER);
        });

        assertThat(hasty.select(ANY).provider().name()).isEqualTo("docker");
        assertThat(Collections.frequency(docker.calls, "capabilities")).isEqualTo(2);
    }

    @Test
    void oneThatRecoversIsTakenAgain() {
        docker.answers(() -> DOWN);
        assertThat(chosen()).isEqualTo("subprocess");
        docker.answers(() -> WORKS);
        assertThat(chosen()).as("it is not asked by every test").isEqualTo("subprocess");

        clock.advance(Duration.ofSeconds(31));

        await().until(this::chosen, "docker"::equals);
    }

    @Test
    void afterAFailedCreationTheStatusIsAskedForAgain() {
        docker.creates(() -> {
            docker.answers(() -> DOWN);
            throw new ProviderUnavailableException(
                    Fault.of("the socket is gone").provider("docker"));
        });

        assertThat(chain.create(ANY).selection().provider()).isSameAs(subprocess);
        assertThat(chain.create(ANY).selection().provider()).isSameAs(subprocess);

        assertThat(Collections.frequency(docker.calls, "create")).isEqualTo(1);
        assertThat(Collections.frequency(docker.calls, "status")).isEqualTo(2);
        assertThat(chain.health())
                .extracting(HealthSnapshot::lastError)
                .anySatisfy(error -> assertThat(error).contains("the socket is gone"));
    }

    @Test
    void aSpecThatFailsAgainAndAgainIsNotTriedByEveryTest() {
        docker.creates(() -> {
            throw new SandboxStartException(Fault.of("the image is damaged").remedy("fetch it again"));
        });
        ProviderRequest named = ANY.on("docker");
        for (int i = 0; i < 3; i++) {
            assertThatExceptionOfType(SandboxStartException.class)
                    .isThrownBy(() -> chain.create(named))
                    .withMessageContaining("the image is damaged")
                    .withMessageNotContaining("the last 3");
        }

        assertThatExceptionOfType(SandboxStartException.class)
                .isThrownBy(() -> chain.create(named))
                .withMessageContaining("the last 3 creations of such a sandbox failed, and it is asked again in ")
                .withMessageContaining("the image is damaged")
                .withMessageContaining("fetch it again");
        assertThat(Collections.frequency(docker.calls, "create")).isEqualTo(3);

        docker.creates(FakeSandbox::new);
        ProviderRequest other = ProviderRequest.of(
                        SandboxSpec.builder().label("other", "yes").build())
                .on("docker");
        assertThat(chain.create(other).selection().provider())
                .as("other specs are not concerned")
                .isSameAs(docker);
        clock.advance(Duration.ofSeconds(6));
        assertThat(chain.create(named).selection().provider()).isSameAs(docker);
    }

    @Test
    void waitingInVainAtAPoolElsewhereWasTakenForAFaultOfTheProvider() {
        docker.creates(() -> {
            throw new SandboxStartException(Fault.of("as many live as may"));
        });
        ProviderRegistry registry = ProviderRegistry.of(
                List.of(new ExpectantProvider(docker)), name -> ProviderContext.in(Path.of("state", name)));
        ProviderChain pooled = new ProviderChain(
                registry,
                new Checks(new Probe(Duration.ofSeconds(20), Duration.ofSeconds(20)), Duration.ofSeconds(30), clock));
        for (int i = 0; i < 5; i++) {
            assertThatExceptionOfType(SandboxStartException.class)
                    .isThrownBy(() -> pooled.create(ANY.on("docker")))
                    .withMessageContaining("as many live as may")
                    .withMessageNotContaining("the last");
        }

        docker.creates(FakeSandbox::new);
        for (int i = 0; i < 3; i++) {
            pooled.create(ANY.on("docker"));
        }
        assertThat(registry.startups().of("docker"))
                .as("what was ready elsewhere says nothing of how long it takes")
                .isEmpty();
    }

    private String chosen() {
        return chain.select(ANY).provider().name();
    }

    private static ProviderStatus late(ProviderStatus status) {
        LockSupport.parkNanos(Duration.ofMillis(700).toNanos());
        return status;
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
