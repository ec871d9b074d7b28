package dev.sandboxed.network.internal;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.capability.Capability;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/**
 * What sandboxes can have beyond no network, and what to do for the rest.
 *
 * @param features what they can have
 * @param remedies what makes the others work here
 */
public record NetworkOffer(Set<Capability> features, Map<Capability, String> remedies) {

    public NetworkOffer {
        features = Set.copyOf(features);
        remedies = Map.copyOf(remedies);
    }

    /** Returns what the programs of this host make possible. */
    public static NetworkOffer of(ProviderContext context) {
        return NetworkTools.find(context).isPresent() ? ofRooms() : without(Set.of(), NetworkTools.remedy(context));
    }

    /** Returns what is possible where rooms can be made. */
    public static NetworkOffer ofRooms() {
        Map<Capability, String> remedies =
                CredentialProxies.present() ? Map.of() : Map.of(Capability.NETWORK_CREDENTIALS, CredentialProxy.ADD);
        return new NetworkOffer(NetworkTools.capabilities(), remedies);
    }

    /**
     * Returns what is possible where no rooms can be made.
     *
     * @param features what there is all the same
     * @param remedy what it takes to have rooms
     */
    public static NetworkOffer without(Set<Capability> features, String remedy) {
        Map<Capability, String> remedies = new EnumMap<>(Capability.class);
        remedies.putAll(ofRooms().remedies());
        NetworkTools.capabilities().forEach(one -> remedies.put(one, remedy));
        remedies.keySet().removeAll(features);
        return new NetworkOffer(features, remedies);
    }
}
