package dev.sandboxed.junit.internal.injection;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.error.NoProviderException;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.core.internal.choice.ProviderRequest;
import dev.sandboxed.core.internal.choice.SelectedSandbox;
import dev.sandboxed.core.internal.pool.Expectation;
import dev.sandboxed.core.internal.pool.Lease;
import dev.sandboxed.junit.internal.plan.ClaimPlan;
import dev.sandboxed.junit.internal.prepared.PreparedState;
import dev.sandboxed.junit.internal.record.Recording;
import dev.sandboxed.junit.internal.report.RecordingSandbox;
import java.util.List;
import java.util.Set;
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
record TestRun(
        ExtensionContext root,
        SandboxedRuntime runtime,
        @Nullable ClaimPlan plan) implements AutoCloseable {

    /**
     * Returns the one that a test or class belongs to.
     *
     * @throws ExtensionConfigurationException if JUnit is too old
     */
    static TestRun of(ExtensionContext context) {
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
        TestSettings settings = settings(point, context);
        ProviderRequest request = settings.sandbox().request();
        Expectation expected = plan == null ? null : plan.take(context.getUniqueId(), request);
        try {
            if (settings.preparation().isPresent()) {
                SelectedSandbox copy = prepared(settings, context).restored();
                return new TestSandbox(copy, copy::close, settings, runtime.witness(), owner);
            }
            Lease lease = runtime.claim(request, expected);
            return new TestSandbox(lease.selected(), lease::close, settings, runtime.witness(), owner);
        } catch (NoProviderException | ProviderUnavailableException | UnsupportedCapabilityException e) {
            if (settings.mayBeSkipped()) {
                throw new TestAbortedException("No sandbox for " + point.where() + ". " + e.getMessage(), e);
            }
            throw e;
        }
    }

    /** Returns what tests of a class begin with; whoever comes first prepares it, and it is gone with the class. */
    private PreparedState prepared(TestSettings settings, ExtensionContext context) {
        ExtensionContext ofClass = classOf(context);
        ProviderRequest request = settings.sandbox().request().declaring(Set.of(Capability.SNAPSHOT));
        return ofClass.getStore(SandboxedExtension.NAMESPACE)
                .getOrComputeIfAbsent(
                        List.of(ofClass.getUniqueId(), settings.preparation(), request),
                        absent -> prepare(request, settings),
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

    private PreparedState prepare(ProviderRequest request, TestSettings settings) {
        try (Lease lease = runtime.claim(request, null)) {
            Sandbox recorded = new RecordingSandbox(
                    lease.selected().sandbox(), settings.sandbox().timeout(), runtime.witness());
            return PreparedState.of(
                    lease.selected(), recorded, settings.preparation().orElseThrow());
        }
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
