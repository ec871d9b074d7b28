package dev.sandboxed.provider.oci.internal;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.conformance.image.BusyboxRoot;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.provider.oci.internal.container.RuntimeProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Looks for the program and for root. Not for more: a runtime that is there and does not work is a failure. */
final class RuntimeRequired implements ExecutionCondition {

    /** A busy machine shall not skip tests. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        NeedsRuntime needs = AnnotationSupport.findAnnotation(context.getRequiredTestClass(), NeedsRuntime.class)
                .orElseThrow();
        if (!HostPlatform.isRoot()) {
            return ConditionEvaluationResult.disabled("it takes root to make containers without a daemon");
        }
        if (needs.busybox() && !Files.isExecutable(BusyboxRoot.PROGRAM)) {
            return ConditionEvaluationResult.disabled("there is no BusyBox; apt-get install busybox-static");
        }
        try {
            RuntimeProgram program =
                    RuntimeProgram.find(needs.value(), ProviderContext.in(Path.of("unused")), PATIENCE);
            return ConditionEvaluationResult.enabled(program.version() + " is here");
        } catch (ProviderUnavailableException e) {
            return ConditionEvaluationResult.disabled(e.getMessage());
        }
    }
}
