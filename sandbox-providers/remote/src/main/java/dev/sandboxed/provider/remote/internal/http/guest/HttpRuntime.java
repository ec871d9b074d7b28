package dev.sandboxed.provider.remote.internal.http.guest;

import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.guest.exec.GuestChannel;
import dev.sandboxed.guest.exec.GuestProcess;
import dev.sandboxed.guest.exec.GuestRuntime;
import dev.sandboxed.process.HostPrograms;
import dev.sandboxed.provider.remote.internal.http.service.Demand;
import dev.sandboxed.provider.remote.internal.http.service.SandboxLine;
import dev.sandboxed.wire.internal.ProcessWords;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

/** Starts processes in a sandbox at the service, and finds out what became of those that were lost. */
final class HttpRuntime implements GuestRuntime {

    private static final List<String> WITH_ONLY = List.of("/usr/bin/env", "-i");
    /** What is no name for a shell comes with each command, and would not be taken for a variable here. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private final SandboxLine line;
    private final SandboxSpec spec;
    private final Duration silence;
    private final AtomicLong count = new AtomicLong();

    /**
     * Starts processes.
     *
     * @param silence how long the service may say nothing while one runs
     */
    HttpRuntime(SandboxLine line, SandboxSpec spec, Duration silence) {
        this.line = line;
        this.spec = spec;
        this.silence = silence;
    }

    /**
     * {@inheritDoc}
     *
     * @throws SandboxException if it is known why, or the service cannot be reached
     */
    @Override
    public GuestChannel start(GuestProcess process) {
        ProcessWords.Start words = new ProcessWords.Start("p" + count.incrementAndGet(), argv(process), process.user());
        try {
            return HttpChannel.start(line, words, silence);
        } catch (IOException e) {
            Demand demand = Demand.post("Starting a process");
            throw line.explained(line.service().faults().unreachable(line.about(demand), e));
        } catch (SandboxException e) {
            throw line.explained(e);
        }
    }

    /** The service is told nothing of variables, and whatever it gives is left out: nothing of its own is to leak in. */
    private List<String> argv(GuestProcess process) {
        Map<String, String> env = new LinkedHashMap<>();
        env.put("PATH", HostPrograms.USUAL_PATH);
        env.put("LANG", "C.UTF-8");
        env.put("HOME", spec.workdir());
        env.putAll(spec.env());
        env.keySet().removeIf(name -> !NAME.matcher(name).matches());
        env.putAll(process.env());
        List<String> argv = new ArrayList<>(WITH_ONLY);
        env.forEach((name, value) -> argv.add(name + "=" + value));
        argv.addAll(process.argv());
        return argv;
    }

    @Override
    public boolean isAlive() {
        return line.isThere();
    }

    @Override
    public Ending explain(GuestChannel lost, String printed) {
        line.handle().requireThere();
        if (!line.isThere()) {
            line.handle().vanished("the service has ended it, or somebody else has");
            line.handle().requireThere();
        }
        return ((HttpChannel) lost).ending().orElse(Ending.signaled(Signal.KILL));
    }
}
