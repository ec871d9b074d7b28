package dev.sandboxed.provider.microvm.internal.channel;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.guest.exec.GuestChannel;
import dev.sandboxed.guest.exec.GuestProcess;
import dev.sandboxed.guest.exec.GuestRuntime;
import dev.sandboxed.guest.internal.exec.GuestEndings;
import dev.sandboxed.process.HostPrograms;
import dev.sandboxed.provider.microvm.internal.machine.Machine;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Function;

/** Starts processes in a machine, and finds out what became of those that were lost. */
public final class MachineRuntime implements GuestRuntime {

    /** Connections to a process that is killed end a moment before it does. */
    private static final Duration TO_END = Duration.ofSeconds(1);

    private final Machine machine;
    private final Listener listener;
    private final SandboxSpec spec;
    private final Map<String, String> imageEnv;
    private final GuestEndings endings;
    private final Consumer<String> gone;

    /**
     * Starts processes.
     *
     * @param imageEnv the variables that the image gives to commands
     * @param fault begins the description of what went wrong in the sandbox
     * @param gone told why, when the machine turns out to be gone
     */
    public MachineRuntime(
            Machine machine,
            Listener listener,
            SandboxSpec spec,
            Map<String, String> imageEnv,
            Function<String, Fault> fault,
            Consumer<String> gone) {
        this.machine = machine;
        this.listener = listener;
        this.spec = spec;
        this.imageEnv = Map.copyOf(imageEnv);
        this.endings = new GuestEndings(spec.limits(), fault);
        this.gone = gone;
    }

    @Override
    public GuestChannel start(GuestProcess process) throws IOException {
        if (!isAlive()) {
            throw ended();
        }
        try {
            return listener.start(process, user(process), environment(process));
        } catch (RefusedException e) {
            throw endings.notStarted(String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT));
        } catch (IOException e) {
            // Whoever destroys the sandbox meanwhile ends the connection, and that is then why.
            if (machine.endsWithin(TO_END)) {
                throw ended();
            }
            throw e;
        }
    }

    /** Has a process wait in the machine, for whoever restores it once it was saved. */
    public void prepare(GuestProcess process) throws IOException {
        listener.prepare(process, user(process), environment(process));
    }

    private String user(GuestProcess process) {
        return process.user() == null ? spec.user().orElse("") : process.user();
    }

    /** Those of the spec come with each command: a machine that was saved has none of them. */
    private Map<String, String> environment(GuestProcess process) {
        Map<String, String> env = new LinkedHashMap<>();
        env.put("PATH", HostPrograms.USUAL_PATH);
        env.put("LANG", "C.UTF-8");
        env.put("HOME", spec.workdir());
        if (process.terminal() != null) {
            env.put("TERM", "xterm-256color");
        }
        env.putAll(imageEnv);
        env.putAll(process.env());
        return env;
    }

    @Override
    public boolean isAlive() {
        return machine.isAlive();
    }

    /** Where a machine is emulated, or its kernel interpreted, it takes seconds to find the processes of a command. */
    @Override
    public Duration grace() {
        return Duration.ofSeconds(10);
    }

    @Override
    public boolean kill(String supervisor, String mark, String command) throws IOException {
        listener.kill(supervisor, mark, command);
        return true;
    }

    /** Asked only where somebody has set a limit: it takes a slow machine its time to answer. */
    @Override
    public boolean isDiskFull() {
        try {
            return spec.limits().disk().isPresent() && listener.usage().diskFull();
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public Ending explain(GuestChannel lost, String printed) {
        OptionalInt code = ((MachineChannel) lost).exitCode();
        if (code.isEmpty() ? machine.endsWithin(TO_END) : !isAlive()) {
            throw ended();
        }
        return code.isEmpty() ? Ending.signaled(Signal.KILL) : GuestEndings.ofExitCode(code.getAsInt());
    }

    private RuntimeException ended() {
        String said = machine.lastWords();
        String why = "its machine has ended"
                + (said.isEmpty() ? "" : "; it said: " + said.substring(Math.max(0, said.length() - 1000)));
        gone.accept(why);
        return endings.gone(why);
    }
}
