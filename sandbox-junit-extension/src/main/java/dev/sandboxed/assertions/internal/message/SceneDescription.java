package dev.sandboxed.assertions.internal.message;

import org.assertj.core.description.Description;
import org.jspecify.annotations.Nullable;

/** Brings the scene into the messages of AssertJ's own assertions, in front of which AssertJ puts a description. */
public final class SceneDescription extends Description {

    private final String what;
    private final Scene scene;
    private final @Nullable Description own;

    private SceneDescription(String what, Scene scene, @Nullable Description own) {
        this.what = what;
        this.scene = scene;
        this.own = own;
    }

    /** Returns what is looked at, such as the standard output, and where. */
    public static SceneDescription of(String what, Scene scene) {
        return new SceneDescription(what, scene, null);
    }

    /** Begins with what the test says about it itself, if anything. */
    public SceneDescription after(@Nullable Description words) {
        return new SceneDescription(what, scene, words instanceof SceneDescription ? own : words);
    }

    @Override
    public String value() {
        String words = own == null ? "" : own.value();
        return (words.isEmpty() ? "" : words + ": ") + scene.after(what);
    }
}
