package dev.sandboxed.provider.microvm.internal;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.guest.exec.GuestChannel;
import dev.sandboxed.guest.exec.GuestCommands;
import dev.sandboxed.guest.exec.GuestProcess;
import dev.sandboxed.guest.exec.SupervisorScript;
import dev.sandboxed.guest.internal.start.GuestStart;
import dev.sandboxed.provider.microvm.internal.channel.Listener;
import dev.sandboxed.provider.microvm.internal.channel.MachineRuntime;
import dev.sandboxed.provider.microvm.internal.machine.Machine;
import dev.sandboxed.provider.microvm.internal.saved.Preparation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Gets a machine to where a spec's commands can begin: limits, workdir, a root that is closed, and a supervisor that waits. Its
 * variables and secrets are not in it, so that they are on no disk and specs that differ in them share a saved machine.
 *
 * @param imageEnv the variables that the image gives to commands
 */
record SpecPreparation(Creation creation, Map<String, String> imageEnv) implements Preparation {

    private static final int PERIOD = 100_000;
    private static final Duration TO_END = Duration.ofSeconds(10);
    private static final Duration LOOK = Duration.ofMillis(2);

    private SandboxSpec spec() {
        return creation.spec();
    }

    @Override
    public String origin() {
        return String.join(
                "\n",
                spec().workdir(),
                spec().user().orElse(""),
                String.valueOf(spec().readOnlyRoot()),
                limits().toString(),
                new TreeMap<>(imageEnv).toString(),
                SupervisorScript.environment().toString());
    }

    @Override
    public String prepare(Machine machine, Listener listener) throws IOException {
        listener.limit(limits());
        MachineRuntime runtime = runtime(machine, listener);
        try (GuestCommands commands = GuestStart.commands(runtime, spec(), this::fault)) {
            GuestStart.complete(creation, commands, true, version -> {}, this::fault);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        awaitEnd(listener);
        if (spec().readOnlyRoot()) {
            listener.closeRoot(List.of(spec().workdir(), "/tmp"));
        }
        String word = SupervisorScript.word();
        runtime.prepare(supervisor(word));
        return word;
    }

    /** The commands that were saved may have been held still by whoever saved them. */
    @Override
    public GuestChannel supervise(Machine machine, Listener listener, String word) throws IOException {
        listener.limit(Map.of(MicrovmService.FREEZE, "0"));
        return runtime(machine, listener).start(supervisor(word));
    }

    private MachineRuntime runtime(Machine machine, Listener listener) {
        return new MachineRuntime(machine, listener, spec(), imageEnv, this::fault, why -> {});
    }

    private Fault fault(String what) {
        return Fault.of(what).sandbox(creation.id());
    }

    private static GuestProcess supervisor(String word) {
        return new GuestProcess(SupervisorScript.serving(word), SupervisorScript.environment(), null, null);
    }

    /** Who has made the workdir need not be in every copy. */
    private static void awaitEnd(Listener listener) throws IOException {
        long end = System.nanoTime() + TO_END.toNanos();
        while (listener.usage().usage().processes() > 0 && System.nanoTime() < end) {
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    private Map<String, String> limits() {
        Limits limits = spec().limits();
        Map<String, String> files = new TreeMap<>();
        limits.memory().ifPresent(most -> files.put("memory.max", String.valueOf(most.bytes())));
        limits.processes().ifPresent(most -> files.put("pids.max", String.valueOf(most)));
        limits.cpus().ifPresent(share -> files.put("cpu.max", Math.round(share * PERIOD) + " " + PERIOD));
        limits.openFiles().ifPresent(most -> files.put("files", String.valueOf(most)));
        return files;
    }
}
