package dev.sandboxed.benchmarks;

import dev.sandboxed.api.Sandbox;

/** Something that is up and runs commands, ours or that of a peer. Closing removes it. */
interface Subject extends AutoCloseable {

    /**
     * Runs a command and waits for its end.
     *
     * @throws IllegalStateException or an exception of its own if the command fails
     */
    void exec(String program, String... arguments) throws Exception;

    @Override
    void close();

    /**
     * Ours.
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
}
