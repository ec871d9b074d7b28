package dev.sandboxed.provider.microvm.internal;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.conformance.ProviderConformance;
import dev.sandboxed.conformance.contract.Effort;
import dev.sandboxed.conformance.examination.ExaminationSettings;
import java.util.Map;

class TrialTests extends ProviderConformance {

    private static boolean real() {
        return System.getenv("TRIAL_FC") != null;
    }

    @Override
    public SandboxProviderFactory factory() {
        return real() ? new FirecrackerProviderFactory() : new QemuProviderFactory();
    }

    @Override
    public ExaminationSettings settings() {
        Map<String, String> settings = real()
                ? Map.of(
                        "program",
                        "/srv/wt/fc/firecracker",
                        "kernel",
                        "/srv/wt/fc/vmlinux",
                        "image",
                        "/srv/wt/vm/img",
                        "kernelArguments",
                        "nomodule i8042.nokbd tsc=reliable no_timer_check mitigations=off noxsave clearcpuid=cx16,smap,smep,popcnt,fsgsbase,invpcid,rdrand,rdseed,rdpid,serialize,umip,erms,fsrm")
                : Map.of("kernel", "/srv/wt/vm/deb", "image", "/srv/wt/vm/img", "accelerator", "tcg");
        return ExaminationSettings.DEFAULT
                .withEffort(Effort.BRIEF)
                .withClauses(System.getenv().getOrDefault("TRIAL", "LIFE-1"))
                .withProvider(settings);
    }
}
