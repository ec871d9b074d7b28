package dev.sandboxed.api.event;

import dev.sandboxed.api.error.Rejection;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.limit.Resource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

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

    /**
     * The sandbox can run commands.
     *
     * @param duration how long its creation took
     */
    record Ready(At at, Duration duration) implements SandboxEvent {}

    /**
     * A creation failed; nothing is left of it.
     *
     * @param code that of the exception, see {@link dev.sandboxed.api.error.SandboxException#code}
     * @param duration how long it took until then
     */
    record Failed(At at, String code, String reason, Duration duration) implements SandboxEvent {}

    /**
     * The sandbox was created by this provider because others before it failed to.
     *
     * @param failed those that were tried, in that order
     */
    record FellBack(At at, List<Rejection> failed) implements SandboxEvent {

        public FellBack {
            failed = List.copyOf(failed);
        }
    }

    /**
     * A sandbox that was made ahead was handed to whoever claimed it.
     *
     * @param waited how long the claim took
     */
    record PoolHit(At at, Duration waited) implements SandboxEvent {}

    /**
     * A sandbox was created for a claim, since none was ready.
     *
     * @param reason why none was
     * @param waited how long the claim took, with the creation
     */
    record PoolMissed(At at, String reason, Duration waited) implements SandboxEvent {}

    /** A command began. */
    record ExecStarted(At at, Command command) implements SandboxEvent {}

    /** A command ended. A command whose sandbox died under it has no such event. */
    record ExecEnded(At at, Command command, Ending ending, Duration duration) implements SandboxEvent {}

    /**
     * A command has no result: it could not be started, or whoever waited for it was interrupted.
     *
     * @param code that of the exception, see {@link dev.sandboxed.api.error.SandboxException#code}
     */
    record ExecAborted(At at, Command command, String code, String reason) implements SandboxEvent {}

    /** A file was read, as far as somebody wanted it; told when it is closed. */
    record FileRead(At at, String path, long bytes) implements SandboxEvent {}

    /** A file was written. */
    record FileWritten(At at, String path, long bytes) implements SandboxEvent {}

    /** Everything inside is held still. */
    record Stopped(At at) implements SandboxEvent {}

    /** Everything inside goes on. */
    record Resumed(At at) implements SandboxEvent {}

    /** A limit was reached. */
    record LimitHit(At at, Resource resource) implements SandboxEvent {}

    /**
     * What the sandbox has tried to reach until it was about to be destroyed; told once, of one with a network whose provider has
     * {@code NETWORK_LOG}. Where nothing was tried, or nobody can tell any more, there is no such event.
     *
     * @param attempts the oldest first
     */
    record NetworkTried(At at, List<NetworkAttempt> attempts) implements SandboxEvent {

        public NetworkTried {
            attempts = List.copyOf(attempts);
        }
    }

    /** The sandbox is gone. */
    record Destroyed(At at, String reason) implements SandboxEvent {}
}
