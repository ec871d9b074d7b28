package dev.sandboxed.provider.microvm.internal;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.guest.exec.GuestCommands;
import dev.sandboxed.guest.sandbox.GuestSandbox;
import dev.sandboxed.guest.sandbox.SharedPause;
import dev.sandboxed.network.internal.NetworkRoom;
import dev.sandboxed.provider.microvm.internal.changes.ChangesArchive;
import dev.sandboxed.provider.microvm.internal.channel.Listener;
import dev.sandboxed.provider.microvm.internal.channel.MachineRuntime;
import dev.sandboxed.provider.microvm.internal.machine.Machine;
import dev.sandboxed.provider.microvm.internal.saved.SavedMachines;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What serves a machine.
 *
 * @param restored the machine
 * @param imageEnv the variables that the image gives to commands
 * @param changes what it has changed of the image
 * @param network what connects it with others; none for nothing but loopback
 */
record MicrovmService(
        SandboxSpec spec,
        SavedMachines.Restored restored,
        Map<String, String> imageEnv,
        ChangesArchive changes,
        @Nullable NetworkRoom network)
        implements GuestSandbox.Service, SharedPause.Pausable {

    /** The file of their control group that holds all commands still. */
    static final String FREEZE = "cgroup.freeze";

    private static final Duration TO_FREEZE = Duration.ofSeconds(5);
    private static final Duration LOOK = Duration.ofMillis(2);

    @Override
    public GuestCommands commands(Function<String, Fault> fault, Consumer<String> gone) {
        MachineRuntime runtime = new MachineRuntime(machine(), listener(), spec, imageEnv, fault, gone);
        return new GuestCommands(runtime, home(fault), restored.supervisor(), restored.word());
    }

    /** Ends the machine, and what connects it with others; may be called again. */
    void close() {
        machine().close();
        if (network != null) {
            network.close();
        }
    }

    Machine machine() {
        return restored.machine();
    }

    Listener listener() {
        return restored.listener();
    }

    /** All variables come with each command, since whoever waits was started before anybody knew of them. */
    private GuestCommands.Home home(Function<String, Fault> fault) {
        Map<String, String> env = new LinkedHashMap<>(spec.env());
        spec.secrets().forEach((name, secret) -> env.put(name, secret.reveal()));
        return new GuestCommands.Home(spec.workdir(), env, spec.secrets().keySet(), fault);
    }

    /** The machine itself goes on: what is on its way to us arrives, and usage can be asked for. */
    @Override
    public void pause() throws IOException {
        listener().limit(Map.of(FREEZE, "1"));
        long end = System.nanoTime() + TO_FREEZE.toNanos();
        while (!listener().usage().frozen()) {
            if (System.nanoTime() > end) {
                unpause();
                throw new IOException("some processes did not stand still within " + TO_FREEZE);
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    @Override
    public void unpause() throws IOException {
        listener().limit(Map.of(FREEZE, "0"));
    }
}
