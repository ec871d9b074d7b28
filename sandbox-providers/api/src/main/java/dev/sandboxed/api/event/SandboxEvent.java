package dev.sandboxed.api.event;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.limit.Resource;
import java.time.Duration;
import java.time.Instant;

/** Something that happened to a sandbox. For one sandbox, events come in the order in which things happened. */
public sealed interface SandboxEvent {

    /** Where and when it happened. */
    At at();

    /**
     * Where and when.
     *
     * @param provider name of the provider
     * @param sandbox id of the sandbox
     * @param moment when
     */
    record At(String provider, String sandbox, Instant moment) {}

    /** A creation began. */
    record Creating(At at) implements SandboxEvent {}

    /** The sandbox can run commands. */
    record Ready(At at) implements SandboxEvent {}

    /** A creation failed; nothing is left of it. */
    record Failed(At at, String reason) implements SandboxEvent {}

    /** A command began. */
    record ExecStarted(At at, Command command) implements SandboxEvent {}

    /** A command ended. A command whose sandbox died under it has no such event. */
    record ExecEnded(At at, Command command, Ending ending, Duration duration) implements SandboxEvent {}

    /** A command has no result: it could not be started, or whoever waited for it was interrupted. */
    record ExecAborted(At at, Command command, String reason) implements SandboxEvent {}

    /** A limit was reached. */
    record LimitHit(At at, Resource resource) implements SandboxEvent {}

    /** The sandbox is gone. */
    record Destroyed(At at, String reason) implements SandboxEvent {}
}
