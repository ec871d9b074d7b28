package dev.sandboxed.cli.internal.demo;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.spec.SandboxSpec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * A process of the host that does nothing, for others to look for. The provider of plain processes starts it: that one ends
 * it as well when the JVM is killed.
 */
final class Decoy implements AutoCloseable {

    private static final Duration AT_MOST = Duration.ofMinutes(30);

    private final Sandbox sandbox;
    private final String mark;
    private final String pid;

    private Decoy(Sandbox sandbox, String mark) {
        this.sandbox = sandbox;
        this.mark = mark;
        // The mark is a word of its command line, which only who can look at the process knows.
        Execution sleeping = sandbox.start(Command.of("sh", "-c", "echo $$; sleep " + AT_MOST.toSeconds() + "; :", mark)
                .timeout(AT_MOST));
        this.pid = firstLine(sleeping);
    }

    /**
     * Starts one.
     *
     * @param plain the provider of plain processes
     * @throws dev.sandboxed.api.error.SandboxException if it cannot be started; nothing is left of it then
     */
    static Decoy start(SandboxProvider plain) {
        Sandbox sandbox = plain.create(SandboxSpec.defaults());
        try {
            return new Decoy(sandbox, UUID.randomUUID().toString());
        } catch (RuntimeException e) {
            sandbox.close();
            throw e;
        }
    }

    private static String firstLine(Execution running) {
        StringBuilder said = new StringBuilder();
        while (said.indexOf("\n") < 0) {
            Optional<OutputChunk> chunk = running.next();
            if (chunk.isEmpty()) {
                throw new SandboxStartException(Fault.of(
                        "The process that the demo looks for " + running.await().ending()));
            }
            said.append(new String(chunk.get().bytes(), StandardCharsets.UTF_8));
        }
        return said.substring(0, said.indexOf("\n"));
    }

    String pid() {
        return pid;
    }

    /** Returns whether somebody who says this of the process has seen it. */
    boolean isIn(String commandLine) {
        return commandLine.contains(mark);
    }

    @Override
    public void close() {
        sandbox.close();
    }
}
