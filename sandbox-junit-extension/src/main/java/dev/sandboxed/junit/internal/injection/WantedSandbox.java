package dev.sandboxed.junit.internal.injection;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.junit.Sandboxed;
import java.lang.annotation.Annotation;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;

/**
 * A sandbox that a test or a class wants.
 *
 * @param point where, and of what kind
 * @param declaration what tells it from others of the same test: a parameter or a field with an annotation of its own, or that
 *     it is the one that all other parameters share
 */
record WantedSandbox(InjectionPoint point, Object declaration) {

    private static final String SHARED = "shared";

    /** Returns that of a field. */
    static WantedSandbox of(Field field, Class<?> testClass) {
        return new WantedSandbox(InjectionPoint.of(field, testClass), field);
    }

    /**
     * Returns that of a parameter.
     *
     * @param declaringClass the class whose constructor or method has it
     * @param user who asks for it
     */
    static WantedSandbox of(Parameter parameter, Class<?> declaringClass, User user) {
        return InjectionPoint.isAnnotated(parameter)
                ? new WantedSandbox(InjectionPoint.of(parameter, declaringClass), parameter)
                : new WantedSandbox(user.point(), SHARED);
    }

    /**
     * A test, or a class before and after its tests.
     *
     * @param testClass the class
     * @param test the test; null for the class
     */
    record User(Class<?> testClass, @Nullable Method test) {

        private InjectionPoint point() {
            return test == null ? InjectionPoint.of(testClass) : InjectionPoint.of(test, testClass);
        }
    }

    /** Returns that which a test itself is to run in. */
    static WantedSandbox around(User test) {
        return new WantedSandbox(test.point(), SHARED);
    }

    /** Returns the annotated fields of a class that belong to it, or to each of its instances. */
    static List<Field> fields(Class<?> testClass, boolean ofClass) {
        return AnnotationSupport.findAnnotatedFields(
                testClass, Sandboxed.class, field -> Modifier.isStatic(field.getModifiers()) == ofClass);
    }

    /** Returns what the methods want that run before and after all tests of a class. */
    static List<WantedSandbox> aroundAll(Class<?> testClass) {
        return ofParameters(
                lifecycleMethods(testClass, BeforeAll.class, AfterAll.class), testClass, new User(testClass, null));
    }

    /** Returns what the methods want that run before and after each test of a class. */
    static List<WantedSandbox> aroundEach(Class<?> declaringClass, User user) {
        return ofParameters(lifecycleMethods(declaringClass, BeforeEach.class, AfterEach.class), declaringClass, user);
    }

    /** Returns what the constructors of a class want. */
    static List<WantedSandbox> ofConstructors(Class<?> declaringClass, User user) {
        return ofParameters(List.of(declaringClass.getDeclaredConstructors()), declaringClass, user);
    }

    static List<WantedSandbox> ofParameters(
            List<? extends Executable> executables, Class<?> declaringClass, User user) {
        return executables.stream()
                .flatMap(executable -> Stream.of(executable.getParameters()))
                .filter(parameter -> parameter.getType() == Sandbox.class)
                .map(parameter -> of(parameter, declaringClass, user))
                .toList();
    }

    private static List<Method> lifecycleMethods(
            Class<?> testClass, Class<? extends Annotation> before, Class<? extends Annotation> after) {
        List<Method> methods = new ArrayList<>();
        for (Class<? extends Annotation> kind : List.of(before, after)) {
            methods.addAll(AnnotationSupport.findAnnotatedMethods(testClass, kind, HierarchyTraversalMode.TOP_DOWN));
        }
        return methods;
    }
}
