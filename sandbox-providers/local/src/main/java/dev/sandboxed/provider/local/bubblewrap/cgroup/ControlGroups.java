package dev.sandboxed.provider.local.bubblewrap.cgroup;

import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.process.Launch;
import dev.sandboxed.process.ProcessRunner;
import dev.sandboxed.process.ProcessScope;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** The control groups that this process can make, found out by making one. */
public final class ControlGroups {

    private static final Logger LOG = System.getLogger(ControlGroups.class.getName());
    private static final String PREFIX = "sandboxed-";
    private static final Duration LONGEST_PROBE = Duration.ofMillis(500);

    private final Layout layout;

    private ControlGroups(Layout layout) {
        this.layout = layout;
    }

    /** Look for them; nothing is left of the groups that are made for it. */
    public static ControlGroups find() {
        return new ControlGroups(
                LayoutFinder.ofThisProcess(ControlGroups::works).find());
    }

    /** Tell which limits are in force in groups made here. */
    public Set<Capability> limits() {
        return layout.controllers().stream().map(Controller::limit).collect(Collectors.toSet());
    }

    /** Name the group of a sandbox, which is not made yet. */
    public ControlGroup of(String sandbox) {
        return new ControlGroup(layout, PREFIX + sandbox);
    }

    private static boolean works(Path parent) {
        Path probe = parent.resolve(PREFIX + "probe-" + UUID.randomUUID());
        try {
            Files.createDirectory(probe);
            try {
                return joins(probe.resolve("cgroup.procs"));
            } finally {
                ControlGroup.remove(List.of(probe));
            }
        } catch (IOException | SandboxException e) {
            LOG.log(Level.DEBUG, "No control groups can be made in {0}: {1}", parent, e);
            return false;
        }
    }

    /** What the shell says of a failure is of no interest. */
    private static boolean joins(Path entrance) {
        Command join = Command.of("/bin/sh", "-c", "echo 0 >\"$1\"", "sh", entrance.toString())
                .timeout(LONGEST_PROBE);
        return ProcessRunner.run(new Launch(
                        join, join.argv(), Map.of(), Path.of("/"), new ProcessScope("probe-" + UUID.randomUUID())))
                .succeeded();
    }
}
