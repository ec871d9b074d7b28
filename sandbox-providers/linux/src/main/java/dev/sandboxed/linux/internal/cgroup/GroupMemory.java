package dev.sandboxed.linux.internal.cgroup;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;

/** How much memory the control groups of this process leave to it and to whatever it starts. */
public final class GroupMemory {

    private GroupMemory() {}

    /**
     * Returns the bytes that could still be used; empty if no group sets a limit. What the kernel keeps of files and can give
     * back counts as not used.
     *
     * @param root where the file systems of the kernel are mounted below
     */
    public static OptionalLong spare(Path root) {
        Path mount = root.resolve("sys/fs/cgroup");
        OptionalLong least = OptionalLong.empty();
        for (String line : GroupFiles.lines(root.resolve("proc/self/cgroup"))) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3 && parts[1].isEmpty()) {
                least = lesser(least, spare(mount, parts[2], Names.UNIFIED));
            } else if (parts.length == 3 && ("," + parts[1] + ",").contains(",memory,")) {
                least = lesser(least, spare(mount.resolve("memory"), parts[2], Names.LEGACY));
            }
        }
        return least;
    }

    /** The names of the files are different in the two versions of control groups. */
    private enum Names {
        UNIFIED("memory.max", "memory.current", "inactive_file"),
        LEGACY("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file");

        private final String limit;
        private final String usage;
        private final String reclaimable;

        Names(String limit, String usage, String reclaimable) {
            this.limit = limit;
            this.usage = usage;
            this.reclaimable = reclaimable;
        }
    }

    /** Every group above sets a limit for all that lies in it. In a namespace of its own, the top is not the host's. */
    private static OptionalLong spare(Path mount, String path, Names names) {
        OptionalLong least = OptionalLong.empty();
        Path group = mount.resolve(path.substring(1)).normalize();
        for (Path each = group; each != null && each.startsWith(mount); each = each.getParent()) {
            least = lesser(least, spareIn(each, names));
        }
        return least;
    }

    private static OptionalLong spareIn(Path group, Names names) {
        try {
            long limit = GroupFiles.number(group.resolve(names.limit));
            long used = GroupFiles.number(group.resolve(names.usage))
                    - GroupFiles.numberAfter(group.resolve("memory.stat"), names.reclaimable);
            return OptionalLong.of(Math.max(0, limit - Math.max(0, used)));
        } catch (IOException | NumberFormatException noLimit) {
            return OptionalLong.empty();
        }
    }

    private static OptionalLong lesser(OptionalLong one, OptionalLong other) {
        if (one.isEmpty() || other.isEmpty()) {
            return one.isEmpty() ? other : one;
        }
        return one.getAsLong() <= other.getAsLong() ? one : other;
    }
}
