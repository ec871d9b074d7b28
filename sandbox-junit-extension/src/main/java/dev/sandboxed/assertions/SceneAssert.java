package dev.sandboxed.assertions;

import dev.sandboxed.assertions.internal.message.Scene;
import java.util.function.Supplier;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.Assert;
import org.assertj.core.api.SoftAssertions;
import org.assertj.core.api.SoftAssertionsProvider;
import org.jspecify.annotations.Nullable;

/**
 * What the asserts of this package share: failures that end with the scene, and ways to other asserts that stay soft.
 *
 * <p>AssertJ's soft assertions replace the methods of an assert, but not of those that it leads to, and where a method that
 * leads to one fails they have nothing to give but null. So the leading is done here.
 *
 * @param <S> the assert itself
 * @param <A> what it is about
 */
abstract class SceneAssert<S extends SceneAssert<S, A>, A> extends AbstractAssert<S, A> {

    private @Nullable SoftAssertionsProvider softly;

    SceneAssert(@Nullable A actual, Class<S> type) {
        super(actual, type);
    }

    /** Returns where this is; asked only while the actual value is not null. */
    abstract Scene scene();

    /** Returns where this is, also of an assert that soft assertions go on with after the actual value was missing. */
    final Scene sceneIfAny() {
        return actual == null ? Scene.NOWHERE : scene();
    }

    /** Is one of the soft assertions: this is a proxy of theirs already. */
    final S collectingIn(SoftAssertionsProvider collector) {
        this.softly = collector;
        return myself;
    }

    /** Check that there is something to assert on; the stack trace then begins in the test, as for all other failures. */
    @Override
    public S isNotNull() {
        if (actual == null) {
            throw failure("Expecting actual not to be null");
        }
        return myself;
    }

    final S check(boolean holds, Supplier<String> message) {
        if (!holds) {
            throw failed(message.get());
        }
        return myself;
    }

    final AssertionError failed(String message) {
        return failure("%s", scene().after(message));
    }

    /** Fails with both values, so that a development environment can show their difference. */
    final AssertionError failed(String message, String expected, String actually) {
        Scene scene = scene();
        return failureWithActualExpected(
                scene.mask().apply(actually), scene.mask().apply(expected), "%s", scene.after(message));
    }

    /**
     * Lead to another assert with the same description. If what it is about cannot be found, soft assertions take note of
     * that failure, once, and go on with an assert whose failures nobody hears.
     */
    final <B, T extends Assert<? extends T, ? extends B>> T lead(AssertFactory<B, T> way, Supplier<B> found) {
        if (softly == null) {
            return described(way.plain(found.get()));
        }
        SoftAssertionsProvider collector = softly;
        B next = null;
        try {
            next = found.get();
        } catch (AssertionError missing) {
            softly.collectAssertionError(missing);
            collector = new SoftAssertions();
        }
        T proxy = way.collectingIn(collector, next);
        if (proxy instanceof SceneAssert<?, ?> leading) {
            leading.collectingIn(collector);
        }
        return described(proxy);
    }

    private <T extends Assert<?, ?>> T described(T next) {
        if (info.hasDescription()) {
            next.describedAs(info.description());
        }
        return next;
    }
}
