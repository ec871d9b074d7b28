package dev.sandboxed.conformance.examination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.EventConditions.skippedWithReason;
import static org.junit.platform.testkit.engine.EventConditions.test;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.api.spi.ForwardingSandboxProvider;
import dev.sandboxed.conformance.certificate.Certificate;
import dev.sandboxed.conformance.certificate.ClauseResult;
import dev.sandboxed.conformance.certificate.Outcome;
import dev.sandboxed.conformance.contract.Clause;
import dev.sandboxed.conformance.internal.trial.Trial;
import dev.sandboxed.testkit.MockSandboxProvider;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

class ExaminationTests {

    private static SandboxProviderFactory factory;
    private static ExaminationSettings settings;
    private static Certificate certificate;
    private static Sandbox made;
    private static boolean hang;

    @BeforeEach
    void anOrdinaryProvider() {
        settings = ExaminationSettings.DEFAULT;
        certificate = null;
        hang = false;
        factory = opening(provider -> provider);
    }

    @Test
    void aPromiseThatIsKeptPasses() {
        run();

        assertThat(result("EXEC-5").outcome()).isEqualTo(Outcome.PASSED);
        assertThat(result("EXEC-5").reason()).isEmpty();
    }

    @Test
    void aBrokenPromiseIsNamedWithItsPlaceAndWhatCameInstead() {
        EngineExecutionResults results = run();

        assertThat(result("EXEC-4").outcome()).isEqualTo(Outcome.FAILED);
        results.testEvents()
                .assertThatEvents()
                .haveExactly(
                        1,
                        event(
                                test("broken"),
                                finishedWithFailure(
                                        message(text -> text.startsWith("EXEC-4 is broken: the code came back changed")
                                                && text.contains("Exit codes 0 to 255 come back unchanged.")
                                                && text.contains("docs/contract.md#exec-4")))));
    }

    @Test
    void whatIsNotClaimedIsSkippedWithThatReason() {
        run().testEvents()
                .assertThatEvents()
                .haveExactly(1, event(test("paused"), skippedWithReason("the provider does not declare PAUSE")));

        assertThat(result("PAUSE-1").outcome()).isEqualTo(Outcome.NOT_CLAIMED);
    }

    @Test
    void claimingAndFailingIsFailing() {
        factory = opening(provider -> provider, Capability.PAUSE);
        run();

        assertThat(result("PAUSE-1").outcome()).isEqualTo(Outcome.FAILED);
    }

    @Test
    void aTestThatIsImpossibleHereIsUntestedAndPreventsACertificate() {
        run();

        assertThat(result("LIFE-13").outcome()).isEqualTo(Outcome.UNTESTED);
        assertThat(result("LIFE-13").reason()).contains("nobody said how");
        assertThat(result("LIFE-13").preventsCertification()).isTrue();
    }

    @Test
    void theGravestOfSeveralTestsCounts() {
        run();

        assertThat(result("EXEC-6").outcome()).isEqualTo(Outcome.FAILED);
        assertThat(result("EXEC-6").reason()).contains("the second part");
    }

    @Test
    void anExpectedFailureIsReportedAsSuchAndAbortsItsTest() {
        settings = settings.withExpectations(Expectations.of(Map.of("EXEC-4", "known since May")));

        assertThat(run().testEvents().aborted().count()).isEqualTo(2);
        assertThat(result("EXEC-4").outcome()).isEqualTo(Outcome.EXPECTED_FAILURE);
        assertThat(result("EXEC-4").reason()).contains("known since May").contains("the code came back changed");
        assertThat(result("EXEC-4").preventsCertification()).isTrue();
    }

    @Test
    void anExpectedFailureThatPassesIsTold() {
        settings = settings.withExpectations(Expectations.of(Map.of("EXEC-5", "known since May")));
        run();

        assertThat(result("EXEC-5").outcome()).isEqualTo(Outcome.PASSED);
        assertThat(result("EXEC-5").reason()).isEqualTo("it was expected to fail (known since May) and passed");
    }

    @Test
    void clausesLeftOutAreUntestedAndCertifyNothing() {
        settings = settings.withClauses("EXEC-5");
        run();

        assertThat(result("EXEC-4").outcome()).isEqualTo(Outcome.UNTESTED);
        assertThat(result("EXEC-4").reason()).contains("left out of this run, which examined EXEC-5");
        assertThat(certificate.isCertified()).isFalse();
    }

    @Test
    void sandboxesOfATestThatDiesAreDestroyed() {
        run();

        assertThat(made.state()).isEqualTo(SandboxState.DESTROYED);
        assertThat(certificate.leftovers()).isEmpty();
    }

    @Test
    void aTestThatHangsIsGivenUp() {
        hang = true;
        run();

        assertThat(result("EXEC-23").outcome()).isEqualTo(Outcome.FAILED);
        assertThat(result("EXEC-23").reason()).contains("timed out after 1000 ms");
    }

    @Test
    void aSandboxThatStaysIsALeftoverAndFailsTheClass() {
        factory = opening(provider -> closingWith(provider, () -> {}));

        run().containerEvents()
                .assertThatEvents()
                .haveExactly(
                        1,
                        event(finishedWithFailure(
                                message(text -> text.startsWith("The provider left something behind")))));
        assertThat(certificate.leftovers()).anySatisfy(left -> assertThat(left).contains("EXEC-5: sandbox mock-"));
        assertThat(certificate.isCertified()).isFalse();
    }

