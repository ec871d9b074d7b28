package dev.sandboxed.junit.internal.injection;

import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.error.NoProviderException;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.core.internal.choice.ProviderRequest;
import dev.sandboxed.core.internal.choice.Selection;
import dev.sandboxed.junit.EnabledIfSandbox;
import dev.sandboxed.junit.internal.guest.Inside;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** What stands behind {@link EnabledIfSandbox}. */
public final class EnabledIfSandboxCondition implements ExecutionCondition {

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        Optional<EnabledIfSandbox> wanted =
                AnnotationSupport.findAnnotation(context.getElement(), EnabledIfSandbox.class);
        if (Inside.isHere(context)) {
            return ConditionEvaluationResult.enabled("Where the test was brought from, it was enabled");
        }
        return wanted.isEmpty()
                ? ConditionEvaluationResult.enabled("@EnabledIfSandbox is not present")
                : evaluate(wanted.get(), context);
    }

    private static ConditionEvaluationResult evaluate(EnabledIfSandbox wanted, ExtensionContext context) {
        SandboxedRuntime runtime = TestRun.of(context).runtime();
        return evaluate(request(wanted, runtime, context), runtime);
    }

    /**
     * Returns whether such a sandbox can be had, with the reason where it cannot; throws that reason where whoever runs the tests
     * wants no skips.
     */
    static ConditionEvaluationResult evaluate(ProviderRequest request, SandboxedRuntime runtime) {
        try {
            Selection chosen = runtime.select(request);
            return ConditionEvaluationResult.enabled(
                    "Provider " + chosen.provider().name() + " has isolation "
                            + chosen.capabilities().isolation().written());
        } catch (NoProviderException | ProviderUnavailableException | UnsupportedCapabilityException e) {
            if (TestSettings.forbidsSkips(runtime.general())) {
                throw e;
            }
            return ConditionEvaluationResult.disabled(e.getMessage());
        }
    }

    private static ProviderRequest request(
            EnabledIfSandbox wanted, SandboxedRuntime runtime, ExtensionContext context) {
        if (wanted.isolation().length > 1) {
            throw new ExtensionConfigurationException("@EnabledIfSandbox on " + context.getDisplayName() + " gives "
                    + wanted.isolation().length + " values for isolation; give at most one");
        }
        ProviderRequest request =
                ProviderRequest.of(SandboxSpec.defaults(), runtime.general()).declaring(List.of(wanted.capability()));
        ProviderRequest named = wanted.provider().isEmpty() ? request : request.on(wanted.provider());
        return wanted.isolation().length == 0 ? named : named.atLeast(wanted.isolation()[0]);
    }
}
