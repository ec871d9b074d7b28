package dev.sandboxed.linux.internal.cgroup;

import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a process must pass on its way into a control group. The kernel opens it only when every processor has taken notice,
 * which takes 8 to 15 ms, and then leaves it open for about as long. Whoever has it opened early need not wait.
 */
public final class ControlGroupGate {

    private static final Logger LOG = System.getLogger(ControlGroupGate.class.getName());
    private static final Path OWN_GROUPS = Path.of("/proc/self/cgroup");
    private static final byte[] ITSELF = {'0'};

    private ControlGroupGate() {}

    /** Has it opened, in the background, for a process that will come before long. Where that cannot be done, it waits. */
    public static void open() {
        Thread thread = new Thread(() -> ownGroup().ifPresent(ControlGroupGate::stay), "sandboxed-gate");
        thread.setDaemon(true);
        thread.start();
    }

    /** Going where one is already changes nothing, and opens the gate all the same. */
    private static void stay(Path members) {
        try (FileOutputStream out = new FileOutputStream(members.toFile())) {
            out.write(ITSELF);
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "The gate of control groups could not be opened early", e);
        }
    }

    /** Finds the list of a group that this process is certainly a member of. */
    static Optional<Path> ownGroup() {
        String self = String.valueOf(ProcessHandle.current().pid());
        return GroupFiles.lines(OWN_GROUPS).stream()
                .map(line -> line.split(":", 3))
                .map(words -> LayoutFinder.MOUNT
                        .resolve(words[1])
                        .resolve(words[2].substring(1))
                        .resolve("cgroup.procs"))
                .filter(members -> GroupFiles.lines(members).contains(self))
                .findFirst();
    }
}
