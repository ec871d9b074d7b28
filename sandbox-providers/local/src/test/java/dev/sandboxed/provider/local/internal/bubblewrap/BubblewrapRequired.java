package dev.sandboxed.provider.local.internal.bubblewrap;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.linux.internal.host.UserNamespaces;
import java.util.Map;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Tries whether bubblewrap works here. */
final class BubblewrapRequired implements ExecutionCondition {

    private static final int TRIES = 5;
    private static final ProviderStatus STATUS = status();

    /** A machine that is busy may not answer in time; that is no reason to skip anything. */
    private static ProviderStatus status() {
        BubblewrapProgram program = new BubblewrapProgram("bwrap", UserNamespaces.OF_THIS_HOST);
        ProviderStatus status = program.status(Map.of());
        for (int i = 1; i < TRIES && !status.isAvailable(); i++) {
            status = program.status(Map.of());
        }
        return status;
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return STATUS instanceof ProviderStatus.Unavailable unavailable
                ? ConditionEvaluationResult.disabled(unavailable.reason() + "; " + unavailable.remedy())
                : ConditionEvaluationResult.enabled("bubblewrap works");
    }
}
