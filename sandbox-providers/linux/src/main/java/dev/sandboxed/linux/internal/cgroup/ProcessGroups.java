package dev.sandboxed.linux.internal.cgroup;

import java.nio.file.Path;

/** The control groups that processes of this host are in. */
public final class ProcessGroups {

    private ProcessGroups() {}

    /**
     * Returns whether a process is in a group whose path has some text in it. In doubt it is not: there may be no such process
     * any more.
     *
     * @param root where the kernel shows processes, {@code /} for this host
     */
    public static boolean mention(Path root, long pid, String text) {
        return GroupFiles.lines(root.resolve("proc/" + pid + "/cgroup")).stream()
                .anyMatch(line -> line.contains(text));
    }
}
