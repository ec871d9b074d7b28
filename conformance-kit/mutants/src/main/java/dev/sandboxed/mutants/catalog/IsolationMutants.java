package dev.sandboxed.mutants.catalog;

import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.mutants.Mutant;
import dev.sandboxed.mutants.MutantBuilder;
import java.util.List;

/** Walls that are only painted. */
final class IsolationMutants {

    private static final String CONTRADICTED = "is contradicted from inside";

    private IsolationMutants() {}

    static List<Mutant> all() {
        return List.of(
                claiming(Isolation.FILESYSTEM, files(Mutant.named("claims-to-isolate-files"))),
                claiming(Isolation.NAMESPACE, processes(Mutant.named("claims-to-have-namespaces"))),
                claiming(Isolation.CONTAINER, privileges(Mutant.named("claims-to-be-a-container"))),
                claiming(Isolation.USERSPACE_KERNEL, kernel(Mutant.named("claims-to-have-a-kernel-in-user-space"))),
                claiming(
                        Isolation.MICROVM,
                        kernel(Mutant.named("claims-to-be-a-machine"))
                                .breaks("ISO-7", "the boot id inside is the host's")),
                Mutant.named("tells-more-isolation-than-declared")
                        .breaks("ISO-9", "tells another isolation than its provider declares")
                        .sandbox(working -> new ForwardingSandbox(working) {
                            @Override
                            public SandboxInfo info() {
                                return at(Isolation.CONTAINER, sandbox().info());
                            }
                        }));
    }

    private static MutantBuilder files(MutantBuilder mutant) {
        return mutant.breaks("ISO-1", "a file of the host was read inside")
                .breaks("ISO-2", "a file was made on the host from inside")
                .breaks("ISO-9", CONTRADICTED);
    }

    private static MutantBuilder processes(MutantBuilder mutant) {
        return files(mutant)
                .breaks("ISO-3", "process of the host was")
                .breaks("ISO-4", "of the host")
                .breaks("ISO-8", "of one sandbox was read in another");
    }

    private static MutantBuilder privileges(MutantBuilder mutant) {
        return processes(mutant).breaks("ISO-5", "new privileges can be gained inside");
    }

    private static MutantBuilder kernel(MutantBuilder mutant) {
        return privileges(mutant).breaks("ISO-6", "the kernel inside is the host's");
    }

    private static Mutant claiming(Isolation level, MutantBuilder mutant) {
        return mutant.claiming(declared -> new Capabilities(
                level, declared.features(), declared.requirements(), declared.startup(), declared.spare()));
    }

    private static SandboxInfo at(Isolation level, SandboxInfo info) {
        return new SandboxInfo(
                info.id(),
                new SandboxInfo.RunsOn(info.provider(), info.runsOn().version(), level),
                info.nativeId(),
                info.state(),
                info.owner(),
                info.labels(),
                info.created(),
                info.expires());
    }
}
