package dev.sandboxed.mutants;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * A provider with one fault, made from a working one.
 *
 * @param name what it does wrong, in words joined by dashes
 * @param breaks the clauses that it breaks and no others, each with words that the failure's message must have in it
 * @param mutation how it is made
 */
public record Mutant(String name, Map<String, String> breaks, Mutation mutation) {

    public Mutant {
        breaks = Collections.unmodifiableMap(new TreeMap<>(breaks));
    }

    /** Makes a broken provider. */
    @FunctionalInterface
    public interface Mutation {
        SandboxProvider open(SandboxProviderFactory working, ProviderContext context);
    }

    /** Describe a mutant; say next what it breaks, and then how. */
    public static MutantBuilder named(String name) {
        return new MutantBuilder(name);
    }

    /** Make the factory of the broken provider. */
    public SandboxProviderFactory of(SandboxProviderFactory working) {
        return new SandboxProviderFactory() {
            @Override
            public String name() {
                return working.name();
            }

            @Override
            public int apiVersion() {
                return working.apiVersion();
            }

            @Override
            public SandboxProvider open(ProviderContext context) {
                return mutation.open(working, context);
            }
        };
    }

    @Override
    public String toString() {
        return name;
    }
}
