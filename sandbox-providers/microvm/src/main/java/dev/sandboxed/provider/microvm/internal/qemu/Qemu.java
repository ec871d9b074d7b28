package dev.sandboxed.provider.microvm.internal.qemu;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.provision.Architecture;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs virtual machines with QEMU, each in a process of its own. What listens inside is reached through a port of this host's
 * loopback, by a network that leads nowhere else and that commands inside do not see.
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

    private static final String CONTROL = "qmp.sock";
    private static final String ADDRESS = "10.0.2.15";
    private static final String PORT = "1024";
    private static final Pattern FORWARD = Pattern.compile("HOST_FORWARD\\]\\s+\\d+\\s+[0-9.]+\\s+(\\d+)\\s");
    private static final String NO_CLOCK = "could not calculate TSC khz";
    private static final Duration PAUSE = Duration.ofMillis(2);

    /**
     * {@inheritDoc}
     *
     * <p>An emulated kernel that cannot find out how fast its clock is, since the host was busy just then, never gets any further
     * and is started again.
     */
    @Override
    public Machine boot(MachinePlan plan, Deadline deadline) throws IOException {
        while (true) {
            Optional<Machine> machine = attempt(plan, deadline);
            if (machine.isPresent()) {
                return machine.get();
            }
            Files.deleteIfExists(plan.folder().resolve(CONTROL));
        }
    }

    private Optional<Machine> attempt(MachinePlan plan, Deadline deadline) throws IOException {
        MonitorProcess process = MonitorProcess.start(commandLine(plan), plan.id(), plan.folder());
        try {
            Qmp qmp = control(process, plan.folder().resolve(CONTROL), deadline);
            String forwards = qmp.run(
                            "human-monitor-command", Map.of("command-line", "info usernet"), deadline.remaining())
                    .asText();
            Matcher port = FORWARD.matcher(forwards);
            if (!port.find()) {
                throw new IOException("QEMU forwards no port: " + forwards);
            }
            if (BootWords.await(process, Optional.of(NO_CLOCK), deadline)) {
                return Optional.of(new QemuMachine(process, qmp, Integer.parseInt(port.group(1))));
            }
            process.kill();
            qmp.close();
            return Optional.empty();
        } catch (IOException | RuntimeException e) {
            process.kill();
            throw e;
        }
    }

    private List<String> commandLine(MachinePlan plan) {
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
        argv.addAll(List.of("-append", kernelArguments()));
        drive(argv, "image", plan.image().toString(), true);
        drive(argv, "changes", MachinePlan.CHANGES, false);
        argv.addAll(List.of("-device", "virtio-rng-device"));
        argv.addAll(List.of("-netdev", "user,id=channel,restrict=on,hostfwd=tcp:127.0.0.1:0-" + ADDRESS + ":" + PORT));
        argv.addAll(List.of("-device", "virtio-net-device,netdev=channel"));
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

    private String kernelArguments() {
        String console = architecture == Architecture.AARCH64 ? "ttyAMA0" : "ttyS0";
        return ("console=" + console + " reboot=t panic=-1 random.trust_cpu=on loglevel=7 SANDBOXED_ADDRESS=" + ADDRESS
                        + " " + arguments)
                .strip();
    }

    private static void drive(List<String> argv, String id, String file, boolean readOnly) {
        String access = readOnly ? ",readonly=on" : "";
        // A comma in a file's name would begin another option.
        argv.addAll(List.of("-drive", "if=none,format=raw,id=" + id + access + ",file=" + file.replace(",", ",,")));
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
