package dev.sandboxed.provider.docker.internal;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.network.internal.NetworkRoom;
import dev.sandboxed.network.internal.NetworkTools;
import dev.sandboxed.provider.docker.internal.container.Confinement;
import dev.sandboxed.provider.docker.internal.container.ContainerNetwork;
import dev.sandboxed.provider.docker.internal.container.Enclosure;
import dev.sandboxed.provider.docker.internal.engine.Engine;
import dev.sandboxed.provider.docker.internal.engine.EngineAddress;
import dev.sandboxed.provider.docker.internal.engine.EngineHost;
import dev.sandboxed.provider.docker.internal.engine.EngineInfo;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides where containers get their network from: from a room of ours around each, where one can be made, and else from the
 * engine, which keeps no lists and no log.
 *
 * <p>For a room the namespace of a container is entered from here. That takes root, the programs that make rooms, an engine that
 * is proven to run on this host and whose processes are seen here, and a runtime whose containers use the host's kernel.
 */
final class DockerNetworks {

    /** Whoever wants a sandbox waits longer than whoever asks for the status. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final String USUAL = "bridge";
    private static final String OF_ENGINE = "none, or full through the engine; for a list: ";

    private final Engine engine;
    private final Enclosure enclosure;
    private final ProviderContext context;
    private volatile boolean proven;

    DockerNetworks(Engine engine, Enclosure enclosure, ProviderContext context) {
        this.engine = engine;
        this.enclosure = enclosure;
        this.context = context;
    }

    /** Returns what containers of a runtime can have beyond no network. */
    NetworkTools.Offer offer(Confinement confinement, EngineInfo info) {
        if (haveRooms(confinement, info, PATIENCE)) {
            return NetworkTools.Offer.ofRooms();
        }
        Set<Capability> ofEngine =
                confinement.hasNetwork(info) ? Set.of(Capability.NETWORK_FULL, Capability.PORTS) : Set.of();
        return NetworkTools.Offer.without(ofEngine, remedy(confinement));
    }

    /** Returns what to do where no room can be made around a container. */
    private String remedy(Confinement confinement) {
        if (!confinement.sharesKernel()) {
            return "use the runtime runc";
        }
        return NetworkTools.find(context).isPresent()
                ? "use an engine of Docker that root has started on this host, and not from within its containers"
                : NetworkTools.remedy(context);
    }

    private boolean haveRooms(Confinement confinement, EngineInfo info, Duration patience) {
        return confinement.sharesKernel()
                && info.isDocker()
                && !info.rootless()
                && NetworkTools.find(context).isPresent()
                && isHere(patience);
    }

    /** A JVM in a container of the engine may be shown the engine's folder, and still sees none of its processes. */
    private boolean isHere(Duration patience) {
        if (!proven) {
            proven = engine.address() instanceof EngineAddress.Unix
                    && new EngineHost(engine).folder(patience).isPresent()
                    && enclosure.id().equals(Enclosure.NONE);
        }
        return proven;
    }

    /** Describes which networks containers can have, and what to do where that is less than could be. */
    String describe(Confinement confinement, EngineInfo info, Duration patience) {
        if (haveRooms(confinement, info, patience)) {
            return NetworkTools.describe(context);
        }
        return confinement.sharesKernel() || confinement.hasNetwork(info) ? OF_ENGINE + remedy(confinement) : "none";
    }

    /**
     * Decides for one container.
     *
     * @param named the engine's name or id of the network that it shall join; nothing to leave that to us
     * @throws SandboxStartException if a network is named but the spec does not ask for one, or for what it does not keep
     * @throws UnsupportedCapabilityException if ports, a bandwidth or credentials are asked for that the network cannot have
     */
    ContainerNetwork of(SandboxSpec spec, @Nullable String named, Confinement confinement, EngineInfo info) {
        NetworkPolicy policy = spec.network().orElse(NetworkPolicy.of(Network.NONE));
        if (named != null) {
            return named(named, spec, policy);
        }
        if (policy.network() == Network.NONE && policy.exposedPorts().isEmpty()) {
            return ContainerNetwork.NONE;
        }
        if (haveRooms(confinement, info, PATIENCE)) {
            return ContainerNetwork.ROOM;
        }
        if (policy.network() == Network.NONE) {
            throw new UnsupportedCapabilityException(
                    Capability.PORTS,
                    Fault.of("The ports " + policy.exposedPorts()
                                    + " cannot be reached, since a container without a network has none")
                            .provider(DockerProvider.NAME)
                            .remedy("ask for Network.FULL together with exposed ports"));
        }
        // Whoever calls has asked for those before; nobody is let out because programs were removed since.
        refuse(policy.network() == Network.ALLOW_LIST, Capability.NETWORK_ALLOWLIST, confinement);
        refuse(spec.limits().bandwidth().isPresent(), Capability.LIMIT_BANDWIDTH, confinement);
        refuse(!spec.credentials().isEmpty(), Capability.NETWORK_CREDENTIALS, confinement);
        return ContainerNetwork.ofEngine(USUAL);
    }

    private void refuse(boolean asked, Capability capability, Confinement confinement) {
        if (asked) {
            throw UnsupportedCapabilityException.of(
                    List.of(capability), DockerProvider.NAME, Map.of(capability, remedy(confinement)));
        }
    }

    private static ContainerNetwork named(String named, SandboxSpec spec, NetworkPolicy policy) {
        String option = "The option 'network' names '" + named + "'";
        if (named.equals("host") || named.startsWith("container:")) {
            throw refusal(
                    option + ", which would take down the wall to the host or to another container",
                    "name a network that docker network ls shows with the driver bridge");
        }
        if (policy.network() == Network.ALLOW_LIST) {
            throw refusal(
                    option + ", a network of the engine, and those keep no allow-list; the spec's network is "
                            + policy.written(),
                    "leave the option out, so that the list is kept, or ask for Network.FULL");
        }
        if (policy.network() != Network.FULL) {
            throw refusal(
                    option + ", but the spec's network is " + policy.written(),
                    "ask for Network.FULL as well, or leave the option out");
        }
        if (spec.limits().bandwidth().isPresent()) {
            throw new UnsupportedCapabilityException(
                    Capability.LIMIT_BANDWIDTH,
                    Fault.of(option + ", a network of the engine, and those keep no bandwidth; the spec's is "
                                    + spec.limits().bandwidth().get())
                            .provider(DockerProvider.NAME)
                            .remedy("leave the option out, or the limit"));
        }
        if (!spec.credentials().isEmpty()) {
            throw new UnsupportedCapabilityException(
                    Capability.NETWORK_CREDENTIALS,
                    Fault.of(option
                                    + ", a network of the engine, and nothing adds credentials there; the spec has one for "
                                    + spec.credentials().get(0).service())
                            .provider(DockerProvider.NAME)
                            .remedy("leave the option out, or the credentials"));
        }
        return ContainerNetwork.ofEngine(named);
    }

    private static SandboxStartException refusal(String what, String remedy) {
        return new SandboxStartException(
                Fault.of(what).provider(DockerProvider.NAME).remedy(remedy));
    }

    /**
     * Begins to make the room of a container, if it shall have one.
     *
     * @throws SandboxStartException if the list has an address that is never reached
     * @throws IOException if not even a process can be started
     */
    Optional<NetworkRoom> begin(ContainerNetwork network, Creation creation) throws IOException {
        return network.hasRoom() ? NetworkTools.beginFor(creation, context, DockerProvider.NAME) : Optional.empty();
    }
}
