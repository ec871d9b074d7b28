package dev.sandboxed.junit.internal.injection;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.error.NoProviderException;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.core.internal.choice.ProviderRequest;
import dev.sandboxed.core.internal.choice.SelectedSandbox;
import dev.sandboxed.core.internal.choice.Selection;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.pool.Expectation;
import dev.sandboxed.core.internal.pool.Lease;
import dev.sandboxed.junit.Scope;
import dev.sandboxed.junit.internal.plan.ClaimPlan;
import dev.sandboxed.junit.internal.prepared.PreparedState;
import dev.sandboxed.junit.internal.record.Recording;
import dev.sandboxed.junit.internal.report.RecordingSandbox;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.opentest4j.TestAbortedException;

/**
 * One run of JUnit's engine. It ends when all its sandboxes are destroyed, and fails if one could not be.
 *
 * @param root its outermost context
 * @param runtime what its tests share with other runs of the session
 * @param plan what they are expected to claim; null if nobody knows
 */
public record TestRun(
        ExtensionContext root,
        SandboxedRuntime runtime,
        @Nullable ClaimPlan plan) implements AutoCloseable {

    /**
     * Returns the one that a test or class belongs to.
     *
     * @throws ExtensionConfigurationException if JUnit is too old
     */
    public static TestRun of(ExtensionContext context) {
        try {
            return context.getRoot()
                    .getStore(SandboxedExtension.NAMESPACE)
                    .getOrComputeIfAbsent(TestRun.class, absent -> open(context), TestRun.class);
        } catch (NoClassDefFoundError | NoSuchMethodError e) {
            throw new ExtensionConfigurationException(
                    "@Sandboxed needs JUnit 5.13 or newer, and the one on the class path lacks " + e.getMessage()
                            + "; update org.junit:junit-bom",
                    e);
        }
    }

    private static TestRun open(ExtensionContext context) {
        Store session = context.getStore(StoreScope.LAUNCHER_SESSION, SandboxedExtension.NAMESPACE);
        RunParameters parameters = RunParameters.read(context::getConfigurationParameter);
        Recording recording = session.get(Recording.keyOf(parameters), Recording.class);
        SandboxedRuntime runtime = session.getOrComputeIfAbsent(
                parameters, absent -> SandboxedRuntime.open(parameters, recording), SandboxedRuntime.class);
        Planning planning = session.get(Planning.class, Planning.class);
        return new TestRun(context.getRoot(), runtime, planning == null ? null : planning.await());
    }

    /** Returns what a place asks for in a test, which may run on a combination of a matrix. */
    TestSettings settings(InjectionPoint point, ExtensionContext context) {
        return runtime.settings(point, Combination.around(context));
    }

    /**
     * Claims the sandbox that a place asks for.
     *
     * @param context the test or class that it is asked for in
     * @param owner what it ends with
     * @throws TestAbortedException if no provider will do and the settings say to skip the test
     */
    TestSandbox claim(InjectionPoint point, ExtensionContext context, ExtensionContext owner) {
        return claim(
                point,
                context,
                owner,
                request -> point.scope() == Scope.CLASS_WITH_RESET
                        ? request.declaring(Set.of(Capability.SNAPSHOT))
                        : request);
    }

    private TestSandbox claim(
            InjectionPoint point,
            ExtensionContext context,
            ExtensionContext owner,
            UnaryOperator<ProviderRequest> adding) {
        TestSettings settings = settings(point, context);
        try {
            ProviderRequest request = adding.apply(settings.sandbox().request());
            if (settings.preparation().isPresent()) {
                SelectedSandbox copy = prepared(request, settings, context).restored();
                return new TestSandbox(copy, copy::close, settings, runtime, owner);
            }
            Expectation expected = plan == null ? null : plan.take(context.getUniqueId(), request);
            Lease lease = runtime.claim(request, expected);
            return new TestSandbox(lease.selected(), lease::close, settings, runtime, owner);
        } catch (NoProviderException | ProviderUnavailableException | UnsupportedCapabilityException e) {
            if (settings.mayBeSkipped()) {
                throw new TestAbortedException("No sandbox for " + point.where() + ". " + e.getMessage(), e);
            }
            throw e;
        }
    }

    /** Returns what tests of a class begin with; whoever comes first prepares it, and it is gone with the class. */
    private PreparedState prepared(ProviderRequest asked, TestSettings settings, ExtensionContext context) {
        ExtensionContext ofClass = classOf(context);
        ProviderRequest request = asked.declaring(Set.of(Capability.SNAPSHOT));
        return ofClass.getStore(SandboxedExtension.NAMESPACE)
                .getOrComputeIfAbsent(
                        List.of(ofClass.getUniqueId(), settings.preparation(), request),
                        absent -> prepare(request, settings, ofClass),
                        PreparedState.class);
    }

    /** Returns the context of the class that a test belongs to, or of the class itself. */
    static ExtensionContext classOf(ExtensionContext context) {
        ExtensionContext around = context;
        while (around.getTestMethod().isPresent()) {
            around = around.getParent().orElseThrow();
        }
        return around;
    }

    private PreparedState prepare(ProviderRequest request, TestSettings settings, ExtensionContext ofClass) {
        Lease lease = runtime.claim(request, null);
        runtime.witness().claimed(lease.selected(), ofClass.getUniqueId());
        RecordingSandbox recorded =
                new RecordingSandbox(lease.selected(), settings.sandbox().timeout(), runtime.witness());
        try {
            return PreparedState.of(
                    lease.selected(), recorded, settings.preparation().orElseThrow());
        } finally {
            runtime.witness().released(recorded.id());
            recorded.closeCopies(lease::close);
        }
    }

    /** Returns what holds for the whole run. */
    public Configuration general() {
        return runtime.general();
    }

    /** Returns which provider would be taken; throws as {@link #claimFor} does if none will do. */
    public Selection select(ProviderRequest request) {
        return runtime.select(request);
    }

    /** Returns what a test asks for that is itself to run in a sandbox. */
    public ProviderRequest requestOf(ExtensionContext test) {
        return settings(pointOf(test), test).sandbox().request();
    }

    /**
     * Claims the sandbox that a test itself is to run in, which is released when the test has ended.
     *
     * @param adding adds to the request what it takes to run there
     * @throws TestAbortedException if no provider will do and the settings say to skip the test
     */
    public Sandbox claimFor(ExtensionContext test, UnaryOperator<ProviderRequest> adding) {
        return test.getStore(SandboxedExtension.NAMESPACE)
                .getOrComputeIfAbsent(
                        List.of(test.getUniqueId(), "inside"),
                        absent -> claim(pointOf(test), test, test, adding),
                        TestSandbox.class)
                .sandbox();
    }

    /**
     * Has the sandboxes made ahead that tests are to run in, now that it is known what it takes.
     *
     * @param adding adds to their requests what it takes to run there
     */
    public void expectAround(UnaryOperator<ProviderRequest> adding) {
        if (plan != null) {
            plan.complete(adding);
        }
    }

    /** Claims a sandbox that belongs to no test. */
    public Lease claimApart(ProviderRequest request) {
        return runtime.claim(request, null);
    }

    private static InjectionPoint pointOf(ExtensionContext test) {
        return InjectionPoint.of(test.getRequiredTestMethod(), test.getRequiredTestClass());
    }

    /** Returns the first place where a test wants a sandbox to be injected, for people. */
    public static Optional<String> wantedBy(ExtensionContext test) {
        WantedSandbox.User user = new WantedSandbox.User(test.getRequiredTestClass(), test.getRequiredTestMethod());
        List<Method> method = List.of(test.getRequiredTestMethod());
        Stream<WantedSandbox> around = test.getRequiredTestInstances().getAllInstances().stream()
                .map(Object::getClass)
                .flatMap(type -> Stream.of(
                                WantedSandbox.fields(type, true).stream().map(field -> WantedSandbox.of(field, type)),
                                WantedSandbox.fields(type, false).stream().map(field -> WantedSandbox.of(field, type)),
                                WantedSandbox.ofConstructors(type, user).stream(),
                                WantedSandbox.aroundAll(type).stream(),
                                WantedSandbox.aroundEach(type, user).stream())
                        .flatMap(wanted -> wanted));
        return Stream.concat(WantedSandbox.ofParameters(method, user.testClass(), user).stream(), around)
                .map(wanted -> wanted.point().where())
                .findFirst();
    }

    /** Waits until all sandboxes are destroyed that were released; fails if one could not be. */
    @Override
    public void close() {
        if (plan != null) {
            plan.endedAll();
        }
        runtime.pool().settle();
        if (runtime.reportsAlways()) {
            root.publishReportEntry("sandbox.pool", runtime.pool().statistics().toString());
        }
    }
}
