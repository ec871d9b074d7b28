package dev.sandboxed.linux.internal.kvm;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.linux.internal.libc.LibC;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Finds out whether the kernel's virtual machines carry a guest. That the device opens proves nothing: there are hosts where
 * what a guest's own kernel does is interpreted, a thousand times slower than the rest, and no ordinary kernel ever comes up.
 */
public final class Kvm {

    private static final Path DEVICE = Path.of("/dev/kvm");
    /** There, what a guest's kernel does is interpreted. */
    private static final Path INTERPRETER = Path.of("/sys/module/kvm_pvm");

    private static final long PAGE = 4096;
    private static final int LOOPS = 40_000;
    /** A processor does a thousand million of them, and an interpreter two. */
    private static final double FEWEST_PER_SECOND = 50e6;

    /** Somebody else may have had the processor just then. */
    private static final int ATTEMPTS = 3;

    private static final int TASK_STATE = 0xfffbd000;
    private static final int EXIT_REASON = 8;
    private static final int HALTED = 5;
    private static final int SIZE_OF_REGISTERS = 144;
    private static final int INSTRUCTION_POINTER = 128;
    private static final int FLAGS = 136;
    private static final int SIZE_OF_SEGMENTS = 312;
    private static final int CODE_BASE = 0;
    private static final int CODE_SELECTOR = 12;
    private static final int SIZE_OF_REGION = 32;

    /** Counts down, in the mode that a processor begins in, and halts. */
    private static final byte[] PROGRAM = {
        0x66,
        (byte) 0xb9,
        (byte) LOOPS,
        (byte) (LOOPS >> 8),
        (byte) (LOOPS >> 16),
        0, // mov ecx, LOOPS
        0x66,
        0x49, // dec ecx
        0x75,
        (byte) 0xfc, // jnz back
        (byte) 0xf4, // hlt
    };

    /**
     * Why machines do not come up.
     *
     * @param reason what is wrong
     * @param remedy what a person can do about it
     */
    public record Obstacle(String reason, String remedy) {}

    private Kvm() {}

    /** Returns why no guest comes up here; empty if one does. Takes a moment, and changes nothing. */
    public static Optional<Obstacle> obstacle() {
        if (!Files.exists(DEVICE)) {
            return Optional.of(new Obstacle(
                    "there is no " + DEVICE + ": this host has no virtualisation, or does not pass it on",
                    "switch it on in the firmware (VT-x, AMD-V), or nested virtualisation where this is a virtual machine;"
                            + " then: modprobe kvm. On macOS run the tests in Lima: limactl start"));
        }
        int device = KvmCalls.open(DEVICE.toString(), KvmCalls.READ_WRITE | KvmCalls.CLOSE_ON_EXEC);
        if (device < 0) {
            return Optional.of(new Obstacle(
                    DEVICE + " cannot be opened: " + error(),
                    "sudo usermod -aG kvm $USER and log in again, or sudo chmod 666 " + DEVICE));
        }
        try {
            return HostPlatform.architecture().equals("amd64") ? tooSlow(device) : noMachine(device);
        } finally {
            LibC.close(device);
        }
    }

    private static Optional<Obstacle> noMachine(int device) {
        int machine = KvmCalls.ioctl(device, KvmCalls.CREATE_MACHINE, Pointer.NULL);
        if (machine < 0) {
            return Optional.of(broken("a machine cannot be made: " + error()));
        }
        LibC.close(machine);
        return Optional.empty();
    }

