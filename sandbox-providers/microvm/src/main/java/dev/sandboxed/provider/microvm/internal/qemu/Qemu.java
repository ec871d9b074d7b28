package dev.sandboxed.provider.microvm.internal.qemu;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.provision.Architecture;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.provider.microvm.internal.drive.SparseCopy;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs virtual machines with QEMU, each in a process of its own. What listens inside is reached through a port of the loopback
 * where QEMU is, by a network that leads nowhere else and that commands inside do not see.
 *
 * @param program its file
 * @param version what it says of itself
 * @param accelerator {@code kvm}, or {@code tcg} for software emulation
 * @param architecture what it emulates, that of this host
 * @param machine the options of the machine, where they are not the usual ones; or empty
 * @param arguments for the kernel, in addition to those that every machine gets
 */
public record Qemu(
        Path program, String version, String accelerator, Architecture architecture, String machine, String arguments)
        implements Monitor {

    /** What the memory of a machine is called that is to be saved. */
    static final String MEMORY = "memory";

    private static final String CONTROL = "qmp.sock";
    private static final String ADDRESS = "10.0.2.15";
    private static final String PORT = "1024";
    private static final Pattern FORWARD = Pattern.compile("HOST_FORWARD\\]\\s+\\d+\\s+[0-9.]+\\s+(\\d+)\\s");
    private static final Duration PAUSE = Duration.ofMillis(2);

    @Override
    public Machine boot(MachinePlan plan, Deadline deadline) throws IOException {
        List<String> argv = commandLine(plan, DeviceRates.UNLIMITED);
        argv.addAll(memory(plan, Optional.of(Path.of(MEMORY)), true));
        MonitorProcess process = MonitorProcess.start(argv, plan);
        try {
            Qmp qmp = control(process, SocketPath.in(plan.folder(), CONTROL), deadline);
            BootWords.await(process, deadline);
            return new QemuMachine(process, qmp, plan, true, port(qmp, deadline));
        } catch (IOException | RuntimeException e) {
            process.kill();
            throw e;
        }
    }

    @Override
    public Machine restore(MachinePlan plan, SavedMachine saved, Deadline deadline) throws IOException {
        List<String> argv = commandLine(plan, plan.rates());
        argv.addAll(memory(plan, Optional.of(saved.memory()).filter(Files::exists), false));
        return goingOn(argv, plan, saved, false, deadline);
    }

    /** With a copy of the memory, which stays in a file. */
    @Override
    public Machine restoreToSave(MachinePlan plan, SavedMachine saved, Deadline deadline) throws IOException {
        SparseCopy.of(saved.memory(), plan.folder().resolve(MEMORY));
        List<String> argv = commandLine(plan, DeviceRates.UNLIMITED);
        argv.addAll(memory(plan, Optional.of(Path.of(MEMORY)), true));
        return goingOn(argv, plan, saved, true, deadline);
    }

    private static Machine goingOn(
            List<String> argv, MachinePlan plan, SavedMachine saved, boolean memoryIsFile, Deadline deadline)
            throws IOException {
        argv.addAll(List.of("-incoming", "defer"));
        MonitorProcess process = MonitorProcess.start(argv, plan);
        try {
            Qmp qmp = control(process, SocketPath.in(plan.folder(), CONTROL), deadline);
            StateTransfer.load(qmp, plan.folder(), saved.state(), deadline);
            return new QemuMachine(process, qmp, plan, memoryIsFile, port(qmp, deadline));
        } catch (IOException | RuntimeException e) {
            process.kill();
            throw e;
        }
    }

    @Override
    public boolean emulates() {
        return accelerator.equals("tcg");
    }

    @Override
    public int user(String sandbox) {
        return HostPlatform.userId();
    }

    @Override
    public boolean wantsUnpackedKernel() {
        return false;
    }

    @Override
    public String fingerprint() {
        return program + " " + version + " " + accelerator + " " + machine + " " + arguments;
    }

    /**
     * Returns the options for the memory of a machine.
     *
     * @param file where it is; empty if it comes with the state of the machine
     * @param kept whether what the machine writes stays in the file: of one that is to be saved, and not of its copies
     */
    private static List<String> memory(MachinePlan plan, Optional<Path> file, boolean kept) {
        String backend = file.map(path -> "memory-backend-file,mem-path=" + escaped(path.toString()))
                .orElse("memory-backend-ram");
        return List.of(
                "-object",
                backend + ",id=memory,size=" + plan.memoryMebibytes() + "M,share=" + (kept ? "on" : "off"),
                "-machine",
                "memory-backend=memory");
    }

    private static int port(Qmp qmp, Deadline deadline) throws IOException {
        String forwards = qmp.run("human-monitor-command", Map.of("command-line", "info usernet"), deadline.remaining())
                .asText();
        Matcher port = FORWARD.matcher(forwards);
        if (!port.find()) {
            throw new IOException("QEMU forwards no port: " + forwards);
        }
        return Integer.parseInt(port.group(1));
    }

    /** A comma would begin another option. */
    private static String escaped(String file) {
        return file.replace(",", ",,");
    }

    private List<String> commandLine(MachinePlan plan, DeviceRates rates) {
        List<String> argv =
                new ArrayList<>(List.of(program.toString(), "-nodefaults", "-no-user-config", "-no-reboot"));
        argv.addAll(
                List.of("-display", "none", "-chardev", "stdio,id=console,signal=off", "-serial", "chardev:console"));
        argv.addAll(List.of("-M", (machine.isEmpty() ? usualMachine() : machine) + ",accel=" + accelerator));
        argv.addAll(List.of("-cpu", accelerator.equals("kvm") ? "host" : emulatedProcessor()));
        argv.addAll(List.of("-smp", String.valueOf(plan.processors()), "-m", plan.memoryMebibytes() + "M"));
        argv.addAll(List.of(
                "-kernel",
                plan.kernel().file().toString(),
                "-initrd",
                plan.initramfs().toString()));
        argv.addAll(List.of("-append", kernelArguments(plan)));
        drive(argv, "image", plan.image().toString(), ",readonly=on", rates);
        drive(argv, "changes", MachinePlan.CHANGES, "", rates);
        argv.addAll(List.of("-device", "virtio-rng-device"));
        argv.addAll(List.of("-netdev", "user,id=channel,restrict=on,hostfwd=tcp:127.0.0.1:0-" + ADDRESS + ":" + PORT));
        argv.addAll(List.of("-device", "virtio-net-device,netdev=channel"));
        if (plan.link().isPresent()) {
            argv.addAll(List.of(
                    "-netdev", "tap,id=link,ifname=" + MachineLink.DEVICE + ",script=no,downscript=no", "-device"));
            argv.add("virtio-net-device,netdev=link,mac=" + MachineLink.HARDWARE_ADDRESS);
        }
        argv.addAll(List.of("-qmp", "unix:" + CONTROL + ",server=on,wait=off"));
        argv.addAll(List.of("-sandbox", "on,obsolete=deny,elevateprivileges=deny,spawn=deny,resourcecontrol=deny"));
        return argv;
    }

    private String usualMachine() {
        return architecture == Architecture.AARCH64 ? "virt" : "microvm,acpi=on,isa-serial=on";
    }

    /** On aarch64 the one with everything takes four times as long to boot. */
    private String emulatedProcessor() {
        return architecture == Architecture.AARCH64 ? "cortex-a57" : "max";
    }

    private String kernelArguments(MachinePlan plan) {
        String console = architecture == Architecture.AARCH64 ? "ttyAMA0" : "ttyS0";
        return plan.kernelArguments(
                "console=" + console + " reboot=t panic=-1 random.trust_cpu=on quiet SANDBOXED_ADDRESS=" + ADDRESS,
                arguments);
    }

    private static void drive(List<String> argv, String id, String file, String access, DeviceRates rates) {
        String rate = rates.drive()
                .map(most -> ",throttling.bps-total=" + most.bytes())
                .orElse("");
        argv.addAll(List.of("-drive", "if=none,format=raw,id=" + id + access + rate + ",file=" + escaped(file)));
        argv.addAll(List.of("-device", "virtio-blk-device,drive=" + id));
    }

    private static Qmp control(MonitorProcess process, Path socket, Deadline deadline) {
        while (true) {
            try {
                return Qmp.connect(socket, deadline.remaining());
            } catch (IOException e) {
                if (!process.isAlive()) {
                    throw new SandboxStartException(
                            Fault.of("QEMU ended before its machine began: " + process.lastWords())
                                    .remedy("./sandboxed doctor tells what this host lacks")
                                    .cause(e));
                }
                deadline.check("waiting for QEMU to take orders");
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }
}