    @Test
    void anErrorWhenASandboxIsClosedIsPutOnRecordAndLosesNoResult() {
        factory = opening(provider -> closingWith(provider, () -> {
            throw new NoClassDefFoundError("something/Missing");
        }));
        run();

        assertThat(result("EXEC-5").outcome()).isEqualTo(Outcome.PASSED);
        assertThat(result("EXEC-4").outcome()).isEqualTo(Outcome.FAILED);
        assertThat(certificate.leftovers())
                .anySatisfy(
                        left -> assertThat(left).contains("could not be closed").contains("something/Missing"));
        assertThat(certificate.isCertified()).isFalse();
    }

    @Test
    void aClauseWithATestThatDidNotRunIsUntested() {
        run(OverridingFixture.class);

        assertThat(result("EXEC-5").outcome()).isEqualTo(Outcome.UNTESTED);
        assertThat(result("EXEC-5").reason()).isEqualTo("only 1 of its 2 tests have run");
    }

    @Test
    void testsWithoutAClauseAreLeftAlone() {
        assertThat(run(OverridingFixture.class).testEvents().succeeded().stream())
                .anyMatch(event -> event.getTestDescriptor().getDisplayName().startsWith("ownTest"));
    }

    @Test
    void aProviderWhoseSpeedCannotBeMeasuredGetsItsCertificateAllTheSame() {
        settings = settings.withTimings();
        run();

        assertThat(certificate.timings()).isEmpty();
        assertThat(certificate.leftovers())
                .anySatisfy(left -> assertThat(left).startsWith("its speed could not be measured"));
    }

    /** Clauses and measurements: a real machine that took more than a minute to boot failed them all, however patient they were. */
    @Test
    void patienceIsHadWithTheStartOfEachSandbox() {
        Set<Duration> allowed = ConcurrentHashMap.newKeySet();
        factory = opening(provider -> new ForwardingSandboxProvider(provider) {
            @Override
            public Sandbox create(SandboxSpec spec) {
                allowed.add(spec.startupTimeout());
                return provider().create(spec);
            }
        });
        settings = settings.withPatience(8).withTimings();
        run();

        assertThat(allowed).containsExactly(SandboxSpec.DEFAULT_STARTUP_TIMEOUT.multipliedBy(8));
    }

    @Test
    void aProviderThatIsUnavailableFailsTheClassAndLeavesNothing() {
        factory = new FixedFactory(context -> MockSandboxProvider.builder()
                .unavailable("no engine", "start one")
                .build());

        run().containerEvents()
                .assertThatEvents()
                .haveExactly(
                        1,
                        event(finishedWithFailure(
                                message(text -> text.contains("cannot be examined on this host: no engine")
                                        && text.contains("start one")))));
        assertThat(certificate).isNull();
    }

    private static SandboxProvider closingWith(SandboxProvider working, Runnable end) {
        return new ForwardingSandboxProvider(working) {
            @Override
            public Sandbox create(SandboxSpec spec) {
                return new ForwardingSandbox(provider().create(spec)) {
                    @Override
                    public void close() {
                        end.run();
                    }
                };
            }
        };
    }

    private static SandboxProviderFactory opening(UnaryOperator<SandboxProvider> change, Capability... claimed) {
        return new FixedFactory(context -> change.apply(MockSandboxProvider.builder()
                .capabilities(Capabilities.of(Isolation.PROCESS, claimed).withStartup(Duration.ZERO))
                .context(context)
                .build()));
    }

    private static EngineExecutionResults run() {
        return run(Fixture.class);
    }

    private static EngineExecutionResults run(Class<?> type) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(type))
                .execute();
    }

    private static ClauseResult result(String id) {
        return certificate.clauses().stream()
                .filter(clause -> clause.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    @ExtendWith(ExaminationExtension.class)
    static class Fixture implements Candidate {

        @Override
        public SandboxProviderFactory factory() {
            return factory;
        }

        @Override
        public ExaminationSettings settings() {
            return settings;
        }

        @Override
        public void conclude(Certificate concluded) {
            certificate = concluded;
        }

        @Test
        @Clause("EXEC-5")
        void kept(Trial trial) {
            assertEquals(SandboxState.RUNNING, trial.sandbox().state());
        }

        @Test
        @Clause("EXEC-4")
        void broken(Trial trial) {
            made = trial.sandbox();
            assertEquals(1, 2, "the code came back changed");
        }

        @Test
        @Clause("EXEC-6")
        void firstPart(Trial trial) {
            trial.sandbox();
        }

        @Test
        @Clause("EXEC-6")
        void secondPart(Trial trial) {
            assertEquals(1, 2, "the second part");
        }

        @Test
        @Clause("PAUSE-1")
        void paused(Trial trial) {
            assertEquals(1, 2, "it runs on");
        }

        @Test
        @Clause("LIFE-13")
        void impossible(Trial trial) {
            abort("nobody said how");
        }

        @Test
        @Clause(value = "EXEC-23", seconds = 1)
        void hanging(Trial trial) throws InterruptedException {
            if (hang) {
                new CountDownLatch(1).await();
            }
        }
    }

    /** An author who has overridden a test of the kit, and has one of his own. */
    static class OverridingFixture extends Fixture {

        @Override
        void kept(Trial trial) {
            // Not annotated, so JUnit does not run it.
        }

        @Test
        @Clause("EXEC-5")
        void another(Trial trial) {
            assertEquals(SandboxState.RUNNING, trial.sandbox().state());
        }

        @Test
        void ownTest() {
            assertEquals(4, 2 + 2);
        }
    }
}