    private static Optional<Obstacle> tooSlow(int device) {
        int machine = KvmCalls.ioctl(device, KvmCalls.CREATE_MACHINE, Pointer.NULL);
        if (machine < 0) {
            return Optional.of(broken("a machine cannot be made: " + error()));
        }
        Pointer memory =
                KvmCalls.mmap(Pointer.NULL, PAGE, KvmCalls.READABLE_AND_WRITABLE, KvmCalls.SHARED_ANONYMOUS, -1, 0);
        try {
            memory.write(0, PROGRAM, 0, PROGRAM.length);
            try (Memory region = new Memory(SIZE_OF_REGION)) {
                region.clear();
                region.setLong(8, PAGE);
                region.setLong(16, PAGE);
                region.setLong(24, Pointer.nativeValue(memory));
                KvmCalls.ioctl(machine, KvmCalls.SET_TASK_STATE, Pointer.createConstant(TASK_STATE & 0xffffffffL));
                if (KvmCalls.ioctl(machine, KvmCalls.SET_MEMORY, region) < 0) {
                    return Optional.of(broken("a machine cannot be given memory: " + error()));
                }
            }
            return measured(device, machine);
        } finally {
            KvmCalls.munmap(memory, PAGE);
            LibC.close(machine);
        }
    }

    private static Optional<Obstacle> measured(int device, int machine) {
        int processor = KvmCalls.ioctl(machine, KvmCalls.CREATE_PROCESSOR, Pointer.NULL);
        if (processor < 0) {
            return Optional.of(broken("a processor cannot be made: " + error()));
        }
        int size = KvmCalls.ioctl(device, KvmCalls.SIZE_OF_RUN, Pointer.NULL);
        Pointer run = KvmCalls.mmap(Pointer.NULL, size, KvmCalls.READABLE_AND_WRITABLE, KvmCalls.SHARED, processor, 0);
        try {
            Optional<Obstacle> obstacle = Optional.empty();
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                begin(processor);
                long begun = System.nanoTime();
                int ended = KvmCalls.ioctl(processor, KvmCalls.RUN, Pointer.NULL);
                Duration took = Duration.ofNanos(System.nanoTime() - begun);
                int reason = run.getInt(EXIT_REASON);
                obstacle = ended < 0 || reason != HALTED
                        ? Optional.of(broken("a program of four instructions ended with reason " + reason))
                        : verdict(took);
                if (obstacle.isEmpty()) {
                    break;
                }
            }
            return obstacle;
        } finally {
            KvmCalls.munmap(run, size);
            LibC.close(processor);
        }
    }

    /** Where the program lies, and nothing else of note. */
    private static void begin(int processor) {
        try (Memory segments = new Memory(SIZE_OF_SEGMENTS);
                Memory registers = new Memory(SIZE_OF_REGISTERS)) {
            KvmCalls.ioctl(processor, KvmCalls.GET_SEGMENTS, segments);
            segments.setLong(CODE_BASE, 0);
            segments.setShort(CODE_SELECTOR, (short) 0);
            KvmCalls.ioctl(processor, KvmCalls.SET_SEGMENTS, segments);
            registers.clear();
            registers.setLong(INSTRUCTION_POINTER, PAGE);
            registers.setLong(FLAGS, 2);
            KvmCalls.ioctl(processor, KvmCalls.SET_REGISTERS, registers);
        }
    }

    static Optional<Obstacle> verdict(Duration took) {
        double perSecond = LOOPS * 1e9 / Math.max(1, took.toNanos());
        if (perSecond >= FEWEST_PER_SECOND) {
            return Optional.empty();
        }
        String why = Files.exists(INTERPRETER) ? " (kvm_pvm, which interprets what a guest's kernel does)" : "";
        return Optional.of(new Obstacle(
                DEVICE + " opens, but is too slow to carry a kernel" + why + ": a guest did "
                        + Math.round(perSecond / 1e3) + " thousand steps a second where "
                        + Math.round(FEWEST_PER_SECOND / 1e6) + " million are the least",
                "use a host with hardware virtualisation, or nested virtualisation switched on in the host below"));
    }

    private static Obstacle broken(String what) {
        return new Obstacle(DEVICE + " opens, but " + what, "look into the kernel's log: dmesg | grep -i kvm");
    }

    private static String error() {
        return "error " + Native.getLastError();
    }
}
