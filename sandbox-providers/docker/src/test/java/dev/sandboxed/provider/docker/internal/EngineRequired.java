package dev.sandboxed.provider.docker.internal;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.provider.docker.internal.engine.Engine;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Asks once per JVM whether an engine answers. */
public final class EngineRequired implements ExecutionCondition {

    private static final ConditionEvaluationResult RESULT;
    private static final Set<String> RUNTIMES;

    static {
        Set<String> runtimes = Set.of();
        ConditionEvaluationResult result;
        // Not its status, which has to come within a second: under load, tests would be skipped for no reason.
        try (Engine engine = Engine.of(hostContext(Path.of("unused")))) {
            runtimes = engine.info().runtimes().keySet();
            result = ConditionEvaluationResult.enabled("an engine answers: " + engine.info());
        } catch (ProviderUnavailableException e) {
            result = ConditionEvaluationResult.disabled(e.getMessage());
        }
        RESULT = result;
        RUNTIMES = runtimes;
    }

    /** Returns a context as the library makes it: with the host's environment, and no settings. */
    public static ProviderContext hostContext(Path stateDirectory) {
        return ProviderContext.in(stateDirectory).withEnvironment(System.getenv());
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        Optional<String> unknown = context.getElement()
                .flatMap(element -> AnnotationSupport.findAnnotation(element, NeedsDocker.class))
                .map(NeedsDocker::runtime)
                .filter(runtime -> !runtime.isEmpty() && !RUNTIMES.contains(runtime));
        return RESULT.isDisabled() || unknown.isEmpty()
                ? RESULT
                : ConditionEvaluationResult.disabled(
                        "the engine knows no runtime " + unknown.get() + ", only " + RUNTIMES);
    }
}
