package dev.sandboxed.junit.internal.injection;

import dev.sandboxed.junit.SandboxMatrix;
import dev.sandboxed.junit.internal.guest.Inside;
import java.lang.reflect.AnnotatedElement;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContext;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContextProvider;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/** What stands behind {@link SandboxMatrix}. */
public final class SandboxMatrixExtension
        implements TestTemplateInvocationContextProvider, ClassTemplateInvocationContextProvider {

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return matrix(context.getTestMethod()).isPresent();
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        return invocations(context.getTestMethod(), context);
    }

    @Override
    public boolean supportsClassTemplate(ExtensionContext context) {
        return matrix(context.getTestClass()).isPresent();
    }

    @Override
    public Stream<ClassTemplateInvocationContext> provideClassTemplateInvocationContexts(ExtensionContext context) {
        return invocations(context.getTestClass(), context);
    }

    private static Optional<SandboxMatrix> matrix(Optional<? extends AnnotatedElement> element) {
        return AnnotationSupport.findAnnotation(element, SandboxMatrix.class);
    }

    private static <T> Stream<T> invocations(Optional<? extends AnnotatedElement> element, ExtensionContext context) {
        @SuppressWarnings("unchecked")
        List<T> all = (List<T>) Combination.of(matrix(element).orElseThrow(), context.getDisplayName()).stream()
                .map(Invocation::new)
                .toList();
        return all.stream();
    }

    /** A test, or the tests of a class, on one combination. */
    private record Invocation(Combination combination)
            implements TestTemplateInvocationContext, ClassTemplateInvocationContext {

        @Override
        public String getDisplayName(int index) {
            return "[" + index + "] " + combination;
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(new Available());
        }

        @Override
        public void prepareInvocation(ExtensionContext context) {
            combination.keep(context);
        }
    }

    /** Skips what cannot be had here. */
    private static final class Available implements ExecutionCondition {

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            if (Inside.isHere(context)) {
                return ConditionEvaluationResult.enabled("It runs on its combination already");
            }
            Class<?> testClass = context.getRequiredTestClass();
            InjectionPoint point = context.getTestMethod()
                    .map(method -> InjectionPoint.of(method, testClass))
                    .orElseGet(() -> InjectionPoint.of(testClass));
            TestRun run = TestRun.of(context);
            return EnabledIfSandboxCondition.evaluate(
                    run.settings(point, context).sandbox().request(), run.runtime());
        }
    }
}
