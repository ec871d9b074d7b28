package dev.sandboxed.mutants.internal;

/** A function of a working object and the two arguments of the call that it answers. */
@FunctionalInterface
public interface TriFunction<T, A, B, R> {

    R apply(T working, A first, B second);
}
