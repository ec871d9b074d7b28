package dev.sandboxed.conformance.internal.clauses;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.spec.Mount;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SandboxSpecBuilder;
import dev.sandboxed.conformance.contract.Clause;
import dev.sandboxed.conformance.internal.trial.GuestKernel;
import dev.sandboxed.conformance.internal.trial.GuestPrivileges;
import dev.sandboxed.conformance.internal.trial.HostSecrets;
import dev.sandboxed.conformance.internal.trial.Trial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** How strongly a sandbox is kept apart, by the level that the provider declares. */
public interface IsolationClauses {

    /** Where the host's shared memory is. */
    Path SHARED_MEMORY = Path.of("/dev/shm");

    @Clause("ISO-1")
    default void aFileOfTheHostIsNotReadable(Trial trial) {
        try (HostSecrets host = HostSecrets.everywhere()) {
            assertEquals(List.of(), host.filesReadIn(trial.sandbox()), "a file of the host was read inside");
        }
    }

    @Clause("ISO-2")
    default void nothingOfTheHostIsWritable(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        try (HostSecrets host = HostSecrets.everywhere()) {
            assertEquals(List.of(), host.filesMadeIn(sandbox), "a file was made on the host from inside");
            assertEquals(List.of(), host.filesChangedIn(sandbox), "a file of the host was changed from inside");
        }
    }

    @Clause("ISO-3")
    default void processesOfTheHostAreInvisible(Trial trial) {
        try (HostSecrets host = HostSecrets.everywhere()) {
            assertFalse(
                    host.processIsSeenIn(trial.sandbox()), "the command line of a process of the host was read inside");
        }
    }

    @Clause("ISO-3")
    default void processesOfTheHostCannotBeSignalled(Trial trial) {
        try (HostSecrets host = HostSecrets.everywhere()) {
            trial.sandbox().shell("kill -TERM " + host.pid() + "; exit 0");
            assertFalse(
                    trial.comesTrue(Duration.ofMillis(300), () -> !host.processIsAlive()),
                    "a process of the host was ended by a signal from inside");
        }
    }

    @Clause("ISO-4")
    default void sharedMemoryOfTheHostIsOutOfReach(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        if (Files.isWritable(SHARED_MEMORY)) {
            try (HostSecrets host = HostSecrets.in(List.of(SHARED_MEMORY))) {
                assertEquals(List.of(), host.filesReadIn(sandbox), "shared memory of the host was read inside");
            }
        }
        if (kernel(sandbox).isTheHosts()) {
            assertEquals(
                    List.of(),
                    GuestKernel.sharedNamespaces(sandbox, "ipc"),
                    "shared memory of the host is in reach inside: the IPC namespace is the host's");
        }
    }

    @Clause("ISO-4")
    default void abstractSocketsOfTheHostAreOutOfReach(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        // Abstract names belong to a network namespace, and those of another kernel are out of reach in any case.
        // Java cannot make such a name, so the wall is examined and not the door.
        if (kernel(sandbox).isTheHosts()) {
            assertEquals(
                    List.of(),
                    GuestKernel.sharedNamespaces(sandbox, "net"),
                    "abstract sockets of the host are in reach inside: the network namespace is the host's");
        }
    }

    @Clause("ISO-5")
    default void thereAreNoNewPrivilegesNoRawDevicesAndNoMounting(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        // What root does to a kernel of its own does not concern the host.
        if (!kernel(sandbox).isTheHosts()) {
            return;
        }
        assertFalse(
                GuestPrivileges.canBeGained(sandbox),
                "new privileges can be gained inside: /proc/self/status has NoNewPrivs 0");
        assertEquals(
                List.of(), GuestPrivileges.dangerous(sandbox), "there are privileges over the host's kernel inside");
        assertFalse(GuestPrivileges.mounts(sandbox), "a file system was mounted inside");
        assertEquals(
                List.of(),
                GuestPrivileges.hostDisks(sandbox),
                "raw devices with the disks of the host can be read inside");
        assumeTrue(
                GuestPrivileges.areTold(sandbox),
                "the host's kernel does not tell inside what a process may do; mount /proc in the sandbox");
    }

    @Clause("ISO-6")
    default void theKernelInsideIsNotTheHosts(Trial trial) {
        GuestKernel inside = kernel(trial.sandbox());
        assertFalse(inside.isTheHosts(), "the kernel inside is the host's: " + inside);
    }

    @Clause("ISO-7")
    default void kernelAndMemoryAreItsOwn(Trial trial) {
        GuestKernel host = GuestKernel.ofHost();
        GuestKernel inside = GuestKernel.in(trial.sandbox());
        assumeFalse(
                inside.bootId().isEmpty() || inside.memory().isEmpty(),
                "the kernel inside tells neither its boot id nor its memory; mount /proc in the machine");
        assertNotEquals(host.bootId(), inside.bootId(), "the boot id inside is the host's");
        assertNotEquals(host.memory(), inside.memory(), "the memory inside has the size of the host's");
    }

