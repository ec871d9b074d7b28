package dev.sandboxed.conformance.examination;

import dev.sandboxed.conformance.contract.Clause;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tests that a class has for each clause, those that somebody has overridden included. */
final class ClauseTests {

    private ClauseTests() {}

    static Map<String, Integer> count(Class<?> type) {
        Map<String, Integer> counts = new HashMap<>();
        Set<Class<?>> types = new HashSet<>();
        collect(type, types);
        for (Class<?> one : types) {
            for (Method method : one.getDeclaredMethods()) {
                Clause clause = method.getAnnotation(Clause.class);
                if (clause != null) {
                    counts.merge(clause.value(), 1, Integer::sum);
                }
            }
        }
        return counts;
    }

    private static void collect(@Nullable Class<?> type, Set<Class<?>> types) {
        if (type != null && types.add(type)) {
            collect(type.getSuperclass(), types);
            for (Class<?> part : type.getInterfaces()) {
                collect(part, types);
            }
        }
    }
}
