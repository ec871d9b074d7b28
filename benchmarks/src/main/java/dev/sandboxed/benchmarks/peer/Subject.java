package dev.sandboxed.benchmarks.peer;

/** Something that is up and runs commands, ours or that of a peer. Closing removes it. */
public interface Subject extends AutoCloseable {

    /**
     * Runs a command and waits for its end.
     *
     * @throws IllegalStateException or an exception of its own if the command fails
     */
    void exec(String program, String... arguments) throws Exception;

    @Override
    void close();
}
