package dev.sandboxed.provider.docker;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.provider.docker.engine.Engine;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Asks once per JVM whether an engine answers. */
public final class EngineRequired implements ExecutionCondition {

    private static final ConditionEvaluationResult RESULT = evaluate();

    /** Give a context as the library makes it: with the host's environment, and no settings. */
    public static ProviderContext hostContext(Path stateDirectory) {
        return ProviderContext.in(stateDirectory).withEnvironment(System.getenv());
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return RESULT;
    }

    private static ConditionEvaluationResult evaluate() {
        // Not its status, which has to come within a second: under load, tests would be skipped for no reason.
        try (Engine engine = Engine.of(hostContext(Path.of("unused")))) {
            return ConditionEvaluationResult.enabled("an engine answers: " + engine.info());
        } catch (ProviderUnavailableException e) {
            return ConditionEvaluationResult.disabled(e.getMessage());
        }
    }
}
