package dev.sandboxed.assertions;

import java.util.function.Function;
import org.assertj.core.api.Assert;
import org.assertj.core.api.SoftAssertionsProvider;
import org.jspecify.annotations.Nullable;

/**
 * The way to another assert, which is made plainly or so that it collects its failures.
 *
 * @param type the assert to make
 * @param actualType what it is about; its public constructor takes just that
 * @param constructor the same constructor
 * @param <A> what the assert is about
 * @param <S> the assert
 */
record Way<A, S extends Assert<? extends S, ? extends A>>(
        Class<S> type, Class<A> actualType, Function<A, S> constructor) {

    S plain(A actual) {
        return constructor.apply(actual);
    }

    S collectingIn(SoftAssertionsProvider softly, @Nullable A actual) {
        return softly.proxy(type, actualType, actual);
    }
}
