package dev.sandboxed.junit.internal.injection;

import dev.sandboxed.junit.Sandboxed;
import dev.sandboxed.junit.Scope;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/**
 * An annotation and where it stands.
 *
 * @param where the element, for people
 * @param annotation the annotation, on the element itself or on another annotation there
 * @param settings what it says, by configuration key
 */
record Placement(String where, Sandboxed annotation, Map<String, String> settings) {

    /**
     * Finds the annotations of one element.
     *
     * @throws ExtensionConfigurationException if two of them say different things, or one contradicts itself
     */
    static List<Placement> on(AnnotatedElement element, String where) {
        List<Placement> found = new ArrayList<>();
        collect(element, where, found, new HashSet<>());
        refuseDisagreement(found);
        return found;
    }

    /** Returns whether code of the user makes the spec, or the state to begin with. */
    boolean runsCode() {
        return !annotation.spec().isEmpty()
                || annotation.specFrom() != Sandboxed.NoSpec.class
                || !annotation.from().isEmpty();
    }

    /** Returns whether several tests share the sandbox. */
    boolean isShared() {
        return annotation.scope().length > 0 && annotation.scope()[0] != Scope.TEST;
    }

    private static void collect(
            AnnotatedElement element, String where, List<Placement> found, Set<Class<? extends Annotation>> seen) {
        for (Annotation annotation : element.getDeclaredAnnotations()) {
            Class<? extends Annotation> type = annotation.annotationType();
            if (annotation instanceof Sandboxed sandboxed) {
                found.add(new Placement(where, sandboxed, Attributes.of(sandboxed, where)));
            } else if (!type.getName().startsWith("java.") && seen.add(type)) {
                collect(type, where + " (through @" + type.getSimpleName() + ")", found, seen);
            }
        }
    }

    private static void refuseDisagreement(List<Placement> found) {
        for (int i = 0; i < found.size(); i++) {
            for (int j = i + 1; j < found.size(); j++) {
                refuseDisagreement(found.get(i), found.get(j));
            }
        }
    }

    private static void refuseDisagreement(Placement one, Placement other) {
        one.settings().forEach((key, value) -> {
            String different = other.settings().get(key);
            if (different != null && !different.equals(value)) {
                throw new ExtensionConfigurationException(
                        "Two @Sandboxed annotations on one element disagree about " + key
                                + ": '" + value + "' on " + one.where() + ", '" + different + "' on " + other.where()
                                + "; remove it from one of them");
            }
        });
    }
}
