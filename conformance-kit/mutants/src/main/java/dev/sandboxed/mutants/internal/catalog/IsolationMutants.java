package dev.sandboxed.mutants.internal.catalog;

import static dev.sandboxed.mutants.internal.Mutant.mutant;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.mutants.internal.Changed;
import dev.sandboxed.mutants.internal.MutantBuilder;
import java.util.List;
import java.util.function.UnaryOperator;

/** Walls that are only painted. */
final class IsolationMutants {

    private static final String CONTRADICTED = "is contradicted from inside";

    private IsolationMutants() {}

    static List<MutantBuilder> all() {
        return List.of(
                claiming(Isolation.FILESYSTEM, files("claims-to-isolate-files")),
                claimingNamespaces("claims-to-have-namespaces"),
                claiming(Isolation.CONTAINER, environment(privileges("claims-to-be-a-container"))),
                claiming(Isolation.USERSPACE_KERNEL, environment(kernel("claims-to-have-a-kernel-in-user-space"))),
                claiming(
                        Isolation.MICROVM,
                        environment(kernel("claims-to-be-a-machine"))
                                .breaks("ISO-7", "the boot id inside is the host's")),
                // It shows neither /proc, which would tell otherwise, nor how to mount.
                claiming(
                                Isolation.USERSPACE_KERNEL,
                                processes("hides-that-the-kernel-is-the-hosts")
                                        .breaks("ISO-6", "the kernel inside is the host's"))
                        .command(command -> hiding(command, script -> script.replace("mount -t", "false -t"))),
                mutant("tells-more-isolation-than-declared")
                        .breaks("ISO-9", "tells another isolation than its provider declares")
                        .breaks("ISO-10", "which is more than")
                        .info(IsolationMutants::inContainer),
                mutant("tells-more-isolation-where-more-is-asked-for", "ISO-10", "which is more than")
                        .info(sandbox -> sandbox.spec().network().isPresent() ? inContainer(sandbox) : sandbox.info()));
    }

    private static MutantBuilder files(String name) {
        return mutant(name, "ISO-1", "a file of the host was read inside")
                .breaks("ISO-2", "a file was made on the host from inside")
                .breaks("ISO-9", CONTRADICTED)
                .breaks("ISO-10", CONTRADICTED);
    }

    private static MutantBuilder processes(String name) {
        return files(name)
                .breaks("ISO-3", "process of the host was")
                .breaks("ISO-4", "of the host")
                .breaks("ISO-8", "of one sandbox was read in another")
                .breaks("NET-5", "with network FULL");
    }

    /** Who sees the processes of the host, sees their environment. */
    private static MutantBuilder environment(MutantBuilder mutant) {
        return mutant.breaks("EXEC-13", "variables of the host are seen inside");
    }

    private static MutantBuilder privileges(String name) {
        return processes(name).breaks("ISO-5", "new privileges can be gained inside");
    }

    private static MutantBuilder kernel(String name) {
        return privileges(name).breaks("ISO-6", "the kernel inside is the host's");
    }

    private static MutantBuilder claiming(Isolation level, MutantBuilder mutant) {
        return mutant.claiming(
                declared -> new Capabilities(level, declared.features(), declared.requirements(), declared.startup()));
    }

    /** Returns a mutant that claims namespaces which are not there. */
    static MutantBuilder claimingNamespaces(String name) {
        return claiming(Isolation.NAMESPACE, environment(processes(name)));
    }

    /** Hides /proc from a script, and changes it in another way. */
    static Command hiding(Command command, UnaryOperator<String> change) {
        return command.script()
                .map(script -> change.apply(script.replace("/proc/", "/no-proc/")))
                .map(script -> Changed.argv(command, Command.shell(script).argv()))
                .orElse(command);
    }

    private static SandboxInfo inContainer(Sandbox sandbox) {
        return Changed.isolation(sandbox.info(), Isolation.CONTAINER);
    }
}
