package dev.sandboxed.junit.internal.page;

import java.nio.file.Path;

/** What a fork of a build does: it runs tests. */
final class ForkMain {

    private ForkMain() {}

    /** Runs a class of tests: folder, name of the class. */
    public static void main(String[] arguments) throws ClassNotFoundException {
        new RecordedRun(Path.of(arguments[0]))
                .with("sandbox.provider", "subprocess")
                .run(Class.forName(arguments[1]));
    }
}
