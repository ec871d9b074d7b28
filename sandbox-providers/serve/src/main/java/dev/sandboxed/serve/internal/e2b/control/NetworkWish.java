package dev.sandboxed.serve.internal.e2b.control;

import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.serve.internal.web.HttpError;
import java.util.List;
import java.util.Optional;

/**
 * What a sandbox is asked to reach, and what comes of that with the provider at hand.
 *
 * @param internet whether it may reach anything
 * @param allowed what alone it may reach; empty for all
 */
record NetworkWish(boolean internet, List<String> allowed) {

    private static final String EVERYTHING = "0.0.0.0/0";

    /**
     * Reads what a request says.
     *
     * @param network the object with the lists
     * @throws HttpError if it asks for what no provider can do
     */
    static NetworkWish of(boolean internet, Body network) throws HttpError {
        network.requireNone("network.", "egressProxy", "rules", "maskRequestHost", "dnsServers", "httpsPorts");
        if (!network.flag("allowPublicTraffic", true)) {
            throw new HttpError(400, "network.allowPublicTraffic must be true here: no port is public anyway");
        }
        List<String> allowed = network.list("allowOut");
        List<String> denied = network.list("denyOut");
        boolean deniesAll = denied.contains(EVERYTHING);
        if (!deniesAll && !denied.isEmpty()) {
            throw new HttpError(400, "network.denyOut can only be " + EVERYTHING + " here, but was " + denied);
        }
        if (!deniesAll && internet && !allowed.isEmpty()) {
            // Allowing something beside everything is no restriction, and names need one.
            throw new HttpError(400, "network.allowOut needs " + EVERYTHING + " in network.denyOut to mean anything");
        }
        return new NetworkWish(internet && !deniesAll, allowed);
    }

    /**
     * Returns the policy of the sandbox; empty if it is as the base spec says.
     *
     * @param base what the base spec says, which is never widened
     * @throws HttpError if the provider cannot hold the sandbox to it
     */
    Optional<NetworkPolicy> policy(Optional<NetworkPolicy> base, Capabilities capabilities, String provider)
            throws HttpError {
        if (!allowed.isEmpty()) {
            require(Capability.NETWORK_ALLOWLIST, capabilities, "network.allowOut", provider);
            return Optional.of(allowing());
        }
        if (!internet) {
            require(Capability.NETWORK_NONE, capabilities, "allow_internet_access: false", provider);
            return Optional.of(NetworkPolicy.of(Network.NONE));
        }
        boolean full = base.isEmpty() && capabilities.has(Capability.NETWORK_FULL);
        return full ? Optional.of(NetworkPolicy.of(Network.FULL)) : Optional.empty();
    }

    private NetworkPolicy allowing() throws HttpError {
        try {
            NetworkPolicy policy = NetworkPolicy.allowing(allowed.toArray(String[]::new));
            if (policy.reachesLoopbackOfHost()) {
                throw new HttpError(
                        400, "network.allowOut must not have the loopback of this server, but was " + allowed);
            }
            return policy;
        } catch (IllegalArgumentException e) {
            throw new HttpError(400, "network.allowOut: " + e.getMessage());
        }
    }

    private static void require(Capability needed, Capabilities capabilities, String what, String provider)
            throws HttpError {
        if (!capabilities.has(needed)) {
            throw new HttpError(
                    400,
                    what + " needs " + needed + ", which provider '" + provider
                            + "' does not have; serve another provider, or leave it out");
        }
    }
}
