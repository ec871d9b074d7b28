package dev.sandboxed.linux.internal.cgroup;

import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.error.SandboxException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The control groups that this process can make, found out by making one. */
public final class ControlGroups {

    /** Where they are mounted. */
    public static final Path MOUNT = LayoutFinder.MOUNT;

    /** What to do where they are not mounted. */
    public static final String REMEDY = "mount -t cgroup2 none " + MOUNT;

    private static final Logger LOG = System.getLogger(ControlGroups.class.getName());
    private static final String PREFIX = "sandboxed-";

    private final Layout layout;

    private ControlGroups(Layout layout) {
        this.layout = layout;
    }

    /**
     * Looks for them; nothing is left of the groups that are made for it.
     *
     * @param joins tells whether a process that writes a zero to a file, with which it joins a group, is let in
     */
    public static ControlGroups find(Predicate<Path> joins) {
        return new ControlGroups(
                LayoutFinder.ofThisProcess(parent -> works(parent, joins)).find());
    }

    /**
     * Looks for those that a container runtime makes at the top of each hierarchy, with root's rights. The runtime is told of
     * them by {@link ControlGroup#path}.
     */
    public static ControlGroups ofRuntimes() {
        return new ControlGroups(LayoutFinder.atTheTop(LayoutFinder.MOUNT));
    }

    /** Returns whether the host has any. */
    public boolean exist() {
        return !layout.foldersOf("any").isEmpty();
    }

    /** Returns whether processes in groups made here can be frozen. */
    public boolean canFreeze() {
        return layout.canFreeze();
    }

    /** Returns which limits are in force in groups made here. */
    public Set<Capability> limits() {
        return layout.controllers().stream().map(Controller::limit).collect(Collectors.toSet());
    }

    /** Returns the group of a sandbox, which is not made yet. */
    public ControlGroup of(String sandbox) {
        return new ControlGroup(layout, PREFIX + sandbox);
    }

    private static boolean works(Path parent, Predicate<Path> joins) {
        Path probe = parent.resolve(PREFIX + "probe-" + UUID.randomUUID());
        try {
            Files.createDirectory(probe);
            try {
                return joins.test(probe.resolve("cgroup.procs"));
            } finally {
                ControlGroup.remove(List.of(probe));
            }
        } catch (IOException | SandboxException e) {
            LOG.log(Level.DEBUG, "No control groups can be made in {0}: {1}", parent, e);
            return false;
        }
    }
}
