package dev.sandboxed.cli.internal.demo;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** How tests are called: by the name they were given, or by that of their method, read as a sentence. */
final class TestNames {

    private final TestPlan plan;

    TestNames(TestPlan plan) {
        this.plan = plan;
    }

    /** Returns the class that a test is in, or is. */
    String group(TestIdentifier test) {
        Optional<TestIdentifier> one = Optional.of(test);
        while (one.isPresent() && !isClass(one.get())) {
            one = plan.getParent(one.get());
        }
        return one.orElse(test).getDisplayName();
    }

    /** Returns a test within its class; a class as a whole is named by what it is. */
    String name(TestIdentifier test) {
        if (isClass(test)) {
            return "the class as a whole";
        }
        Deque<String> names = new ArrayDeque<>();
        Optional<TestIdentifier> one = Optional.of(test);
        while (one.isPresent() && !isClass(one.get())) {
            names.addFirst(own(one.get()));
            one = plan.getParent(one.get());
        }
        return String.join(", ", names);
    }

    private static String own(TestIdentifier test) {
        String shown = test.getDisplayName();
        // A method without a name of its own is shown as JUnit writes it, with the types of its parameters.
        return test.getSource()
                .filter(MethodSource.class::isInstance)
                .map(source -> ((MethodSource) source).getMethodName())
                .filter(method -> shown.equals(method) || shown.startsWith(method + "("))
                .map(TestNames::sentence)
                .orElse(shown);
    }

    private static String sentence(String camelCase) {
        return Arrays.stream(camelCase.split("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])"))
                .map(word -> word.matches("[A-Z]{2,}") ? word : word.toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(" "));
    }

    private static boolean isClass(TestIdentifier test) {
        return test.getSource().filter(ClassSource.class::isInstance).isPresent();
    }
}
