package dev.sandboxed.assertions;

import java.util.function.Function;
import org.assertj.core.api.Assert;
import org.assertj.core.api.SoftAssertionsProvider;
import org.jspecify.annotations.Nullable;

/**
 * Creates an assert of one type, which throws its failures or collects them.
 *
 * @param type the assert to make
 * @param actualType what it is about; its public constructor takes just that
 * @param constructor the same constructor
 * @param <A> what the assert is about
 * @param <S> the assert
 */
record AssertFactory<A, S extends Assert<? extends S, ? extends A>>(
        Class<S> type, Class<A> actualType, Function<A, S> constructor) {

    S plain(A actual) {
        return constructor.apply(actual);
    }

    S collectingIn(SoftAssertionsProvider softly, @Nullable A actual) {
        return softly.proxy(type, actualType, actual);
    }
}
