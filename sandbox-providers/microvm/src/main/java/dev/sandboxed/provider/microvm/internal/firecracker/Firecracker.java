package dev.sandboxed.provider.microvm.internal.firecracker;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.provider.microvm.internal.machine.BootWords;
import dev.sandboxed.provider.microvm.internal.machine.Machine;
import dev.sandboxed.provider.microvm.internal.machine.MachinePlan;
import dev.sandboxed.provider.microvm.internal.machine.Monitor;
import dev.sandboxed.provider.microvm.internal.machine.MonitorProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs virtual machines with Firecracker, each in a process of its own.
 *
 * @param program its file
 * @param version what it says of itself
 * @param arguments for the kernel, in addition to those that every machine gets
 */
public record Firecracker(Path program, String version, String arguments) implements Monitor {

    private static final String API = "api.sock";
    private static final String VSOCK = "v.sock";
    private static final String BASE_ARGUMENTS = "console=ttyS0 reboot=k panic=-1 pci=off i8042.noaux i8042.nomux"
            + " i8042.dumbkbd random.trust_cpu=on quiet";
    private static final int GUEST = 3;
    private static final Duration PAUSE = Duration.ofMillis(1);

    @Override
    public Machine boot(MachinePlan plan, Deadline deadline) throws IOException {
        MonitorProcess process =
                MonitorProcess.start(List.of(program.toString(), "--api-sock", API), plan.id(), plan.folder());
        FirecrackerMachine machine = new FirecrackerMachine(
                process,
                new FirecrackerApi(plan.folder().resolve(API)),
                plan.folder().resolve(VSOCK));
        try {
            awaitApi(machine, deadline);
            configure(machine.api(), plan, deadline);
            machine.api().put("starting the machine", "/actions", Map.of("action_type", "InstanceStart"), deadline);
            BootWords.await(process, Optional.empty(), deadline);
            return machine;
        } catch (IOException | RuntimeException e) {
            machine.close();
            throw e;
        }
    }

    /** Its socket is there a moment before anybody listens. */
    private static void awaitApi(FirecrackerMachine machine, Deadline deadline) {
        while (true) {
            try {
                machine.api().version(deadline.remaining());
                return;
            } catch (IOException e) {
                if (!machine.isAlive()) {
                    throw new SandboxStartException(
                            Fault.of("Firecracker ended before it served its API: " + machine.lastWords())
                                    .remedy("./sandboxed doctor tells what this host lacks")
                                    .cause(e));
                }
                deadline.check("waiting for the API of Firecracker");
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    private void configure(FirecrackerApi api, MachinePlan plan, Deadline deadline) throws IOException {
        api.put(
                "sizing the machine",
                "/machine-config",
                Map.of("vcpu_count", plan.processors(), "mem_size_mib", plan.memoryMebibytes()),
                deadline);
        api.put(
                "choosing the kernel",
                "/boot-source",
                Map.of(
                        "kernel_image_path",
                        plan.kernel().file().toString(),
                        "initrd_path",
                        plan.initramfs().toString(),
                        "boot_args",
                        (BASE_ARGUMENTS + " " + arguments).strip()),
                deadline);
        drive(api, "image", plan.image().toString(), true, deadline);
        drive(api, "changes", MachinePlan.CHANGES, false, deadline);
        Files.deleteIfExists(plan.folder().resolve(VSOCK));
        api.put("adding the channel", "/vsock", Map.of("guest_cid", GUEST, "uds_path", VSOCK), deadline);
        api.put("adding entropy", "/entropy", Map.of(), deadline);
    }

    private static void drive(FirecrackerApi api, String id, String file, boolean readOnly, Deadline deadline)
            throws IOException {
        api.put(
                "adding the drive '" + id + "'",
                "/drives/" + id,
                Map.of(
                        "drive_id", id,
                        "is_root_device", false,
                        "is_read_only", readOnly,
                        "path_on_host", file),
                deadline);
    }
}
