package dev.sandboxed.mutants.internal;

import java.util.function.Predicate;

/**
 * A call that a clause makes to the working provider.
 *
 * @param method the verb that would break it
 * @param asked what was asked for, where a verb looks at that; otherwise the verb again
 * @param answer what came of it, where a verb looks at that; otherwise the verb again
 */
public record ProviderCall(String method, Object asked, Object answer) {

    /** The call that is made for every clause, whatever else it calls. */
    static final ProviderCall OPEN = new ProviderCall("open");

    /** Every call, so that every clause is affected. */
    static final Predicate<ProviderCall> ANY = call -> true;

    /** No call, as for what only takes notes. */
    static final Predicate<ProviderCall> NONE = call -> false;

    ProviderCall(String method) {
        this(method, method, method);
    }

    static Predicate<ProviderCall> of(String method) {
        return call -> call.method.equals(method);
    }

    /** Returns those that ask for something in particular. */
    static <T> Predicate<ProviderCall> asking(Class<T> type, Predicate<T> which) {
        return call -> matches(call.asked, type, which);
    }

    /** Returns those that are answered with something in particular. */
    static <T> Predicate<ProviderCall> answering(Class<T> type, Predicate<T> which) {
        return call -> matches(call.answer, type, which);
    }

    /** A function of a mutant that throws makes a difference as well. */
    private static <T> boolean matches(Object value, Class<T> type, Predicate<T> which) {
        try {
            return type.isInstance(value) && which.test(type.cast(value));
        } catch (RuntimeException thrown) {
            return true;
        }
    }
}
