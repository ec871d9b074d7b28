package dev.sandboxed.api.capability;

import dev.sandboxed.api.provision.Requirement;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a provider offers on this host: declared by the provider, held against it by the conformance kit.
 *
 * @param isolation the level in force, never the level hoped for
 * @param features everything optional that works here
 * @param requirements what the provider needs from the host
 * @param startup about how long a creation takes until the first command
 * @param remedies what to do on this host so that something is declared that is not yet; a remedy for what is declared is dropped
 */
public record Capabilities(
        Isolation isolation,
        Set<Capability> features,
        List<Requirement> requirements,
        Duration startup,
        Map<Capability, String> remedies) {

    public Capabilities {
        features = features.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(features));
        requirements = List.copyOf(requirements);
        Map<Capability, String> useful = new EnumMap<>(Capability.class);
        useful.putAll(remedies);
        useful.keySet().removeAll(features);
        remedies = Collections.unmodifiableMap(useful);
    }

    /** Declares a level and features, with no remedy for what is not declared. */
    public Capabilities(
            Isolation isolation, Set<Capability> features, List<Requirement> requirements, Duration startup) {
        this(isolation, features, requirements, startup, Map.of());
    }

    /** Declares a level and features; the host needs nothing special and start-up is quick. */
    public static Capabilities of(Isolation isolation, Capability... features) {
        return new Capabilities(isolation, Set.of(features), List.of(), Duration.ofSeconds(1));
    }

    public Capabilities withRequirements(Requirement... needed) {
        return new Capabilities(isolation, features, Arrays.asList(needed), startup, remedies);
    }

    public Capabilities withStartup(Duration estimate) {
        return new Capabilities(isolation, features, requirements, estimate, remedies);
    }

    /** Says what to do on this host for capabilities that are not declared. */
    public Capabilities withRemedies(Map<Capability, String> known) {
        return new Capabilities(isolation, features, requirements, startup, known);
    }

    /** Leaves out what a provider built against the given version of the API cannot have meant. */
    public Capabilities knownTo(int apiVersion) {
        Set<Capability> known = EnumSet.noneOf(Capability.class);
        features.stream().filter(feature -> feature.since() <= apiVersion).forEach(known::add);
        return new Capabilities(isolation, known, requirements, startup, remedies);
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
     * @throws UnsupportedCapabilityException naming the provider, every capability it lacks, and what helps here
     */
    public void require(Collection<Capability> needed, String provider) {
        List<Capability> lacking = missing(needed);
        if (!lacking.isEmpty()) {
            throw UnsupportedCapabilityException.of(lacking, provider, remedies);
        }
    }
}
