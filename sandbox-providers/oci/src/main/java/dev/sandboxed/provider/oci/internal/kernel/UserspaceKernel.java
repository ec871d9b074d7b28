package dev.sandboxed.provider.oci.internal.kernel;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.guest.exec.GuestCommands;
import dev.sandboxed.linux.internal.cgroup.ControlGroup;
import dev.sandboxed.linux.internal.cgroup.ControlGroupGate;
import dev.sandboxed.linux.internal.host.GvisorKernel;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.linux.internal.mount.ContainerMount;
import dev.sandboxed.linux.internal.mount.Overlay;
import dev.sandboxed.linux.internal.network.CoveredSettings;
import dev.sandboxed.linux.internal.seccomp.FilterProgram;
import dev.sandboxed.linux.internal.seccomp.FilteredThread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The kernel that gVisor puts between a container and the host's: one for each container, in user space. */
final class UserspaceKernel implements ContainerKernel {

    /** Made when they are first needed, since providers are asked for their names more often than they are used. */
    private static final class Filter {
        static final byte[] WITHOUT_MEMBARRIER = FilterProgram.withoutMembarrier();
        static final byte[] WITHOUT_BOTH = FilterProgram.withoutSetIds(false);
    }

    /** The host sees a handful of threads, however many processes there are inside. */
    @Override
    public boolean countsProcesses() {
        return false;
    }

    /** It answers the calls itself. */
    @Override
    public Optional<Map<String, Object>> systemCallFilter() {
        return Optional.empty();
    }

    @Override
    public List<ContainerMount> systemMounts() {
        return ContainerMount.SYSTEM;
    }

    /** It mounts no overlay that keeps changes on the host. */
    @Override
    public ContainerMount hostFolder(Overlay changed, boolean readOnly) {
        return ContainerMount.bind(changed.lower(), changed.target().toString(), false);
    }

    /** It would take an empty one for its own, and keep what is in there to itself. */
    @Override
    public Set<String> foldersToMount() {
        return Set.of("/tmp");
    }

    @Override
    public List<String> flags(Path program, Map<String, String> settings) {
        return GvisorFlags.of(program, settings);
    }

    @Override
    public List<String> networked(List<String> flags) {
        return GvisorFlags.networked(flags);
    }

    @Override
    public List<String> inNetwork(Path namespace, List<String> argv) {
        return CoveredSettings.before(namespace, argv);
    }

    /**
     * {@inheritDoc}
     *
     * <p>The first thing that gVisor does, each time one of its programs begins, is to ask the host's kernel for
     * {@code membarrier}, which answers only when every processor has taken notice. A container begins with several such
     * programs, one after the other. On a system without that call none of them waits.
     */
    @Override
    public <T> T startClient(boolean sharesFolders, FilteredThread.Work<T> start) throws IOException {
        if (sharesFolders) {
            return FilteredThread.callFiltered(Filter.WITHOUT_BOTH, start);
        }
        // Only root has a filter without giving up anything for it.
        return HostPlatform.isRoot() ? FilteredThread.call(Filter.WITHOUT_MEMBARRIER, start) : start.run();
    }

    @Override
    public void prepare(ControlGroup group, Limits limits) throws IOException {
        group.prepare(limits);
    }

    /** The runtime joins its control group late: any earlier, and the gate would be shut again when it gets there. */
    @Override
    public void aboutToStart() {
        if (HostPlatform.isRoot()) {
            ControlGroupGate.open();
        }
    }

    @Override
    public void verify(String version) {
        if (!GvisorKernel.says(version)) {
            throw new SandboxStartException(Fault.of("The kernel inside is not gVisor's, it says '" + version + "'")
                    .provider(Kind.GVISOR.provider())
                    .remedy("look at what the setting 'program' or the path names: it runs something else"));
        }
    }

    /** It must be asked: a part of its threads waits for others of them, and never stands still when all are frozen. */
    @Override
    public void pause(ControlGroup group, RuntimeClient client) throws IOException {
        client.run("pause");
    }

    @Override
    public void unpause(ControlGroup group, RuntimeClient client) throws IOException {
        client.run("resume");
    }

    /** It may not have written all to the host yet, and cannot do so while it is held. */
    @Override
    public void flush(GuestCommands commands) {
        commands.run(Command.of("sync")).orThrow();
    }
}
