package dev.sandboxed.provider.docker.internal.container;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HealthCheck;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.LogConfig;
import com.github.dockerjava.api.model.Mount;
import com.github.dockerjava.api.model.MountType;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import com.github.dockerjava.api.model.Ulimit;
import com.github.dockerjava.api.model.VolumesFrom;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.guest.exec.SupervisorScript;
import dev.sandboxed.linux.internal.network.LinkedNamespaces;
import dev.sandboxed.provider.docker.internal.engine.Engine;
import dev.sandboxed.provider.docker.internal.engine.EngineAddress;
import dev.sandboxed.provider.docker.internal.engine.EngineFaults;
import dev.sandboxed.provider.docker.internal.image.ImageDefaults;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A container as it shall be made for a spec.
 *
 * @param spec what was asked for
 * @param image what its files come from
 * @param defaults what that says of how it runs
 * @param labels what is written on it
 * @param confinement what runs it
 * @param network where it gets its network from
 */
public record ContainerPlan(
        SandboxSpec spec,
        String image,
        ImageDefaults defaults,
        ContainerLabels labels,
        Confinement confinement,
        ContainerNetwork network) {

    /** A host survives that many processes, and hardly any test needs more. */
    private static final int DEFAULT_PROCESSES = 1024;

    private static final String NO_NEW_PRIVILEGES = "no-new-privileges";
    private static final List<String> TEMPORARY = List.of("/tmp", "/var/tmp");

    /**
     * Makes sure that a limit of disk holds for all that can be written: what lies in files of the engine's beside those of the
     * container counts for nobody.
     *
     * @throws SandboxStartException if there is a limit, and something that it would not hold for
     */
    public void requireOneDisk() {
        if (spec.limits().disk().isEmpty()) {
            return;
        }
        String beyond = "";
        if (spec.readOnlyRoot()) {
            beyond = "a read-only root, whose workdir is a volume";
        } else if (!defaults.volumes().isEmpty()) {
            beyond = "the image '" + image + "', which has the volumes " + new TreeSet<>(defaults.volumes());
        } else if (!OwnLoopback.suffices(this)) {
            beyond =
                    "a network, a mount or another user than root, since /etc/hosts and others are files of the engine's then";
        }
        if (!beyond.isEmpty()) {
            throw new SandboxStartException(
                    Fault.of("A disk of " + spec.limits().disk().get() + " does not go with " + beyond
                                    + ", for which the engine keeps no limit")
                            .provider(EngineFaults.PROVIDER)
                            .remedy("leave one of the two out, or take another provider, such as runc"));
        }
    }

    /** Fills in the request that makes it; {@code word} is what its first process marks its words with. */
    void describe(CreateContainerCmd request, String word, Engine engine) {
        request.withName(labels.id())
                .withLabels(labels.written())
                .withEntrypoint(SupervisorScript.first(word))
                .withEnv(environment())
                .withWorkingDir(spec.workdir())
                .withStdinOpen(true)
                .withStdInOnce(true)
                .withAttachStdin(true)
                .withAttachStdout(true)
                .withAttachStderr(true)
                .withHealthcheck(new HealthCheck().withTest(List.of("NONE")))
                .withNetworkDisabled(OwnLoopback.suffices(this))
                .withExposedPorts(ports().stream().map(ExposedPort::tcp).toList())
                .withHostConfig(host(engine));
        spec.user().ifPresent(request::withUser);
    }

    /**
     * Returns whether it needs another container, that never runs, to get its volume from. Where the root is read-only, the
     * engine changes what lies in a volume, but not the volume's own folder, so nobody but root could write there.
     */
    boolean needsDonor() {
        return hasVolume() && !isRoot();
    }

    /** Returns the name of the donor of a sandbox. */
    static String donorOf(String sandbox) {
        return sandbox + "-donor";
    }

    /** Fills in the request that makes the donor, whose root can be written. */
    void describeDonor(CreateContainerCmd request) {
        request.withName(donorOf(labels.id()))
                .withLabels(labels.written())
                .withEntrypoint("/bin/sh")
                .withNetworkDisabled(true)
                .withHostConfig(new HostConfig().withMounts(List.of(volume())));
    }

    /**
     * Commands find the same as with other providers, unless the image or the spec says otherwise. Secrets are left out: whoever
     * may look at the container would see them. They come with each command.
     */
    private List<String> environment() {
        Map<String, String> env = new LinkedHashMap<>();
        env.put("LANG", "C.UTF-8");
        env.put("HOME", spec.workdir());
        env.keySet().removeAll(defaults.variables());
        env.putAll(spec.env());
        SupervisorScript.environment().forEach((name, script) -> env.put(name, OwnLoopback.beginning(this) + script));
        return env.entrySet().stream()
                .map(variable -> variable.getKey() + "=" + variable.getValue())
                .toList();
    }

    /** Returns who runs in it: the user of the spec, or that of the image. */
    String user() {
        return spec.user().orElse(defaults.user());
    }

    /** Returns whether that is root by one of its usual names, whatever its group. */
    boolean isRoot() {
        return List.of("", "root", "0").contains(user().split(":", 2)[0]);
    }

    private HostConfig host(Engine engine) {
        HostConfig host = (confinement.sharesKernel()
                        ? new WalledHost(engine.info().machine().cpus())
                        : new HostConfig())
                .withCapDrop(Capability.ALL)
                .withSecurityOpts(security())
                .withNetworkMode(network.name())
                .withIpcMode("private")
                .withLogConfig(new LogConfig(LogConfig.LoggingType.NONE))
                .withReadonlyRootfs(spec.readOnlyRoot())
                .withMounts(mounts())
                .withPortBindings(bindings(engine.address()));
        if (network.hasRoom()) {
            // The engine would have it search where the host does.
            host.withDns(LinkedNamespaces.OUTER_ADDRESS).withDnsSearch(".");
        }
        if (spec.readOnlyRoot()) {
            host.withTmpFs(temporaryFolders());
        }
        if (needsDonor()) {
            host.withVolumesFrom(new VolumesFrom(donorOf(labels.id())));
        }
        if (confinement.runtime() != null) {
            host.withRuntime(confinement.runtime());
        }
        limit(host, spec.limits());
        return host;
    }

    /** Whoever may only read a folder of the host is filtered as well: one that may write could hand it an open file. */
    private List<String> security() {
        return spec.mounts().isEmpty()
                ? List.of(NO_NEW_PRIVILEGES)
                : List.of(NO_NEW_PRIVILEGES, SystemCallFilter.option());
    }

    private void limit(HostConfig host, Limits limits) {
        if (confinement.sharesKernel()) {
            host.withPidsLimit((long) limits.processes().orElse(DEFAULT_PROCESSES));
        }
        // Without swap: else a limit of memory would only make it slow.
        limits.memory().ifPresent(size -> host.withMemory(size.bytes()).withMemorySwap(size.bytes()));
        limits.cpus().ifPresent(cpus -> host.withNanoCPUs((long) (cpus * 1e9)));
        limits.openFiles()
                .ifPresent(count -> host.withUlimits(List.of(new Ulimit("nofile", (long) count, (long) count))));
        limits.disk().ifPresent(size -> host.withStorageOpt(Map.of("size", String.valueOf(size.bytes()))));
    }

    private List<Mount> mounts() {
        List<Mount> mounts = new ArrayList<>();
        for (dev.sandboxed.api.spec.Mount mount : spec.mounts()) {
            mounts.add(new Mount()
                    .withType(MountType.BIND)
                    .withSource(mount.source().toString())
                    .withTarget(mount.target())
                    .withReadOnly(!mount.writable()));
        }
        if (hasVolume() && !needsDonor()) {
            mounts.add(volume());
        }
        return mounts;
    }

    private Mount volume() {
        return new Mount().withType(MountType.VOLUME).withTarget(spec.workdir());
    }

    /** Returns whether the workdir lies in a volume of its own, since all else is read-only. */
    private boolean hasVolume() {
        boolean elsewhere = TEMPORARY.contains(spec.workdir())
                || spec.mounts().stream().anyMatch(mount -> mount.target().equals(spec.workdir()));
        return spec.readOnlyRoot() && !elsewhere;
    }

    private static Map<String, String> temporaryFolders() {
        Map<String, String> folders = new LinkedHashMap<>();
        TEMPORARY.forEach(folder -> folders.put(folder, "rw,exec,nosuid,nodev,mode=1777"));
        return folders;
    }

    /** Returns those that the engine shall publish; a room opens them by itself. */
    private Set<Integer> ports() {
        return network.hasRoom()
                ? Set.of()
                : spec.network().map(NetworkPolicy::exposedPorts).orElse(Set.of());
    }

    /** Where the engine is on this host, nobody else needs to reach its ports. */
    private List<PortBinding> bindings(EngineAddress address) {
        Ports.Binding anyPort =
                address instanceof EngineAddress.Unix ? Ports.Binding.bindIp("127.0.0.1") : Ports.Binding.empty();
        return ports().stream()
                .map(port -> new PortBinding(anyPort, ExposedPort.tcp(port)))
                .toList();
    }
}
