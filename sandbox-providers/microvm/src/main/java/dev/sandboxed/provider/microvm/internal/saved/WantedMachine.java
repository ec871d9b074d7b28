package dev.sandboxed.provider.microvm.internal.saved;

import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.linux.internal.host.HostProcessor;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.provider.microvm.internal.machine.MachinePlan;
import dev.sandboxed.provider.microvm.internal.machine.Monitor;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A machine that somebody waits for.
 *
 * @param monitor what runs it
 * @param plan what it is made of
 * @param drive the one that it writes to where it boots
 * @param deadline until when it must be there
 */
public record WantedMachine(Monitor monitor, MachinePlan plan, NewDrive drive, Deadline deadline) {

    /** Returns it for a machine whose files are elsewhere. */
    WantedMachine in(Path folder) {
        return new WantedMachine(monitor, plan.in(folder), drive, deadline);
    }

    /** Returns where the drive is that it writes to. */
    Path changes() {
        return plan.folder().resolve(MachinePlan.CHANGES);
    }

    /** Returns all that a machine depends on that has booted, a line each. */
    String origin() throws IOException {
        return String.join(
                "\n",
                monitor.fingerprint(),
                plan.kernel().fingerprint(),
                plan.initramfs().toString(),
                plan.image().toString(),
                plan.processors() + " " + plan.memoryMebibytes(),
                plan.link().isPresent() ? "a network" : "no network",
                drive.size().toString(),
                HostProcessor.description(),
                HostPlatform.description());
    }

    /** Returns all that a machine depends on that has booted and was prepared, a line each. */
    String origin(Preparation preparation) throws IOException {
        return origin() + "\n" + preparation.origin();
    }

    /** Returns in what time one must answer that was restored: one that never does must leave time for a boot. */
    Duration timeToAnswer() {
        return deadline.remaining().dividedBy(2);
    }

    /** Ends the attempts to make something anew that failed, if the time is up. */
    void requireTime(Exception failure) {
        try {
            deadline.check("restoring the machine");
        } catch (SandboxException e) {
            e.addSuppressed(failure);
            throw e;
        }
    }
}
