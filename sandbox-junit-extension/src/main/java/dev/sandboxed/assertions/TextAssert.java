package dev.sandboxed.assertions;

import dev.sandboxed.assertions.internal.message.Scene;
import dev.sandboxed.assertions.internal.message.SceneDescription;
import java.util.Objects;
import org.assertj.core.api.AbstractStringAssert;
import org.assertj.core.description.Description;
import org.jspecify.annotations.Nullable;

/**
 * Everything that AssertJ can say about a string, and the way back.
 *
 * <p>Failures begin with where the text comes from. Made by {@link ExecResultAssert#stdout()} and its like.
 *
 * @param <O> the assert to go back to
 */
public class TextAssert<O> extends AbstractStringAssert<TextAssert<O>> {

    private @Nullable O origin;
    private @Nullable SceneDescription scene;

    /** For soft assertions, which need it to be public. */
    public TextAssert(@Nullable String actual) {
        super(actual, TextAssert.class);
    }

    @SuppressWarnings("unchecked") // a class literal has no type arguments
    static <O> AssertFactory<String, TextAssert<O>> way() {
        return new AssertFactory<>((Class<TextAssert<O>>) (Class<?>) TextAssert.class, String.class, TextAssert::new);
    }

    TextAssert<O> from(O back, String what, Scene where) {
        origin = back;
        scene = SceneDescription.of(what, where);
        where.mask().applyTo(info);
        return describedAs(info.description());
    }

    /** Goes back to what the text is a part of. */
    public O and() {
        return Objects.requireNonNull(origin, "a text that was not navigated to has no way back");
    }

    @Override
    public TextAssert<O> describedAs(Description description) {
        return super.describedAs(scene == null ? description : scene.after(description));
    }
}
