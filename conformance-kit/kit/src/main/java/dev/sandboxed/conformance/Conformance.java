package dev.sandboxed.conformance;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;
import static org.junit.platform.launcher.EngineFilter.includeEngines;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.certificate.Certificate;
import dev.sandboxed.conformance.certificate.ClauseResult;
import dev.sandboxed.conformance.contract.Clause;
import dev.sandboxed.conformance.contract.Contract;
import dev.sandboxed.conformance.examination.Candidate;
import dev.sandboxed.conformance.examination.ExaminationExtension;
import dev.sandboxed.conformance.examination.ExaminationSettings;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Examines a provider from a program, on JUnit's launcher: for command lines and build tools. */
public final class Conformance {

    /** All tests, in the order in which JUnit runs them. */
    private static final List<Method> TESTS = ReflectionSupport.findMethods(
            ExaminedCandidate.class,
            method -> method.isAnnotationPresent(Clause.class),
            HierarchyTraversalMode.TOP_DOWN);

    private Conformance() {}

    /**
     * Examines a provider.
     *
     * @param factory opens the provider
     * @param settings how it is examined
     * @param progress told what came of each test, as it ends
     * @param listeners told by JUnit what it does, for example to write a report
     * @return what was found, for good or ill
     * @throws dev.sandboxed.api.error.ProviderUnavailableException if the provider does not work on this host
     * @throws IllegalArgumentException if the settings name a clause that does not exist
     */
    public static Certificate examine(
            SandboxProviderFactory factory,
            ExaminationSettings settings,
            Consumer<ClauseResult> progress,
            TestExecutionListener... listeners) {
        AtomicReference<Certificate> certificate = new AtomicReference<>();
        ContainerFailure failure = new ContainerFailure();
        try (LauncherSession session = LauncherFactory.openSession(config())) {
            ExaminationExtension.offer(session.getStore(), new Candidate() {
                @Override
                public SandboxProviderFactory factory() {
                    return factory;
                }

                @Override
                public ExaminationSettings settings() {
                    return settings;
                }

                @Override
                public void tell(ClauseResult result) {
                    progress.accept(result);
                }

                @Override
                public void conclude(Certificate concluded) {
                    certificate.set(concluded);
                }
            });
            TestExecutionListener[] all = Arrays.copyOf(listeners, listeners.length + 1);
            all[listeners.length] = failure;
            session.getLauncher().execute(request(tests(settings, listeners.length > 0)), all);
        }
        Certificate concluded = certificate.get();
        if (concluded == null) {
            throw failure.asException();
        }
        return concluded;
    }

    /** Nothing that lies on the class path by chance takes part. */
    private static LauncherConfig config() {
        return LauncherConfig.builder()
                .enableLauncherSessionListenerAutoRegistration(false)
                .enableLauncherDiscoveryListenerAutoRegistration(false)
                .enablePostDiscoveryFilterAutoRegistration(false)
                .enableTestExecutionListenerAutoRegistration(false)
                .build();
    }

    /** Whoever listens hears of the tests that are left out as well. Without anybody, JUnit need not look for them. */
    private static List<? extends DiscoverySelector> tests(ExaminationSettings settings, boolean heard) {
        List<String> selected = Contract.current().matching(settings.clauses());
        List<? extends DiscoverySelector> some = TESTS.stream()
                .filter(method ->
                        selected.contains(method.getAnnotation(Clause.class).value()))
                .map(method -> selectMethod(ExaminedCandidate.class, method))
                .toList();
        return heard || some.isEmpty() ? List.of(selectClass(ExaminedCandidate.class)) : some;
    }

    /** Two threads: one for the clause that waits for long, one for all others, in order. */
    private static LauncherDiscoveryRequest request(List<? extends DiscoverySelector> tests) {
        return LauncherDiscoveryRequestBuilder.request()
                .selectors(tests)
                .filters(includeEngines("junit-jupiter"))
                .enableImplicitConfigurationParameters(false)
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
                .configurationParameter("junit.jupiter.execution.parallel.mode.default", "same_thread")
                .configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
                .configurationParameter("junit.jupiter.execution.parallel.config.fixed.parallelism", "2")
                .build();
    }

    /** Keeps what kept the class as a whole from running. */
    private static final class ContainerFailure implements TestExecutionListener {

        private final AtomicReference<Throwable> first = new AtomicReference<>();

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (test.isContainer()) {
                result.getThrowable().ifPresent(thrown -> first.compareAndSet(null, thrown));
            }
        }

        RuntimeException asException() {
            Throwable thrown = first.get();
            return thrown instanceof RuntimeException known
                    ? known
                    : new IllegalStateException("The examination did not come to an end: " + thrown, thrown);
        }
    }
}
