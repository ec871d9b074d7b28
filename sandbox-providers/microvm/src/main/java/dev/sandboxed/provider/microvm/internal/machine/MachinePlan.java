package dev.sandboxed.provider.microvm.internal.machine;

import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.provider.microvm.internal.drive.GuestKernel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a virtual machine is made of.
 *
 * @param id the sandbox's id, which marks its processes
 * @param folder where its own files are: the drive that it writes to, and sockets
 * @param kernel what it boots
 * @param initramfs what the kernel begins with
 * @param image the drive that nobody writes to
 * @param processors how many it has
 * @param memory how much it has
 * @param link what connects it with others, if anything does
 * @param rates how fast its devices are, where it is the machine of a sandbox
 * @param hostClock how often the processor of the host counts in a millisecond, where a kernel must be told
 */
public record MachinePlan(
        String id,
        Path folder,
        GuestKernel kernel,
        Path initramfs,
        Path image,
        int processors,
        DataSize memory,
        Optional<MachineLink> link,
        DeviceRates rates,
        OptionalLong hostClock) {

    /** What the drive is called that the machine writes to, in its folder: a saved machine looks for its own there. */
    public static final String CHANGES = "changes.ext4";

    private static final long MEBIBYTE = 1024 * 1024;

    /** Returns it for a machine whose files are elsewhere. */
    public MachinePlan in(Path other) {
        return new MachinePlan(id, other, kernel, initramfs, image, processors, memory, link, rates, hostClock);
    }

    /**
     * Returns what its kernel is told.
     *
     * @param monitors what the monitor has to tell it
     * @param more what is told in addition, which may be empty
     */
    public String kernelArguments(String monitors, String more) {
        List<String> words = new ArrayList<>(List.of(monitors));
        link.ifPresent(there -> words.add(MachineLink.kernelArgument()));
        hostClock.ifPresent(count -> words.add("tsc_early_khz=" + count));
        words.add(more);
        return String.join(" ", words).strip();
    }

    /** Returns its memory in the unit that monitors count in. */
    public long memoryMebibytes() {
        return (memory.bytes() + MEBIBYTE - 1) / MEBIBYTE;
    }
}
