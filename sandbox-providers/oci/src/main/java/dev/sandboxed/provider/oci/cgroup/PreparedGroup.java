package dev.sandboxed.provider.oci.cgroup;

import dev.sandboxed.api.limit.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Makes a control group before its container, with its limits. A runtime that finds one joins it and does not remove it at
 * the end of the container: only so can be told afterwards whether it ended for lack of memory.
 */
public final class PreparedGroup {

    private static final long PERIOD_MICROS = 100_000;

    private PreparedGroup() {}

    /**
     * Make it, where there is a limit of memory; else the runtime may do so.
     *
     * @throws IOException if the kernel refuses
     */
    public static void make(ControlGroup group, Limits limits) throws IOException {
        if (limits.memory().isEmpty()) {
            return;
        }
        String bytes = String.valueOf(limits.memory().get().bytes());
        if (!GroupFiles.isUnified()) {
            Path folder = Files.createDirectory(GroupFiles.MOUNT.resolve("memory" + group.path()));
            GroupFiles.write(folder.resolve("memory.limit_in_bytes"), bytes);
            Path withSwap = folder.resolve("memory.memsw.limit_in_bytes");
            if (Files.exists(withSwap)) {
                GroupFiles.write(withSwap, bytes);
            }
            return;
        }
        GroupFiles.write(GroupFiles.MOUNT.resolve("cgroup.subtree_control"), "+memory +cpu +pids");
        Path folder =
                Files.createDirectory(GroupFiles.MOUNT.resolve(group.path().substring(1)));
        GroupFiles.write(folder.resolve("memory.max"), bytes);
        Path swap = folder.resolve("memory.swap.max");
        if (Files.exists(swap)) {
            GroupFiles.write(swap, "0");
        }
        if (limits.cpus().isPresent()) {
            long quota = (long) Math.max(1000, limits.cpus().getAsDouble() * PERIOD_MICROS);
            GroupFiles.write(folder.resolve("cpu.max"), quota + " " + PERIOD_MICROS);
        }
    }
}
