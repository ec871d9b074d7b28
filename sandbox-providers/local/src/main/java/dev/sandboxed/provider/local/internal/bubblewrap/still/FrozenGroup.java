package dev.sandboxed.provider.local.internal.bubblewrap.still;

import dev.sandboxed.linux.internal.cgroup.Freezer;
import dev.sandboxed.process.internal.host.HostProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Has the kernel hold all that is in a control group. */
final class FrozenGroup implements Hold {

    /** Waits until whoever started it is gone, and lets the group go. What is typed at a terminal is not for it. */
    private static final String GUARD = """
            exec >/dev/null 2>&1
            trap '' HUP INT QUIT TERM TSTP
            read -r line
            echo "$1" >"$2"
            """;

    private final Freezer freezer;
    private @Nullable Process guard;

    FrozenGroup(Freezer freezer) {
        this.freezer = freezer;
    }

    @Override
    public void pause() throws IOException {
        if (freezer.delaysDeath()) {
            guard = guard();
        }
        boolean held = false;
        try {
            freezer.freeze();
            held = true;
        } finally {
            if (!held) {
                unpause();
            }
        }
    }

    /** What cannot be killed while it is held would outlive us, if we are killed meanwhile. */
    private Process guard() throws IOException {
        List<String> argv = List.of(
                "/bin/sh",
                "-c",
                GUARD,
                "sandboxed",
                freezer.thawing(),
                freezer.control().toString());
        return HostProcess.start(argv, Map.of(), Path.of("/"));
    }

    @Override
    public void check() throws IOException {
        if (!freezer.isFrozen()) {
            throw new IOException("somebody else has let the control group '" + freezer.control() + "' go on");
        }
    }

    /** The guard is dead before anybody holds the group again. */
    @Override
    public void unpause() {
        try {
            freezer.thaw();
        } catch (IOException gone) {
            // There is nobody left in a group that is gone.
        }
        Process done = guard;
        if (done != null) {
            guard = null;
            done.destroyForcibly().onExit().join();
        }
    }

    @Override
    public String remedy() {
        return "look for a process of the sandbox that waits for a disk or a device, or close the sandbox";
    }
}
