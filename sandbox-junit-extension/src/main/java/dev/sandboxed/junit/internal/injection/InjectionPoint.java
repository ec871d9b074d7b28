package dev.sandboxed.junit.internal.injection;

import dev.sandboxed.junit.Scope;
import dev.sandboxed.junit.internal.prepared.Preparation;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where a sandbox is wanted, with all annotations that have a say in it, closest first.
 *
 * @param where the place, for people
 * @param testClass the class it is in, from which resources and methods are looked up
 * @param placements the annotations
 */
record InjectionPoint(String where, Class<?> testClass, List<Placement> placements) {

    /** The point of all parameters of a class that have no annotation of their own. */
    static InjectionPoint of(Class<?> testClass) {
        return new InjectionPoint(testClass.getSimpleName(), testClass, onClass(testClass));
    }

    /** The point of all parameters of a method, or of the lifecycle methods around it, without one of their own. */
    static InjectionPoint of(Method method, Class<?> testClass) {
        List<Placement> placements = new ArrayList<>(Placement.on(method, describe(method)));
        placements.addAll(onClass(testClass));
        return new InjectionPoint(describe(method), testClass, placements);
    }

    /** The point of one parameter with an annotation of its own. */
    static InjectionPoint of(Parameter parameter, Class<?> testClass) {
        Executable executable = parameter.getDeclaringExecutable();
        String where = describe(parameter);
        List<Placement> placements = new ArrayList<>(Placement.on(parameter, where));
        placements.addAll(Placement.on(executable, describe(executable)));
        placements.addAll(onClass(testClass));
        return new InjectionPoint(where, testClass, placements);
    }

    /** The point of a field. */
    static InjectionPoint of(Field field, Class<?> testClass) {
        List<Placement> placements = new ArrayList<>(Placement.on(field, describe(field)));
        placements.addAll(onClass(testClass));
        return new InjectionPoint(describe(field), testClass, placements);
    }

    /** Returns what is the same for all points that ask for the same: resources are looked up from the class. */
    Object kind() {
        return List.of(testClass, placements);
    }

    /**
     * Returns what is done to a sandbox that this place begins with a copy of, as the closest annotation that names something says.
     *
     * @throws org.junit.jupiter.api.extension.ExtensionConfigurationException if there is no such method
     */
    Optional<Preparation> preparation() {
        return placements.stream()
                .filter(placement -> !placement.annotation().from().isEmpty())
                .findFirst()
                .map(placement ->
                        Preparation.find(testClass, placement.annotation().from(), placement.where()));
    }

    /** Returns who shares the sandbox, as the closest annotation that tells says. */
    Scope scope() {
        return placements.stream()
                .flatMap(placement -> Stream.of(placement.annotation().scope()))
                .findFirst()
                .orElse(Scope.TEST);
    }

    static boolean isAnnotated(Parameter parameter) {
        return !Placement.on(parameter, describe(parameter)).isEmpty();
    }

    static String describe(Field field) {
        return "field " + field.getDeclaringClass().getSimpleName() + "." + field.getName();
    }

    static String describe(Parameter parameter) {
        return "parameter " + parameter.getName() + " of " + describe(parameter.getDeclaringExecutable());
    }

    static String describe(Executable executable) {
        String owner = executable.getDeclaringClass().getSimpleName();
        return executable instanceof Method method ? owner + "." + method.getName() + "()" : owner + "()";
    }

    /** A class first, then what it extends, then what it is nested in. */
    private static List<Placement> onClass(Class<?> testClass) {
        List<Placement> placements = new ArrayList<>();
        for (Class<?> type = testClass; type != null && type != Object.class; type = type.getSuperclass()) {
            placements.addAll(Placement.on(type, "class " + type.getSimpleName()));
        }
        Class<?> enclosing = testClass.getEnclosingClass();
        if (enclosing != null) {
            placements.addAll(onClass(enclosing));
        }
        return placements;
    }
}
