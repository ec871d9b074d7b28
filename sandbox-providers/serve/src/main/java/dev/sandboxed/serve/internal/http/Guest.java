package dev.sandboxed.serve.internal.http;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.process.internal.owner.Ownership;
import dev.sandboxed.wire.internal.SandboxWords;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A sandbox of a client. */
final class Guest {

    private final String id;
    private final String client;
    private final Map<String, String> owner;
    private final Sandbox sandbox;
    private final Map<String, RunningCommand> commands = new ConcurrentHashMap<>();

    Guest(String id, String client, Map<String, String> owner, Sandbox sandbox) {
        this.id = id;
        this.client = client;
        this.owner = Map.copyOf(owner);
        this.sandbox = sandbox;
    }

    String id() {
        return id;
    }

    String client() {
        return client;
    }

    Sandbox sandbox() {
        return sandbox;
    }

    /** Returns the commands that run, by the names that the client gave them. */
    Map<String, RunningCommand> commands() {
        return commands;
    }

    SandboxWords words() {
        return SandboxWords.of(id, owner, sandbox.info());
    }

    /** Returns whose it is; empty if the client did not say so, or in words of its own. */
    Optional<Ownership> ownership() {
        try {
            return Optional.of(Ownership.read(owner));
        } catch (IllegalArgumentException othersWords) {
            return Optional.empty();
        }
    }
}
