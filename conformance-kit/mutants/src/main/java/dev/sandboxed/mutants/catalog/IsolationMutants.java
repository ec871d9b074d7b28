package dev.sandboxed.mutants.catalog;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.mutants.Changed;
import dev.sandboxed.mutants.Mutant;
import dev.sandboxed.mutants.MutantBuilder;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Walls that are only painted. */
final class IsolationMutants {

    private static final String CONTRADICTED = "is contradicted from inside";

    private IsolationMutants() {}

    static List<Mutant> all() {
        return List.of(
                claiming(Isolation.FILESYSTEM, files(Mutant.named("claims-to-isolate-files"))),
                claiming(Isolation.NAMESPACE, environment(processes(Mutant.named("claims-to-have-namespaces")))),
                claiming(Isolation.CONTAINER, environment(privileges(Mutant.named("claims-to-be-a-container")))),
                claiming(
                        Isolation.USERSPACE_KERNEL,
                        environment(kernel(Mutant.named("claims-to-have-a-kernel-in-user-space")))),
                claiming(
                        Isolation.MICROVM,
                        environment(kernel(Mutant.named("claims-to-be-a-machine")))
                                .breaks("ISO-7", "the boot id inside is the host's")),
                hidingProc(processes(Mutant.named("hides-that-the-kernel-is-the-hosts"))
                        .breaks("ISO-6", "the kernel inside is the host's")),
                Mutant.named("tells-more-isolation-than-declared")
                        .breaks("ISO-9", "tells another isolation than its provider declares")
                        .breaks("ISO-10", "which is more than")
                        .sandbox(working -> telling(working, spec -> true)),
                Mutant.named("tells-more-isolation-where-more-is-asked-for")
                        .breaks("ISO-10", "which is more than")
                        .sandbox(working ->
                                telling(working, spec -> spec.network().isPresent())));
    }

    private static MutantBuilder files(MutantBuilder mutant) {
        return mutant.breaks("ISO-1", "a file of the host was read inside")
                .breaks("ISO-2", "a file was made on the host from inside")
                .breaks("ISO-9", CONTRADICTED)
                .breaks("ISO-10", CONTRADICTED);
    }

    private static MutantBuilder processes(MutantBuilder mutant) {
        return files(mutant)
                .breaks("ISO-3", "process of the host was")
                .breaks("ISO-4", "of the host")
                .breaks("ISO-8", "of one sandbox was read in another")
                .breaks("NET-5", "with network FULL");
    }

    /** Who sees the processes of the host, sees their environment. */
    private static MutantBuilder environment(MutantBuilder mutant) {
        return mutant.breaks("EXEC-13", "variables of the host are seen inside");
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

    /** Claim a kernel of its own, and show neither /proc, which would tell otherwise, nor how to mount. */
    private static Mutant hidingProc(MutantBuilder mutant) {
        Mutant claim = claiming(Isolation.USERSPACE_KERNEL, Mutant.named("claim"));
        Mutant hide = Mutant.named("hide")
                .command(command -> hiding(command, script -> script.replace("mount -t", "false -t")));
        return mutant.opening((working, context) -> hide.mutation().open(claim.of(working), context));
    }

    /** Hide /proc from a script, and change it in another way. */
    static Command hiding(Command command, UnaryOperator<String> change) {
        return command.script()
                .map(script -> change.apply(script.replace("/proc/", "/no-proc/")))
                .map(script -> Changed.argv(command, Command.shell(script).argv()))
                .orElse(command);
    }

    /** Claim namespaces that are not there, and change something else. */
    static Mutant claimingNamespaces(MutantBuilder mutant, Mutant change) {
        Mutant claim = claiming(Isolation.NAMESPACE, Mutant.named("claim"));
        return environment(processes(mutant))
                .opening((working, context) -> change.mutation().open(claim.of(working), context));
    }

    /** Tell of some sandboxes that they are containers. */
    private static Sandbox telling(Sandbox working, Predicate<SandboxSpec> which) {
        return new ForwardingSandbox(working) {
            @Override
            public SandboxInfo info() {
                SandboxInfo info = sandbox().info();
                return which.test(spec()) ? at(Isolation.CONTAINER, info) : info;
            }
        };
    }

    private static SandboxInfo at(Isolation level, SandboxInfo info) {
        return info.on(new SandboxInfo.RunsOn(info.provider(), info.runsOn().version(), level));
    }
}
