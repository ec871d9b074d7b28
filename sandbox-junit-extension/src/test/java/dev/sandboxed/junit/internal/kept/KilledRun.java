package dev.sandboxed.junit.internal.kept;

import dev.sandboxed.junit.Suite;
import java.nio.file.Path;

/** A JVM whose test fails, and which then ends as one does that is killed. */
final class KilledRun {

    private KilledRun() {}

    /** Runs the test: folder, name of the provider. */
    public static void main(String[] arguments) {
        new Suite(Path.of(arguments[0]))
                .with("sandbox.provider", arguments[1])
                .with("sandbox.keepDir", arguments[0] + "/files")
                .with("sandbox.keepFor", "30m")
                .run(FailingStories.Fails.class);
        Runtime.getRuntime().halt(137);
    }
}
