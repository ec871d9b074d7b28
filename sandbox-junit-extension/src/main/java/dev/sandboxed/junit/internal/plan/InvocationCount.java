package dev.sandboxed.junit.internal.plan;

import java.lang.annotation.Annotation;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * How often a test method will be invoked, as far as its annotations tell. What is computed when the method runs is not known:
 * arguments from methods, files and the like.
 */
public final class InvocationCount {

    /** By name, since JUnit's parameterized tests may not be on the class path. */
    private static final String SOURCES = "org.junit.jupiter.params.provider.";

    private InvocationCount() {}

    /** Returns how often; empty if that is not known. */
    public static OptionalInt of(Method method) {
        OptionalInt repetitions = AnnotationSupport.findAnnotation(method, RepeatedTest.class)
                .map(repeated -> OptionalInt.of(repeated.value()))
                .orElse(OptionalInt.empty());
        return repetitions.isPresent() ? repetitions : ofArguments(method);
    }

    private static OptionalInt ofArguments(Method method) {
        int sum = 0;
        boolean found = false;
        for (Annotation annotation : method.getAnnotations()) {
            if (isSource(annotation)) {
                OptionalInt count = count(annotation);
                if (count.isEmpty()) {
                    return count;
                }
                sum += count.getAsInt();
                found = true;
            }
        }
        return found ? OptionalInt.of(sum) : OptionalInt.empty();
    }

    private static boolean isSource(Annotation annotation) {
        return annotation.annotationType().getName().startsWith(SOURCES);
    }

    private static OptionalInt count(Annotation source) {
        return switch (source.annotationType().getSimpleName()) {
            case "ValueSource" -> OptionalInt.of(elements(source));
            case "NullSource", "EmptySource" -> OptionalInt.of(1);
            case "NullAndEmptySource" -> OptionalInt.of(2);
            // Text blocks have comments and quotes, and headers are lines, too.
            case "CsvSource" ->
                length(source, "value") > 0 && !isTrue(source, "useHeadersInDisplayName")
                        ? OptionalInt.of(length(source, "value"))
                        : OptionalInt.empty();
            default -> OptionalInt.empty();
        };
    }

    /** Exactly one of its arrays has elements. */
    private static int elements(Annotation source) {
        return Stream.of(source.annotationType().getDeclaredMethods())
                .filter(attribute -> attribute.getReturnType().isArray())
                .mapToInt(attribute -> length(source, attribute.getName()))
                .sum();
    }

    private static int length(Annotation source, String attribute) {
        return Array.getLength(value(source, attribute));
    }

    private static boolean isTrue(Annotation source, String attribute) {
        return (boolean) value(source, attribute);
    }

    private static Object value(Annotation source, String attribute) {
        try {
            return source.annotationType().getMethod(attribute).invoke(source);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("The attribute " + attribute + " of " + source + " cannot be read", e);
        }
    }
}
