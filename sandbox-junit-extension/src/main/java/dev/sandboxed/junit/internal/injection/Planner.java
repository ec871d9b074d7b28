package dev.sandboxed.junit.internal.injection;

import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.core.internal.choice.ProviderRequest;
import dev.sandboxed.junit.SandboxMatrix;
import dev.sandboxed.junit.internal.plan.ClaimPlan;
import dev.sandboxed.junit.internal.plan.InvocationCount;
import dev.sandboxed.junit.internal.plan.PlannedClaim;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;

/** Finds out what the tests of a plan will claim, from where they come from alone: no code of theirs is run. */
final class Planner {

    private final Supplier<SandboxedRuntime> runtime;
    private final boolean onePerClass;
    private final Map<Object, Optional<ProviderRequest>> known = new HashMap<>();

    /**
     * Plans nothing yet.
     *
     * @param runtime what the tests will share; not asked for unless one of them wants a sandbox
     * @param onePerClass whether all tests of a class share an instance of it, unless they say otherwise
     */
    Planner(Supplier<SandboxedRuntime> runtime, boolean onePerClass) {
        this.runtime = runtime;
        this.onePerClass = onePerClass;
    }

    /** Announces the claims of all tests to the pool; returns null if there are none. */
    @Nullable
    ClaimPlan plan(List<PlannedTest> tests) {
        List<PlannedClaim> claims = new ArrayList<>();
        List<PlannedClaim> inside = new ArrayList<>();
        List<String> counted = new ArrayList<>();
        for (PlannedTest test : tests) {
            List<ProviderRequest> requests = requestsOf(test);
            OptionalInt count = requests.isEmpty() ? OptionalInt.empty() : invocations(test);
            List<PlannedClaim> those = test.runsInside() ? inside : claims;
            for (int i = 0; i < count.orElse(1); i++) {
                requests.forEach(request -> those.add(new PlannedClaim(test.id(), request)));
            }
            if (count.isPresent()) {
                counted.add(test.id());
            }
        }
        if (claims.isEmpty() && inside.isEmpty()) {
            return null;
        }
        ClaimPlan plan = new ClaimPlan(runtime.get().pool());
        counted.forEach(plan::knowsCountOf);
        plan.add(claims);
        plan.addLater(inside);
        return plan;
    }

    private List<ProviderRequest> requestsOf(PlannedTest test) {
        return wantedBy(test).stream()
                .filter(wanted ->
                        test.runsInside() || !wanted.point().placements().isEmpty())
                .filter(Planner::isPredictable)
                .distinct()
                .flatMap(wanted ->
                        known.computeIfAbsent(wanted.point().kind(), absent -> request(wanted.point())).stream())
                .toList();
    }

    /** What is wrong with the settings, the test itself will say. */
    private Optional<ProviderRequest> request(InjectionPoint point) {
        try {
            return Optional.of(runtime.get().settings(point).sandbox().request());
        } catch (SandboxException | ExtensionConfigurationException e) {
            return Optional.empty();
        }
    }

    /** A spec from a method may depend on what other code of the tests does before; what is shared is claimed by whoever comes first. */
    private static boolean isPredictable(WantedSandbox wanted) {
        return wanted.point().placements().stream()
                .noneMatch(placement -> placement.runsCode() || placement.isShared());
    }

    private static OptionalInt invocations(PlannedTest test) {
        return test.source() instanceof MethodSource source
                        && AnnotationSupport.isAnnotated(source.getJavaMethod(), TestTemplate.class)
                ? InvocationCount.of(source.getJavaMethod())
                : OptionalInt.of(1);
    }

    private List<WantedSandbox> wantedBy(PlannedTest test) {
        if (test.source() instanceof MethodSource source) {
            return isDisabled(source.getJavaMethod()) || isOfMatrix(source.getJavaMethod())
                    ? List.of()
                    : wantedBy(source.getJavaClass(), source.getJavaMethod(), test.runsInside());
        }
        return wantedBy(((ClassSource) test.source()).getJavaClass());
    }

    private List<WantedSandbox> wantedBy(Class<?> testClass) {
        List<WantedSandbox> wanted = new ArrayList<>();
        WantedSandbox.fields(testClass, true).forEach(field -> wanted.add(WantedSandbox.of(field, testClass)));
        wanted.addAll(WantedSandbox.aroundAll(testClass));
        if (sharesInstance(testClass)) {
            wanted.addAll(WantedSandbox.ofConstructors(testClass, new WantedSandbox.User(testClass, null)));
        }
        return isDisabled(testClass) ? List.of() : wanted;
    }

    private List<WantedSandbox> wantedBy(Class<?> testClass, Method method, boolean inside) {
        WantedSandbox.User test = new WantedSandbox.User(testClass, method);
        List<WantedSandbox> wanted = new ArrayList<>();
        for (Class<?> type = testClass; type != null; type = outerInstance(type)) {
            if (isDisabled(type) || isOfMatrix(type)) {
                return List.of();
            }
            Class<?> instance = type;
            if (!sharesInstance(instance)) {
                wanted.addAll(WantedSandbox.ofConstructors(instance, test));
            }
            WantedSandbox.fields(instance, false).forEach(field -> wanted.add(WantedSandbox.of(field, instance)));
            wanted.addAll(WantedSandbox.aroundEach(instance, test));
        }
        wanted.addAll(WantedSandbox.ofParameters(List.of(method), testClass, test));
        // A test that runs inside is offered no other sandbox than the one that it runs in.
        return inside ? List.of(WantedSandbox.around(test)) : wanted;
    }

    private boolean sharesInstance(Class<?> testClass) {
        return AnnotationSupport.findAnnotation(testClass, TestInstance.class)
                .map(annotation -> annotation.value() == TestInstance.Lifecycle.PER_CLASS)
                .orElse(onePerClass);
    }

    private static @Nullable Class<?> outerInstance(Class<?> testClass) {
        return Modifier.isStatic(testClass.getModifiers()) ? null : testClass.getEnclosingClass();
    }

    /** Its sandboxes are made when they are claimed: half of the combinations may not be there. */
    private static boolean isOfMatrix(AnnotatedElement element) {
        return AnnotationSupport.isAnnotated(element, SandboxMatrix.class);
    }

    private static boolean isDisabled(AnnotatedElement element) {
        return AnnotationSupport.isAnnotated(element, Disabled.class);
    }
}
