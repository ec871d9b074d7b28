package dev.sandboxed.benchmarks;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.benchmarks.peer.Subject;

/**
 * One of our sandboxes.
 *
 * @param sandbox what runs the commands
 */
record Ours(Sandbox sandbox) implements Subject {

    @Override
    public void exec(String program, String... arguments) {
        sandbox.exec(program, arguments).orThrow();
    }

    @Override
    public void close() {
        sandbox.close();
    }
}
