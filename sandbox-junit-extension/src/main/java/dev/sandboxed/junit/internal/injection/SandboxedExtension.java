package dev.sandboxed.junit.internal.injection;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.junit.Sandboxed;
import dev.sandboxed.junit.Scope;
import dev.sandboxed.junit.internal.guest.Inside;
import java.lang.reflect.Field;
import java.lang.reflect.Parameter;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.PreInterruptCallback;
import org.junit.jupiter.api.extension.PreInterruptContext;
import org.junit.jupiter.api.extension.TestInstanceFactoryContext;
import org.junit.jupiter.api.extension.TestInstancePreConstructCallback;

/**
 * What stands behind {@link Sandboxed}. Stateless: all state is in JUnit's store, which closes it in every case. In a test that runs
 * inside a sandbox it has nothing to give.
 */
public final class SandboxedExtension
        implements BeforeAllCallback,
                TestInstancePreConstructCallback,
                BeforeEachCallback,
                AfterEachCallback,
                PreInterruptCallback,
                ParameterResolver {

    static final Namespace NAMESPACE = Namespace.create(SandboxedExtension.class);

    private static final String ALL = "all";
    private static final String RESET = "reset";

    /** A constructor's parameters belong to the test that it is called for. */
    @Override
    public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
        return ExtensionContextScope.TEST_METHOD;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        if (Inside.isHere(context)) {
            return;
        }
        Class<?> testClass = context.getRequiredTestClass();
        check(testClass, context);
        inject(testClass, null, context);
        prepare(WantedSandbox.aroundAll(testClass), context);
    }

    @Override
    public void preConstructTestInstance(TestInstanceFactoryContext factory, ExtensionContext context) {
        if (Inside.isHere(context)) {
            return;
        }
        Class<?> testClass = factory.getTestClass();
        check(testClass, context);
        beginAround(context);
        prepare(WantedSandbox.ofConstructors(testClass, user(context)), context);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        if (Inside.isHere(context)) {
            return;
        }
        Class<?> testClass = context.getRequiredTestClass();
        check(testClass, context);
        beginAround(context);
        WantedSandbox.User test = user(context);
        for (Object instance : context.getRequiredTestInstances().getAllInstances()) {
            inject(instance.getClass(), instance, context);
            prepare(WantedSandbox.aroundEach(instance.getClass(), test), context);
        }
        prepare(WantedSandbox.ofParameters(List.of(context.getRequiredTestMethod()), testClass, test), context);
    }

    /** Resets what the classes around a test were given; what the test itself asks for is reset when it does. */
    private static void beginAround(ExtensionContext context) {
        for (ExtensionContext outer = parent(context); outer != null; outer = parent(outer)) {
            sandboxesOf(outer, RESET).forEach(sandbox -> resetOnce(sandbox, context));
            if (context.getTestMethod().isPresent()) {
                sandboxesOf(outer, ALL).forEach(sandbox -> sandbox.beginning(context));
            }
        }
    }

    /** A class has no test before it, and uses what it is given as it is. */
    private static void resetOnce(TestSandbox sandbox, ExtensionContext context) {
        if (context.getTestMethod().isPresent()) {
            context.getStore(NAMESPACE)
                    .getOrComputeIfAbsent(
                            List.of(context.getUniqueId(), sandbox),
                            absent -> sandbox.resetFor(context),
                            AutoCloseable.class);
        }
    }

    /** A sandbox of the class outlives the test, so what it knows of a failure is attached here. */
    @Override
    public void afterEach(ExtensionContext context) {
        if (context.getExecutionException().isEmpty() || Inside.isHere(context)) {
            return;
        }
        for (ExtensionContext outer = parent(context); outer != null; outer = parent(outer)) {
            sandboxesOf(outer, ALL).forEach(sandbox -> sandbox.explain(context));
        }
    }

    /** Called when the time of a test is up, on another thread than the test's, while its commands still run. */
    @Override
    public void beforeThreadInterrupt(PreInterruptContext interrupted, ExtensionContext context) {
        if (Inside.isHere(context)) {
            return;
        }
        for (ExtensionContext around = context; around != null; around = parent(around)) {
            sandboxesOf(around, ALL).forEach(sandbox -> sandbox.explainBeforeInterrupt(context));
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameterContext, ExtensionContext context) {
        Parameter parameter = parameterContext.getParameter();
        return parameter.getType() == Sandbox.class || InjectionPoint.isAnnotated(parameter);
    }

    @Override
    public Sandbox resolveParameter(ParameterContext parameterContext, ExtensionContext context) {
        if (Inside.isHere(context)) {
            throw new ParameterResolutionException("This test runs inside a sandbox, and is offered no other; remove "
                    + InjectionPoint.describe(parameterContext.getParameter()));
        }
        Class<?> testClass = context.getRequiredTestClass();
        check(testClass, context);
        return sandbox(WantedSandbox.of(parameterContext.getParameter(), testClass, user(context)), context);
    }

    private static WantedSandbox.User user(ExtensionContext context) {
        return new WantedSandbox.User(
                context.getRequiredTestClass(), context.getTestMethod().orElse(null));
    }

    /**
     * Makes the sandboxes for parameters ahead. While parameters are resolved it would be too late: JUnit wraps whatever is
     * thrown then, and so turns a skip into a failure.
     */
    private static void prepare(List<WantedSandbox> wanted, ExtensionContext context) {
        wanted.forEach(one -> sandbox(one, context));
    }

    private static void inject(Class<?> testClass, @Nullable Object instance, ExtensionContext context) {
        for (Field field : WantedSandbox.fields(testClass, instance == null)) {
            Sandbox sandbox = sandbox(WantedSandbox.of(field, testClass), context);
            try {
                field.setAccessible(true);
                field.set(instance, sandbox);
            } catch (ReflectiveOperationException e) {
                throw new ExtensionConfigurationException(
                        "@Sandboxed: cannot write " + InjectionPoint.describe(field) + "; make its class accessible",
                        e);
            }
        }
    }

    /** Stores of inner contexts show what outer ones hold, so the key says whose it is. */
    private static Sandbox sandbox(WantedSandbox wanted, ExtensionContext context) {
        InjectionPoint point = wanted.point();
        ExtensionContext owner = owner(point.scope(), context);
        Object which = point.scope() == Scope.TEST
                ? wanted.declaration()
                : List.of(point.scope(), TestRun.of(context).settings(point, context));
        TestSandbox claimed = owner.getStore(NAMESPACE)
                .getOrComputeIfAbsent(
                        List.of(owner.getUniqueId(), which), absent -> claim(point, context, owner), TestSandbox.class);
        if (point.scope() == Scope.CLASS_WITH_RESET) {
            resetOnce(claimed, context);
        }
        return claimed.sandbox();
    }

    private static ExtensionContext owner(Scope scope, ExtensionContext context) {
        return switch (scope) {
            case TEST -> context;
            case CLASS, CLASS_WITH_RESET -> TestRun.classOf(context);
            case RUN -> context.getRoot();
        };
    }

    private static TestSandbox claim(InjectionPoint point, ExtensionContext context, ExtensionContext owner) {
        TestSandbox claimed = TestRun.of(context).claim(point, context, owner);
        sandboxesOf(owner, ALL).add(claimed);
        if (point.scope() == Scope.CLASS_WITH_RESET && context.getTestMethod().isEmpty()) {
            sandboxesOf(owner, RESET).add(claimed);
        }
        return claimed;
    }

    @SuppressWarnings("unchecked")
    private static Queue<TestSandbox> sandboxesOf(ExtensionContext context, String which) {
        return (Queue<TestSandbox>) context.getStore(NAMESPACE)
                .getOrComputeIfAbsent(
                        List.of(context.getUniqueId(), which),
                        key -> new ConcurrentLinkedQueue<TestSandbox>(),
                        Queue.class);
    }

    private static @Nullable ExtensionContext parent(ExtensionContext context) {
        return context.getParent().orElse(null);
    }

    /** Once for each class, whoever comes first. */
    private static void check(Class<?> testClass, ExtensionContext context) {
        SandboxedRuntime runtime = TestRun.of(context).runtime();
        context.getRoot().getStore(NAMESPACE).getOrComputeIfAbsent(List.of("checked", testClass), key -> {
            new ClassChecks(testClass, runtime).run();
            return true;
        });
    }
}
