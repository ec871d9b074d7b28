package dev.sandboxed.provider.microvm.internal.firecracker;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.provider.microvm.internal.machine.BootWords;
import dev.sandboxed.provider.microvm.internal.machine.DeviceRates;
import dev.sandboxed.provider.microvm.internal.machine.Machine;
import dev.sandboxed.provider.microvm.internal.machine.MachineLink;
import dev.sandboxed.provider.microvm.internal.machine.MachinePlan;
import dev.sandboxed.provider.microvm.internal.machine.Monitor;
import dev.sandboxed.provider.microvm.internal.machine.MonitorProcess;
import dev.sandboxed.provider.microvm.internal.machine.SavedMachine;
import dev.sandboxed.provider.microvm.internal.machine.SocketPath;
import java.io.IOException;
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
 * @param jailer the program that locks it in; empty if it runs with the rights of our user
 */
public record Firecracker(Path program, String version, String arguments, Optional<Path> jailer) implements Monitor {

    /** What its drives and its network device are called where they are spoken of. */
    static final String IMAGE = "image";

    static final String CHANGES = "changes";
    static final String LINK = "link";

    private static final String API = "api.sock";
    private static final String VSOCK = "v.sock";
    private static final String IMAGE_FILE = "image.ext4";
    private static final String BASE_ARGUMENTS = "console=ttyS0 reboot=k panic=-1 pci=off i8042.noaux i8042.nomux"
            + " i8042.dumbkbd random.trust_cpu=on quiet";
    private static final int GUEST = 3;
    private static final Duration PAUSE = Duration.ofMillis(1);

    /** What to ask of a Firecracker that has just begun. */
    @FunctionalInterface
    private interface Orders {
        void give(FirecrackerApi api, Room room, MonitorProcess process) throws IOException;
    }

    @Override
    public Machine boot(MachinePlan plan, Deadline deadline) throws IOException {
        return start(plan, deadline, (api, room, process) -> {
            configure(api, plan, room, deadline);
            api.put("starting the machine", "/actions", Map.of("action_type", "InstanceStart"), deadline);
            BootWords.await(process, deadline);
        });
    }

    @Override
    public Machine restore(MachinePlan plan, SavedMachine saved, Deadline deadline) throws IOException {
        return goingOn(plan, saved, plan.rates(), deadline);
    }

    /** What it writes when it saves a machine is a file of its own each time. */
    @Override
    public Machine restoreToSave(MachinePlan plan, SavedMachine saved, Deadline deadline) throws IOException {
        return goingOn(plan, saved, DeviceRates.UNLIMITED, deadline);
    }

    private Machine goingOn(MachinePlan plan, SavedMachine saved, DeviceRates rates, Deadline deadline)
            throws IOException {
        return start(plan, deadline, (api, room, process) -> {
            room.show(plan.image(), IMAGE_FILE);
            room.lend(MachinePlan.CHANGES);
            String memory = room.show(saved.memory(), "memory");
            api.put(
                    "restoring the machine",
                    "/snapshot/load",
                    Map.of(
                            "snapshot_path",
                            room.show(saved.state(), "state"),
                            "mem_backend",
                            Map.of("backend_type", "File", "backend_path", memory),
                            "resume_vm",
                            false),
                    deadline);
            // One that was saved while commands ran has the limits of its sandbox, until it is told others.
            RateLimits.set(api, rates, plan.link().isPresent(), deadline);
            api.patch("letting the machine go on", "/vm", Map.of("state", "Resumed"), deadline);
        });
    }

    private Machine start(MachinePlan plan, Deadline deadline, Orders orders) throws IOException {
        Room room = room(plan);
        room.prepare(List.of(API, VSOCK));
        Path socket = SocketPath.in(plan.folder(), API);
        MonitorProcess process = MonitorProcess.start(room.argv(List.of("--api-sock", API)), plan);
        FirecrackerMachine machine =
                new FirecrackerMachine(process, room, new FirecrackerApi(socket), SocketPath.in(plan.folder(), VSOCK));
        try {
            awaitApi(machine, deadline);
            machine.count(plan.folder(), deadline);
            orders.give(machine.api(), room, process);
            return machine;
        } catch (IOException | RuntimeException e) {
            machine.close();
            throw e;
        }
    }

    private Room room(MachinePlan plan) {
        return jailer.<Room>map(found -> new Jail(found, program, plan.id(), plan.folder()))
                .orElseGet(() -> new OpenRoom(program, plan.folder()));
    }

    @Override
    public boolean emulates() {
        return false;
    }

    @Override
    public int user(String sandbox) {
        return jailer.isPresent() ? Jail.user(sandbox) : HostPlatform.userId();
    }

    /** Only those after 1.16 unpack kernels by themselves. */
    @Override
    public boolean wantsUnpackedKernel() {
        return true;
    }

    @Override
    public String fingerprint() {
        return program + " " + version + " " + arguments + (jailer.isPresent() ? " jailed" : "");
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

    private void configure(FirecrackerApi api, MachinePlan plan, Room room, Deadline deadline) throws IOException {
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
                        room.bring(plan.kernel().file(), "kernel"),
                        "initrd_path",
                        room.show(plan.initramfs(), "initramfs"),
                        "boot_args",
                        plan.kernelArguments(BASE_ARGUMENTS, arguments)),
                deadline);
        drive(api, IMAGE, room.show(plan.image(), IMAGE_FILE), true, deadline);
        drive(api, CHANGES, room.lend(MachinePlan.CHANGES), false, deadline);
        api.put("adding the channel", "/vsock", Map.of("guest_cid", GUEST, "uds_path", VSOCK), deadline);
        api.put("adding entropy", "/entropy", Map.of(), deadline);
        if (plan.link().isPresent()) {
            api.put(
                    "attaching the machine to its network",
                    "/network-interfaces/" + LINK,
                    Map.of(
                            "iface_id", LINK,
                            "host_dev_name", MachineLink.DEVICE,
                            "guest_mac", MachineLink.HARDWARE_ADDRESS),
                    deadline);
        }
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
