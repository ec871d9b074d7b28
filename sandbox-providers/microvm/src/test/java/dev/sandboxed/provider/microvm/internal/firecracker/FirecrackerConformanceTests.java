package dev.sandboxed.provider.microvm.internal.firecracker;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.ProviderConformance;
import dev.sandboxed.conformance.contract.Effort;
import dev.sandboxed.conformance.examination.ExaminationSettings;
import dev.sandboxed.provider.microvm.internal.FirecrackerProviderFactory;
import java.util.Map;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/**
 * The provider with the stand-in, or with the real Firecracker where {@value StandIn#REAL} names one. Brief, and some of each
 * group, since emulated machines are slow: {@value #CLAUSES} chooses others.
 */
@EnabledIfEnvironmentVariable(
        named = FirecrackerConformanceTests.KERNEL,
        matches = ".+",
        disabledReason =
                "SANDBOX_TEST_KERNEL names no kernel for machines: a folder that Debian's linux-image-cloud package was"
                        + " unpacked to, or a file")
class FirecrackerConformanceTests extends ProviderConformance {

    static final String KERNEL = "SANDBOX_TEST_KERNEL";

    private static final String ARGUMENTS = "SANDBOX_TEST_KERNEL_ARGUMENTS";
    /** What locks the real one in. A stand-in in another language finds nothing of it in a jail. */
    private static final String JAILER = "SANDBOX_TEST_JAILER";

    private static final String CLAUSES = "SANDBOX_TEST_CLAUSES";
    /** Not HEALTH-3: it makes Firecracker reachable by finding it in the path, where no stand-in is. */
    private static final String SOME =
            "LIFE-*,EXEC-1,EXEC-2,EXEC-25,STREAM-1,STREAM-2,TERM-1,TERM-2,FILE-1,FILE-2,LIMIT-2,LIMIT-3,"
                    + "NET-1,ISO-1,ISO-2,PAUSE-1,HEALTH-1,HEALTH-2,REAP-*,INFO-1";

    @Override
    public SandboxProviderFactory factory() {
        return new FirecrackerProviderFactory();
    }

    @Override
    public ExaminationSettings settings() {
        return ExaminationSettings.DEFAULT
                .withEffort(Effort.BRIEF)
                .withClauses(System.getenv().getOrDefault(CLAUSES, SOME))
                .withProvider(program());
    }

    /** Returns the settings that choose who is examined. */
    static Map<String, String> program() {
        return Map.of(
                "program",
                StandIn.real().orElseGet(StandIn::program).toString(),
                "jailer",
                System.getenv().getOrDefault(JAILER, "none"),
                "kvm",
                "any",
                "kernel",
                String.valueOf(System.getenv(KERNEL)),
                "kernelArguments",
                System.getenv().getOrDefault(ARGUMENTS, ""));
    }
}
