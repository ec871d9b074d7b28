package dev.sandboxed.provider.oci.internal;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.folder.rootfs.Rootfs;
import dev.sandboxed.guest.exec.SupervisorScript;
import dev.sandboxed.guest.sandbox.SharedPause;
import dev.sandboxed.linux.internal.cgroup.ControlGroup;
import dev.sandboxed.linux.internal.cgroup.ControlGroups;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.linux.internal.proc.AddressSpace;
import dev.sandboxed.network.internal.NetworkRoom;
import dev.sandboxed.process.internal.thread.Alarm;
import dev.sandboxed.provider.oci.internal.bundle.BundleFolder;
import dev.sandboxed.provider.oci.internal.bundle.ContainerConfig;
import dev.sandboxed.provider.oci.internal.container.Container;
import dev.sandboxed.provider.oci.internal.container.RuntimeProgram;
import dev.sandboxed.provider.oci.internal.kernel.ContainerKernel;
import java.io.IOException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Starts the container of a sandbox and waits until it can run commands.
 *
 * @param creation the sandbox in the making
 * @param program what runs it
 * @param bundle where its files go
 * @param image what its files lie over; none for the programs of the host
 * @param whole whether all of its files are there already
 * @param network what connects it with others, in the making; none for nothing but loopback
 */
record OciLaunch(
        Creation creation,
        RuntimeProgram program,
        BundleFolder bundle,
        @Nullable Rootfs image,
        boolean whole,
        @Nullable NetworkRoom network) {

    /**
     * Starts the container and makes the sandbox.
     *
     * @param wrapping makes the sandbox from what serves its container
     * @throws SandboxStartException if the runtime refuses, a limit is too small, or the time is up before the sandbox is ready
     * @throws SandboxInterruptedException if the thread is interrupted
     */
    OciSandbox begin(Function<OciService, OciSandbox> wrapping) throws IOException {
        AddressSpace.require(creation.spec().limits());
        ContainerKernel kernel = program.kind().kernel();
        ControlGroup group = ControlGroups.ofRuntimes().of(creation.id());
        kernel.prepare(group, creation.spec().limits());
        ContainerConfig config =
                new ContainerConfig(program.kind(), creation.spec(), bundle, group.path(), image, network);
        String word = SupervisorScript.word();
        config.write(SupervisorScript.first(word), whole);
        if (network != null) {
            network.await(creation.deadline());
        }
        creation.deadline().check("writing the bundle");
        kernel.aboutToStart();
        Container container = Container.start(creation.id(), program, config, group);
        Alarm alarm = Alarm.in(creation.deadline().remaining(), container.first()::close);
        try {
            OciSandbox sandbox =
                    wrapping.apply(new OciService(creation.spec(), container, word, new SharedPause(container)));
            awaitReady(sandbox, container);
            return sandbox;
        } finally {
            if (!alarm.silence()) {
                creation.deadline().check("starting the container");
            }
        }
    }

    private void awaitReady(OciSandbox sandbox, Container container) throws IOException {
        String version;
        try {
            version = sandbox.commands().awaitReady();
        } catch (IOException | SandboxException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw new SandboxInterruptedException(Fault.of("Interrupted while the sandbox was started")
                        .provider(program.kind().provider()));
            }
            throw refused(container, e);
        }
        container.kernel().verify(version);
        if (HostPlatform.isRoot() && !container.group().exists()) {
            throw new SandboxStartException(Fault.of("The runtime has made no control group "
                            + container.group().path() + ", so that no limit would hold")
                    .provider(program.kind().provider())
                    .remedy(ControlGroups.REMEDY));
        }
        if (creation.spec().limits().processes().isPresent()) {
            sandbox.commands().reserveSupervisor();
        }
    }

    private SandboxStartException refused(Container container, Exception e) {
        creation.deadline().check("starting the container");
        String said = container.first().firstWords();
        return new SandboxStartException(
                Fault.of("'" + program.file() + "' did not start the container: " + (said.isBlank() ? e : said))
                        .provider(program.kind().provider())
                        .remedy("./sandboxed doctor tells what this host lacks")
                        .cause(e));
    }
}
