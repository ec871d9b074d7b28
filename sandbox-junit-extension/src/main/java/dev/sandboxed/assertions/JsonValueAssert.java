package dev.sandboxed.assertions;

import dev.sandboxed.assertions.internal.message.Scene;
import dev.sandboxed.assertions.internal.message.SceneDescription;
import java.util.Objects;
import org.assertj.core.api.AbstractObjectAssert;
import org.assertj.core.description.Description;
import org.jspecify.annotations.Nullable;

/**
 * Everything that AssertJ can say about a value of a JSON file, and the way back.
 *
 * <p>The value is a map, a list, a string, a number, a boolean or null; {@code asInstanceOf} leads to the assert of each.
 * Failures begin with where the value comes from. Made by {@link SandboxFileAssert#jsonAt}.
 */
public class JsonValueAssert extends AbstractObjectAssert<JsonValueAssert, Object> {

    static final AssertFactory<Object, JsonValueAssert> WAY =
            new AssertFactory<>(JsonValueAssert.class, Object.class, JsonValueAssert::new);

    private @Nullable SandboxFileAssert origin;
    private @Nullable SceneDescription scene;

    /** For soft assertions, which need it to be public. */
    public JsonValueAssert(@Nullable Object actual) {
        super(actual, JsonValueAssert.class);
    }

    JsonValueAssert from(SandboxFileAssert back, String what, Scene where) {
        origin = back;
        scene = SceneDescription.of(what, where);
        where.mask().applyTo(info);
        return describedAs(info.description());
    }

    /** Goes back to the file that the value is in. */
    public SandboxFileAssert and() {
        return Objects.requireNonNull(origin, "a value that was not navigated to has no way back");
    }

    @Override
    public JsonValueAssert describedAs(Description description) {
        return super.describedAs(scene == null ? description : scene.after(description));
    }
}
