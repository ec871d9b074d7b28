package dev.sandboxed.conformance;

import dev.sandboxed.conformance.contract.Clause;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.platform.commons.support.AnnotationSupport;

/** Names tests by their clause and as a sentence: {@code EXEC-4 exit codes come back unchanged}. */
final class ClauseNames extends DisplayNameGenerator.Standard {

    @Override
    public String generateDisplayNameForMethod(List<Class<?>> enclosing, Class<?> type, Method method) {
        String sentence = method.getName()
                .replaceAll("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ")
                .toLowerCase(Locale.ROOT);
        return AnnotationSupport.findAnnotation(method, Clause.class)
                .map(clause -> clause.value() + " " + sentence)
                .orElse(sentence);
    }
}