    @Clause("ISO-8")
    default void twoSandboxesCannotSeeEachOthersProcesses(Trial trial) {
        String word = "secret-" + UUID.randomUUID();
        Sandbox one = trial.sandbox();
        Sandbox other = trial.sandbox();
        one.shell("sh -c " + Command.quote(trial.guest().heartbeat("beat")) + " " + word
                + " </dev/null >/dev/null 2>&1 &");
        trial.awaitBeat(one, "beat");
        assertFalse(
                HostSecrets.processes(other).contains(word),
                "the command line of a process of one sandbox was read in another");
    }

    @Clause("ISO-8")
    default void twoSandboxesCannotSeeEachOthersFiles(Trial trial) {
        String word = "secret-" + UUID.randomUUID();
        Sandbox one = trial.sandbox();
        Sandbox other = trial.sandbox();
        one.files().write(word, word);
        one.shell("sleep 1000 </dev/null >/dev/null 2>&1 &");
        String place = Command.quote(one.shell("pwd").stdout().strip());
        String reading = "cat " + place + "/secret-*; cat /proc/[0-9]*/cwd/secret-* 2>/dev/null; exit 0";
        assertFalse(other.shell(reading).stdout().contains(word), "a file of one sandbox was read in another");
    }

    @Clause("ISO-9")
    default void theLevelThatIsToldIsTheOneDeclared(Trial trial) {
        assertEquals(
                trial.capabilities().isolation(),
                trial.sandbox().info().isolation(),
                "a sandbox tells another isolation than its provider declares");
    }

    @Clause("ISO-9")
    default void whatIsSeenInsideDoesNotContradictTheLevel(Trial trial) {
        assertNotContradicted(trial.sandbox(), trial.capabilities().isolation());
    }

    @Clause("ISO-10")
    default void whateverASpecAsksForTheLevelThatIsToldIsTrue(Trial trial) {
        assertTold(trial, trial.create(askingForMuch(trial)));
        trial.hints().options().forEach((name, value) -> {
            Sandbox weaker;
            try {
                weaker = trial.create(SandboxSpec.builder().option(name, value));
            } catch (SandboxException | IllegalArgumentException refused) {
                // Whoever does not make it tells nothing wrong of it.
                return;
            }
            assertTold(trial, weaker);
        });
    }

    private static void assertTold(Trial trial, Sandbox sandbox) {
        Isolation declared = trial.capabilities().isolation();
        Isolation told = sandbox.info().isolation();
        assertTrue(
                declared.atLeast(told),
                "a sandbox tells the isolation " + told + ", which is more than the " + declared
                        + " that its provider declares");
        assertNotContradicted(sandbox, told);
    }

    /** Returns a spec that asks for all that opens a sandbox, as far as the provider has it. */
    private static SandboxSpecBuilder askingForMuch(Trial trial) {
        SandboxSpecBuilder spec = SandboxSpec.builder();
        if (trial.claims(Capability.NETWORK_FULL)) {
            spec.network(Network.FULL);
        }
        return trial.claims(Capability.MOUNTS)
                ? spec.mount(Mount.writable(trial.hostFolder(), "/mnt/conformance-mounted"))
                : spec;
    }

    private static void assertNotContradicted(Sandbox sandbox, Isolation told) {
        String contradicted = "the isolation " + told + " is contradicted from inside: ";
        try (HostSecrets host = HostSecrets.everywhere()) {
            assertFalse(
                    told.atLeast(Isolation.FILESYSTEM)
                            && !host.filesReadIn(sandbox).isEmpty(),
                    contradicted + "a file of the host can be read");
            assertFalse(
                    told.atLeast(Isolation.NAMESPACE) && host.processIsSeenIn(sandbox),
                    contradicted + "a process of the host can be seen");
            boolean hostsKernel =
                    told.atLeast(Isolation.NAMESPACE) && kernel(sandbox).isTheHosts();
            assertFalse(
                    hostsKernel && told.atLeast(Isolation.USERSPACE_KERNEL), contradicted + "the kernel is the host's");
            assertEquals(
                    List.of(),
                    hostsKernel ? GuestKernel.sharedNamespaces(sandbox, "ipc", "net") : List.of(),
                    contradicted + "namespaces are the host's");
        }
    }

    /** Returns the kernel; one that tells nothing at all cannot be told from the host's. */
    private static GuestKernel kernel(Sandbox sandbox) {
        GuestKernel kernel = GuestKernel.in(sandbox);
        assumeTrue(
                kernel.isKnown(),
                "the kernel inside tells nothing about itself; mount /proc in the sandbox, or add uname to what it runs");
        return kernel;
    }
}
