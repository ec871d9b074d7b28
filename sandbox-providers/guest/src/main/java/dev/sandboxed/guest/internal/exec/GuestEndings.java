package dev.sandboxed.guest.internal.exec;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.limit.Resource;
import dev.sandboxed.api.limit.ResourceLimitException;
import dev.sandboxed.guest.exec.GuestRuntime;
import java.util.function.Function;

/**
 * Says how a guest ended, or why it has no room for a process, in the same words for every runtime. For provider authors, whose
 * {@link GuestRuntime} returns these from {@link GuestRuntime#explain} and throws these.
 *
 * @param limits those that the sandbox was given
 * @param fault begins the description of what went wrong in the sandbox
 */
public record GuestEndings(Limits limits, Function<String, Fault> fault) {

    private static final int SIGNALLED = 128;
    private static final int LAST_SIGNAL = 64;

    /** Returns what to throw where the sandbox is gone. */
    public SandboxDestroyedException gone(String why) {
        return new SandboxDestroyedException(fault.apply("The sandbox is gone: " + why)
                .remedy("create a new one; a sandbox that has ended cannot be used again"));
    }

    /** Returns what to throw where the kernel has killed all of the sandbox for lack of memory. */
    public ResourceLimitException outOfMemory() {
        String limit = limits.memory().map(String::valueOf).orElse("the memory of the host");
        return new ResourceLimitException(
                Resource.MEMORY,
                limit,
                "more",
                fault.apply("The whole sandbox was killed for lack of memory; it may use " + limit)
                        .remedy("allow more with Limits.memory, or let the command use less"));
    }

    /**
     * Returns what to throw where a runtime has started no process: a {@link ResourceLimitException} if there was no room for
     * it, else a {@link SandboxStartException}.
     *
     * @param said what the runtime says about it
     */
    public SandboxException notStarted(String said) {
        if (!said.contains("resource temporarily unavailable") && !said.contains("cannot allocate memory")) {
            return new SandboxStartException(fault.apply("The runtime could not start a process: " + said));
        }
        return new ResourceLimitException(
                Resource.PROCESSES,
                limits.processes().isPresent()
                        ? String.valueOf(limits.processes().getAsInt())
                        : "the provider's default",
                "one more",
                fault.apply("There is no room for one more process in the sandbox: " + said)
                        .remedy("allow more with Limits.processes, or end those that run"));
    }

    /** Returns how a process ended of which a runtime knows the exit code, as a shell would see it. */
    public static Ending ofExitCode(long code) {
        if (code <= SIGNALLED) {
            return Ending.exited((int) code);
        }
        return Ending.signaled(code > SIGNALLED + LAST_SIGNAL ? Signal.KILL : new Signal((int) code - SIGNALLED));
    }
}
