package dev.sandboxed.assertions;

import dev.sandboxed.assertions.internal.message.Scene;
import dev.sandboxed.assertions.internal.message.SceneDescription;
import java.util.Objects;
import org.assertj.core.api.AbstractByteArrayAssert;
import org.assertj.core.description.Description;
import org.jspecify.annotations.Nullable;

/**
 * Everything that AssertJ can say about bytes, and the way back.
 *
 * <p>Failures begin with where the bytes come from. Made by {@link ExecResultAssert#stdoutBytes()} and its like.
 *
 * @param <O> the assert to go back to
 */
public class BytesAssert<O> extends AbstractByteArrayAssert<BytesAssert<O>> {

    private @Nullable O origin;
    private @Nullable SceneDescription scene;

    /** For soft assertions, which need it to be public. */
    public BytesAssert(byte @Nullable [] actual) {
        super(actual, BytesAssert.class);
    }

    @SuppressWarnings("unchecked") // a class literal has no type arguments
    static <O> AssertFactory<byte[], BytesAssert<O>> way() {
        return new AssertFactory<>(
                (Class<BytesAssert<O>>) (Class<?>) BytesAssert.class, byte[].class, BytesAssert::new);
    }

    BytesAssert<O> from(O back, String what, Scene where) {
        origin = back;
        scene = SceneDescription.of(what, where);
        where.mask().applyTo(info);
        return describedAs(info.description());
    }

    /** Goes back to what the bytes are a part of. */
    public O and() {
        return Objects.requireNonNull(origin, "bytes that were not navigated to have no way back");
    }

    @Override
    public BytesAssert<O> describedAs(Description description) {
        return super.describedAs(scene == null ? description : scene.after(description));
    }
}
