package dev.sandboxed.junit.internal.injection;

import dev.sandboxed.junit.InsideSandbox;
import java.lang.reflect.AnnotatedElement;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * A test or a class that JUnit is about to run.
 *
 * @param id its id
 * @param source its method or class
 */
record PlannedTest(String id, TestSource source) {

    private static final String ENGINE = "[engine:junit-jupiter]";

    /** Returns those of a plan, in the order in which they will run. The plan is not looked at later: it may shrink. */
    static List<PlannedTest> of(TestPlan plan) {
        return plan.getRoots().stream()
                .flatMap(root -> plan.getDescendants(root).stream())
                .filter(test -> test.getUniqueId().contains(ENGINE))
                .flatMap(PlannedTest::of)
                .toList();
    }

    /** Returns whether it is a test that runs in a sandbox itself. */
    boolean runsInside() {
        if (!(source instanceof MethodSource method)) {
            return false;
        }
        return Stream.<AnnotatedElement>concat(
                        Stream.of(method.getJavaMethod()),
                        Stream.<Class<?>>iterate(method.getJavaClass(), Objects::nonNull, Class::getEnclosingClass))
                .anyMatch(element -> AnnotationSupport.isAnnotated(element, InsideSandbox.class));
    }

    private static Stream<PlannedTest> of(TestIdentifier test) {
        return test
                .getSource()
                .filter(source -> source instanceof MethodSource || source instanceof ClassSource)
                .map(source -> new PlannedTest(test.getUniqueId(), source))
                .stream();
    }
}
