package dev.sandboxed.junit.internal.injection;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.junit.Sandboxed;
import dev.sandboxed.junit.internal.prepared.SourceLanguage;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/** Finds misuse of the annotation in a test class before anything is started for it. */
final class ClassChecks {

    /** By name, since JUnit's parameterized tests may not be on the class path. */
    private static final String PARAMETERIZED_TEST = "org.junit.jupiter.params.ParameterizedTest";

    private final Class<?> testClass;
    private final SandboxedRuntime runtime;

    ClassChecks(Class<?> testClass, SandboxedRuntime runtime) {
        this.testClass = testClass;
        this.runtime = runtime;
    }

    /**
     * Checks every place in the class where a sandbox is wanted.
     *
     * @throws ExtensionConfigurationException for the first that is wrong, saying what, where and how to mend it
     */
    void run() {
        runtime.settings(InjectionPoint.of(testClass));
        for (Field field : AnnotationSupport.findAnnotatedFields(testClass, Sandboxed.class)) {
            check(field);
        }
        for (Method method : methods()) {
            check(method);
        }
        Arrays.stream(testClass.getDeclaredConstructors())
                .flatMap(constructor -> Stream.of(constructor.getParameters()))
                .forEach(this::check);
    }

    private List<Method> methods() {
        return ReflectionSupport.findMethods(
                testClass, method -> !method.isSynthetic(), HierarchyTraversalMode.TOP_DOWN);
    }

    private void check(Field field) {
        String where = InjectionPoint.describe(field);
        if (field.getType() != Sandbox.class) {
            throw misuse(where, "is of type " + field.getType().getSimpleName(), "declare it as Sandbox");
        }
        if (Modifier.isFinal(field.getModifiers())) {
            String remedy = SourceLanguage.of(testClass).choose("remove final", "declare it as lateinit var");
            throw misuse(where, "is final", remedy + ", since the sandbox is put into it");
        }
        runtime.settings(InjectionPoint.of(field, testClass));
    }

    private void check(Method method) {
        List<Parameter> parameters = List.of(method.getParameters());
        parameters.forEach(this::check);
        if (isAnnotated(method)) {
            runtime.settings(InjectionPoint.of(method, testClass));
        }
        if (!isParameterized(method)) {
            return;
        }
        for (int i = 0; i < parameters.size() - 1; i++) {
            Parameter next = parameters.get(i + 1);
            if (parameters.get(i).getType() == Sandbox.class && looksLikeArgument(next)) {
                throw misuse(
                        InjectionPoint.describe(parameters.get(i)),
                        "stands before " + next.getName() + ", an argument of the parameterized test",
                        "move it behind the arguments");
            }
        }
    }

    private void check(Parameter parameter) {
        if (!InjectionPoint.isAnnotated(parameter)) {
            return;
        }
        if (parameter.getType() != Sandbox.class) {
            throw misuse(
                    InjectionPoint.describe(parameter),
                    "is of type " + parameter.getType().getSimpleName(),
                    "declare it as Sandbox");
        }
        runtime.settings(InjectionPoint.of(parameter, testClass));
    }

    private static boolean isParameterized(Executable method) {
        return hasAnnotation(method, PARAMETERIZED_TEST);
    }

    private static boolean hasAnnotation(AnnotatedElement element, String name) {
        return Arrays.stream(element.getAnnotations())
                .map(annotation -> annotation.annotationType())
                .anyMatch(type -> type.getName().equals(name)
                        || Arrays.stream(type.getAnnotations())
                                .anyMatch(
                                        meta -> meta.annotationType().getName().equals(name)));
    }

    private static boolean isAnnotated(Method method) {
        return AnnotationSupport.isAnnotated(method, Sandboxed.class);
    }

    /** Whatever no resolver of JUnit's own gives, and nobody marked for another one, is an argument. */
    private static boolean looksLikeArgument(Parameter parameter) {
        boolean junits = parameter.getType().getName().startsWith("org.junit.");
        return !junits && parameter.getType() != Sandbox.class && parameter.getAnnotations().length == 0;
    }

    private static ExtensionConfigurationException misuse(String where, String what, String remedy) {
        return new ExtensionConfigurationException("@Sandboxed: " + where + " " + what + "; " + remedy);
    }
}
