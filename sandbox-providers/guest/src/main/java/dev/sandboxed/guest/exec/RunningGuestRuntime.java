package dev.sandboxed.guest.exec;

import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.guest.internal.words.CommandFaults;
import java.io.IOException;
import java.time.Duration;

/** The runtime of a guest that runs: where it cannot start something, that is a command and not the sandbox. */
record RunningGuestRuntime(GuestRuntime runtime, CommandFaults faults) implements GuestRuntime {

    @Override
    public GuestChannel start(GuestProcess process) throws IOException {
        try {
            return runtime.start(process);
        } catch (SandboxStartException e) {
            throw faults.notStarted(e);
        }
    }

    @Override
    public boolean isAlive() {
        return runtime.isAlive();
    }

    @Override
    public Duration grace() {
        return runtime.grace();
    }

    @Override
    public boolean kill(String supervisor, String mark, String command) throws IOException {
        return runtime.kill(supervisor, mark, command);
    }

    @Override
    public boolean isDiskFull() {
        return runtime.isDiskFull();
    }

    @Override
    public Ending explain(GuestChannel lost, String printed) {
        try {
            return runtime.explain(lost, printed);
        } catch (SandboxStartException e) {
            throw faults.notStarted(e);
        }
    }
}
