package dev.sandboxed.mutants.internal;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * A provider with one fault, made from a working one.
 *
 * @param name what it does wrong, in words joined by dashes
 * @param breaks the clauses that it breaks and no others, each with words that the failure's message must have in it
 * @param mutation how it is made
 * @param affected which calls it may answer in another way than the working provider
 */
public record Mutant(String name, Map<String, String> breaks, Mutation mutation, Predicate<ProviderCall> affected) {

    public Mutant {
        breaks = Collections.unmodifiableMap(new TreeMap<>(breaks));
    }

    /** Makes a broken provider. */
    @FunctionalInterface
    public interface Mutation {
        SandboxProvider open(SandboxProviderFactory working, ProviderContext context);
    }

    /**
     * Returns a builder of a mutant that breaks nothing yet.
     *
     * @param name what it does wrong, in words joined by dashes
     */
    public static MutantBuilder mutant(String name) {
        return new MutantBuilder(name);
    }

    /** Returns a builder of a mutant that breaks a clause, with some words that the failure's message has in it. */
    public static MutantBuilder mutant(String name, String clause, String words) {
        return mutant(name).breaks(clause, words);
    }

    /** Returns the mutants of several groups. */
    @SafeVarargs
    public static List<MutantBuilder> together(List<MutantBuilder>... groups) {
        List<MutantBuilder> all = new ArrayList<>();
        for (List<MutantBuilder> group : groups) {
            all.addAll(group);
        }
        return all;
    }

    /** Returns the factory of the broken provider. */
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
