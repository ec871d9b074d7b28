package dev.sandboxed.junit.internal.injection;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.junit.Sandboxed;
import java.lang.annotation.Annotation;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestInstanceFactoryContext;
import org.junit.jupiter.api.extension.TestInstancePreConstructCallback;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;

/** What stands behind {@link Sandboxed}. Stateless: all state is in JUnit's store, which closes it in every case. */
public final class SandboxedExtension
        implements BeforeAllCallback,
                TestInstancePreConstructCallback,
                BeforeEachCallback,
                AfterEachCallback,
                ParameterResolver {

    static final Namespace NAMESPACE = Namespace.create(SandboxedExtension.class);

    /** A constructor's parameters belong to the test that it is called for. */
    @Override
    public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
        return ExtensionContextScope.TEST_METHOD;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        Class<?> testClass = context.getRequiredTestClass();
        check(testClass, context);
        inject(testClass, null, context);
        prepare(lifecycleMethods(testClass, BeforeAll.class, AfterAll.class), testClass, context);
    }

    @Override
    public void preConstructTestInstance(TestInstanceFactoryContext factory, ExtensionContext context) {
        Class<?> testClass = factory.getTestClass();
        check(testClass, context);
        prepare(List.of(testClass.getDeclaredConstructors()), testClass, context);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        check(context.getRequiredTestClass(), context);
        for (Object instance : context.getRequiredTestInstances().getAllInstances()) {
            inject(instance.getClass(), instance, context);
            prepare(
                    lifecycleMethods(instance.getClass(), BeforeEach.class, AfterEach.class),
                    instance.getClass(),
                    context);
        }
        prepare(List.of(context.getRequiredTestMethod()), context.getRequiredTestClass(), context);
    }

    /** A sandbox of the class outlives the test, so what it knows of a failure is attached here. */
    @Override
    public void afterEach(ExtensionContext context) {
        if (context.getExecutionException().isEmpty()) {
            return;
        }
        for (ExtensionContext outer = parent(context); outer != null; outer = parent(outer)) {
            sandboxesOf(outer).forEach(sandbox -> sandbox.explain(context));
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameterContext, ExtensionContext context) {
        Parameter parameter = parameterContext.getParameter();
        return parameter.getType() == Sandbox.class || InjectionPoint.isAnnotated(parameter);
    }

    @Override
    public Sandbox resolveParameter(ParameterContext parameterContext, ExtensionContext context) {
        check(context.getRequiredTestClass(), context);
        return resolve(parameterContext.getParameter(), context.getRequiredTestClass(), context);
    }

    private static Sandbox resolve(Parameter parameter, Class<?> testClass, ExtensionContext context) {
        if (InjectionPoint.isAnnotated(parameter)) {
            return sandbox(InjectionPoint.of(parameter, testClass), parameter, context);
        }
        Class<?> ofContext = context.getRequiredTestClass();
        InjectionPoint shared = context.getTestMethod()
                .map(method -> InjectionPoint.of(method, ofContext))
                .orElseGet(() -> InjectionPoint.of(ofContext));
        return sandbox(shared, "shared", context);
    }

    /**
     * Makes the sandboxes for parameters ahead. While parameters are resolved it would be too late: JUnit wraps whatever is
     * thrown then, and so turns a skip into a failure.
     */
    private static void prepare(List<? extends Executable> executables, Class<?> testClass, ExtensionContext context) {
        executables.stream()
                .flatMap(executable -> Stream.of(executable.getParameters()))
                .filter(parameter -> parameter.getType() == Sandbox.class)
                .forEach(parameter -> resolve(parameter, testClass, context));
    }

    private static List<Method> lifecycleMethods(
            Class<?> testClass, Class<? extends Annotation> before, Class<? extends Annotation> after) {
        return Stream.of(before, after)
                .flatMap(kind ->
                        AnnotationSupport.findAnnotatedMethods(testClass, kind, HierarchyTraversalMode.TOP_DOWN)
                                .stream())
                .toList();
    }

    private static void inject(Class<?> testClass, @Nullable Object instance, ExtensionContext context) {
        List<Field> fields = AnnotationSupport.findAnnotatedFields(
                testClass, Sandboxed.class, field -> Modifier.isStatic(field.getModifiers()) == (instance == null));
        for (Field field : fields) {
            Sandbox sandbox = sandbox(InjectionPoint.of(field, testClass), field, context);
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
    private static Sandbox sandbox(InjectionPoint point, Object declaration, ExtensionContext context) {
        List<Object> key = List.of(context.getUniqueId(), declaration);
        return context.getStore(NAMESPACE)
                .getOrComputeIfAbsent(key, absent -> create(point, context), TestSandbox.class)
                .sandbox();
    }

    private static TestSandbox create(InjectionPoint point, ExtensionContext context) {
        TestSandbox made = SandboxedRuntime.of(context).create(point, context);
        sandboxesOf(context).add(made);
        return made;
    }

    @SuppressWarnings("unchecked")
    private static Queue<TestSandbox> sandboxesOf(ExtensionContext context) {
        return (Queue<TestSandbox>) context.getStore(NAMESPACE)
                .getOrComputeIfAbsent(
                        List.of(context.getUniqueId(), "all"),
                        key -> new ConcurrentLinkedQueue<TestSandbox>(),
                        Queue.class);
    }

    private static @Nullable ExtensionContext parent(ExtensionContext context) {
        return context.getParent().orElse(null);
    }

    /** Once for each class, whoever comes first. */
    private static void check(Class<?> testClass, ExtensionContext context) {
        SandboxedRuntime runtime = SandboxedRuntime.of(context);
        context.getRoot().getStore(NAMESPACE).getOrComputeIfAbsent(List.of("checked", testClass), key -> {
            new ClassChecks(testClass, runtime).run();
            return true;
        });
    }
}
