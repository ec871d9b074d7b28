package dev.sandboxed.provider.oci.internal.kernel;

import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.linux.internal.cgroup.ControlGroup;
import dev.sandboxed.linux.internal.cgroup.ControlGroupGate;
import dev.sandboxed.linux.internal.mount.ContainerMount;
import dev.sandboxed.linux.internal.mount.Overlay;
import dev.sandboxed.linux.internal.seccomp.FilterProgram;
import dev.sandboxed.linux.internal.seccomp.FilteredThread;
import dev.sandboxed.linux.internal.seccomp.OciProfile;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The kernel of the host: processes inside are its own, it mounts for them, counts, filters and freezes them. */
final class HostKernel implements ContainerKernel {

    /** Made when it is first needed, since providers are asked for their names more often than they are used. */
    private static final class Filter {
        static final byte[] WITHOUT_SET_ID = FilterProgram.withoutSetIds(true);
    }

    @Override
    public boolean countsProcesses() {
        return true;
    }

    @Override
    public Optional<Map<String, Object>> systemCallFilter() {
        return Optional.of(OciProfile.forContainers());
    }

    @Override
    public List<ContainerMount> systemMounts() {
        return Stream.of(ContainerMount.SYSTEM, ContainerMount.OF_SHARED_KERNEL)
                .flatMap(List::stream)
                .toList();
    }

    /** Even where nothing may be changed, a snapshot may have brought changes. */
    @Override
    public ContainerMount hostFolder(Overlay changed, boolean readOnly) {
        return ContainerMount.overlay(changed, !readOnly);
    }

    @Override
    public <T> T startClient(boolean sharesFolders, FilteredThread.Work<T> start) throws IOException {
        return sharesFolders ? FilteredThread.callFiltered(Filter.WITHOUT_SET_ID, start) : start.run();
    }

    /** The runtime makes the control group, and joins it soon after its start: the gate is opened as early as can be. */
    @Override
    public void prepare(ControlGroup group, Limits limits) {
        ControlGroupGate.open();
    }

    @Override
    public void pause(ControlGroup group, RuntimeClient client) throws IOException {
        group.freeze();
    }

    @Override
    public void unpause(ControlGroup group, RuntimeClient client) {
        group.letGo();
    }
}
