package dev.sandboxed.provider.remote.internal.e2b.envd;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.guest.exec.GuestChannel;
import dev.sandboxed.guest.exec.GuestProcess;
import dev.sandboxed.guest.exec.GuestRuntime;
import dev.sandboxed.guest.internal.exec.GuestEndings;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Starts processes in an E2B sandbox, and finds out what became of those that were lost. */
public final class DaemonRuntime implements GuestRuntime {

    private static final Duration TO_LOOK = Duration.ofSeconds(5);

    private final Daemon daemon;
    private final SandboxSpec spec;
    private final Function<String, Fault> fault;
    private final Consumer<String> gone;
    private final GuestEndings endings;

    /**
     * Starts processes.
     *
     * @param fault begins the description of what went wrong in the sandbox
     * @param gone told why, when the sandbox turns out to be gone
     */
    public DaemonRuntime(Daemon daemon, SandboxSpec spec, Function<String, Fault> fault, Consumer<String> gone) {
        this.daemon = daemon;
        this.spec = spec;
        this.fault = fault;
        this.gone = gone;
        this.endings = new GuestEndings(spec.limits(), fault);
    }

    /** Variables of the spec come with every process: not every daemon was told of them when the sandbox was made. */
    @Override
    public GuestChannel start(GuestProcess process) throws IOException {
        Map<String, String> env = new LinkedHashMap<>(spec.env());
        env.putAll(process.env());
        String user = process.user() == null ? spec.user().orElse(null) : process.user();
        GuestProcess complete = new GuestProcess(process.argv(), env, user, process.terminal());
        try {
            return daemon.processes().during(() -> DaemonChannel.start(daemon, complete));
        } catch (ConnectException e) {
            if (e.saysGone()) {
                throw lost();
            }
            requireThere();
            throw refused(e, user);
        }
    }

    private RuntimeException refused(ConnectException e, @Nullable String user) {
        if (e.saysNoSuchUser() && user != null) {
            return new SandboxStartException(fault.apply("There is no user '" + user + "' in the sandbox: " + e.said())
                    .remedy("name one that the template has, such as root or user")
                    .cause(e));
        }
        return new SandboxTransportException(fault.apply(String.valueOf(e.getMessage()))
                .remedy("try again; if it stays so, look at the sandbox in E2B's dashboard")
                .cause(e));
    }

    /** The service says of a sandbox that is paused what it says of one that is gone. */
    @Override
    public boolean isAlive() {
        DaemonProcesses processes = daemon.processes();
        return !processes.isClosed() && (processes.isPaused() || daemon.isAlive(TO_LOOK) || processes.isPaused());
    }

    @Override
    public Ending explain(GuestChannel lost, String printed) {
        requireThere();
        return ((DaemonChannel) lost).ending().orElse(Ending.signaled(Signal.KILL));
    }

    private void requireThere() {
        if (!isAlive()) {
            throw lost();
        }
    }

    private RuntimeException lost() {
        String why = "E2B has ended it, or somebody else has";
        gone.accept(why);
        return endings.gone(why);
    }
}
