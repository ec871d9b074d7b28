package dev.sandboxed.conformance.examination;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.sandboxed.conformance.certificate.ClauseResult;
import dev.sandboxed.conformance.certificate.Outcome;
import dev.sandboxed.conformance.contract.Clause;
import dev.sandboxed.conformance.internal.trial.Trial;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.engine.support.store.NamespacedHierarchicalStore;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** Turns the tests of a {@link Candidate} into an examination: who is examined on what, and what came of it. */
public final class ExaminationExtension
        implements BeforeAllCallback, AfterAllCallback, ExecutionCondition, ParameterResolver, InvocationInterceptor {

    private static final Namespace NAMESPACE = Namespace.create(ExaminationExtension.class);

    /** Puts a candidate into the session of a launcher, for the class that asks for it as a parameter. */
    public static void offer(
            NamespacedHierarchicalStore<org.junit.platform.engine.support.store.Namespace> session,
            Candidate candidate) {
        CandidateStore.put(session, candidate);
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        Candidate candidate = (Candidate) context.getRequiredTestInstance();
        context.getStore(NAMESPACE).put(Examination.class, new Examination(candidate));
    }

    @Override
    public void afterAll(ExtensionContext context) {
        Examination examination = context.getStore(NAMESPACE).get(Examination.class, Examination.class);
        List<String> leftovers = examination == null ? List.of() : examination.conclude();
        if (!leftovers.isEmpty()) {
            throw new AssertionFailedError("The provider left something behind:\n  " + String.join("\n  ", leftovers));
        }
    }

    /** Leaves out what the provider does not claim, with that as the reason. */
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return clause(context)
                .flatMap(clause -> examination(context).leftOut(clause.value()))
                .map(ConditionEvaluationResult::disabled)
                .orElseGet(() -> ConditionEvaluationResult.enabled("the clause is examined"));
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == Trial.class || (type == Candidate.class && CandidateStore.get(context) != null);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        if (parameter.getParameter().getType() == Candidate.class) {
            return Objects.requireNonNull(CandidateStore.get(context));
        }
        String clause = clause(context)
                .map(Clause::value)
                .orElseThrow(() -> new ParameterResolutionException("A test with a Trial needs a @Clause, and "
                        + context.getDisplayName() + " has none; say which clause it examines"));
        Trial trial = examination(context).trial(clause);
        context.getStore(NAMESPACE).put(Trial.class, trial);
        return trial;
    }

    /** Tests without a clause are the author's own, and none of our business. */
    @Override
    public void interceptTestMethod(
            Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        Optional<Clause> clause = clause(context);
        if (clause.isEmpty()) {
            invocation.proceed();
            return;
        }
        Examination examination = examination(context);
        long begin = System.nanoTime();
        Throwable thrown = null;
        try {
            assertTimeoutPreemptively(examination.limit(clause.get().seconds()), invocation::proceed);
        } catch (Throwable e) {
            thrown = e;
        }
        Trial trial = context.getStore(NAMESPACE).get(Trial.class, Trial.class);
        if (trial != null) {
            trial.close();
        }
        Duration took = Duration.ofNanos(System.nanoTime() - begin);
        ClauseResult result = examination.examined(clause.get().value(), thrown, took);
        if (thrown != null) {
            throw report(result, thrown);
        }
    }

    private static Throwable report(ClauseResult result, Throwable thrown) {
        return result.outcome() == Outcome.FAILED
                ? ClauseFailure.of(result.id(), thrown)
                : new TestAbortedException(result.outcome().written() + ": " + result.reason(), thrown);
    }

    private static Examination examination(ExtensionContext context) {
        return Objects.requireNonNull(context.getStore(NAMESPACE).get(Examination.class, Examination.class));
    }

    private static Optional<Clause> clause(ExtensionContext context) {
        return AnnotationSupport.findAnnotation(context.getElement(), Clause.class);
    }
}
