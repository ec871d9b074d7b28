package dev.sandboxed.provider.microvm.internal.machine;

import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.provider.microvm.internal.drive.GuestKernel;
import java.nio.file.Path;
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
        OptionalLong hostClock) {

    /** What the drive is called that the machine writes to, in its folder: a saved machine looks for its own there. */
    public static final String CHANGES = "changes.ext4";

    private static final long MEBIBYTE = 1024 * 1024;

    /** Returns it for a machine whose files are elsewhere. */
    public MachinePlan in(Path other) {
        return new MachinePlan(id, other, kernel, initramfs, image, processors, memory, link, hostClock);
    }

    /** Returns its memory in the unit that monitors count in. */
    public long memoryMebibytes() {
        return (memory.bytes() + MEBIBYTE - 1) / MEBIBYTE;
    }
}
