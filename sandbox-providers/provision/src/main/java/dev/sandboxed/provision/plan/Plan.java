package dev.sandboxed.provision.plan;

import dev.sandboxed.provision.plan.Finding.Fetchable;
import dev.sandboxed.provision.plan.Finding.Installable;
import dev.sandboxed.provision.plan.Finding.Missing;
import dev.sandboxed.provision.plan.Finding.Unpackable;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What is there and what is to be done, by provider.
 *
 * @param findings one for each program that a provider needs, in the order of the providers
 */
public record Plan(Map<String, List<Finding>> findings) {

    /** Returns the packages to install, each once. */
    public List<String> packages() {
        return all(Installable.class)
                .flatMap(one -> one.packages().stream())
                .distinct()
                .toList();
    }

    /** Returns the files to fetch, each once. */
    public List<Fetchable> fetches() {
        return all(Fetchable.class).distinct().toList();
    }

    /** Returns the packages to unpack, each once. */
    public List<Unpackable> unpacks() {
        return all(Unpackable.class).distinct().toList();
    }

    /** Returns what cannot be had and something does not work without. */
    public List<Missing> missing() {
        return all(Missing.class)
                .filter(one -> !one.program().optional())
                .distinct()
                .toList();
    }

    /** Returns whether there is nothing to do. */
    public boolean isEmpty() {
        return packages().isEmpty() && fetches().isEmpty() && unpacks().isEmpty();
    }

    private <F extends Finding> Stream<F> all(Class<F> kind) {
        return findings.values().stream()
                .flatMap(Collection::stream)
                .filter(kind::isInstance)
                .map(kind::cast);
    }
}
