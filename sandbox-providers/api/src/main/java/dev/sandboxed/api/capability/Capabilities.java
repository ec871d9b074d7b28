package dev.sandboxed.api.capability;

import dev.sandboxed.api.provision.Requirement;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What a provider offers on this host: declared by the provider, held against it by the conformance kit.
 *
 * @param isolation the level in force, never the level hoped for
 * @param features everything optional that works here
 * @param requirements what the provider needs from the host
 * @param startup about how long a creation takes until the first command
 */
public record Capabilities(
        Isolation isolation, Set<Capability> features, List<Requirement> requirements, Duration startup) {

    public Capabilities {
        features = features.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(features));
        requirements = List.copyOf(requirements);
    }

    /** Declares a level and features; the host needs nothing special and start-up is quick. */
    public static Capabilities of(Isolation isolation, Capability... features) {
        return new Capabilities(isolation, Set.of(features), List.of(), Duration.ofSeconds(1));
    }

    public Capabilities withRequirements(Requirement... needed) {
        return new Capabilities(isolation, features, Arrays.asList(needed), startup);
    }

    public Capabilities withStartup(Duration estimate) {
        return new Capabilities(isolation, features, requirements, estimate);
    }

    /** Leaves out what a provider built against the given version of the API cannot have meant. */
    public Capabilities knownTo(int apiVersion) {
        Set<Capability> known = EnumSet.noneOf(Capability.class);
        features.stream().filter(feature -> feature.since() <= apiVersion).forEach(known::add);
        return new Capabilities(isolation, known, requirements, startup);
    }

    public boolean has(Capability capability) {
        return features.contains(capability);
    }

    /** List which of the needed capabilities are not declared, in the order of the enum. */
    public List<Capability> missing(Collection<Capability> needed) {
        return needed.stream().filter(one -> !has(one)).sorted().toList();
    }

    /**
     * Refuses a request that needs more than is declared.
     *
     * @throws UnsupportedCapabilityException naming the provider and the first capability it lacks
     */
    public void require(Collection<Capability> needed, String provider) {
        for (Capability lacking : missing(needed)) {
            throw UnsupportedCapabilityException.of(lacking, provider);
        }
    }
}
