package dev.sandboxed.provider.microvm.internal;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.error.ProviderUnavailableException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Looks for QEMU and a kernel. Not for more: machines that do not run although both are there are a failure. */
final class MachinesRequired implements ExecutionCondition {

    /** Where {@code ./sandboxed test} has unpacked a kernel. */
    private static final String KERNEL = "SANDBOX_TEST_KERNEL";

    /** A busy machine shall not skip tests. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Returns the settings of machines that software emulates, which run everywhere. */
    static Map<String, String> emulated() {
        return Map.of("accelerator", "tcg", "kernel", String.valueOf(System.getenv(KERNEL)));
    }

    /** Opens a provider of such machines, which keeps everything below a folder. */
    static MicrovmProvider provider(Path folder) {
        return new MicrovmProvider(
                Kind.QEMU, ProviderContext.in(folder.resolve("qemu")).withSettings(emulated()));
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (System.getenv(KERNEL) == null) {
            return ConditionEvaluationResult.disabled(
                    "there is no kernel for machines: " + KERNEL + " names none; ./sandboxed test gets one on Debian");
        }
        try {
            String version = Kind.QEMU
                    .find(ProviderContext.in(Path.of("unused")), PATIENCE)
                    .version();
            return ConditionEvaluationResult.enabled(version + " is here");
        } catch (ProviderUnavailableException e) {
            return ConditionEvaluationResult.disabled(e.getMessage());
        }
    }
}
