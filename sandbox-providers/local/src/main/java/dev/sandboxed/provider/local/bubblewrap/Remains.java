package dev.sandboxed.provider.local.bubblewrap;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.folder.store.SandboxStore;
import dev.sandboxed.process.Launch;
import dev.sandboxed.process.ProcessRunner;
import dev.sandboxed.process.ProcessScope;
import dev.sandboxed.provider.local.bubblewrap.box.BoxFolder;
import dev.sandboxed.provider.local.bubblewrap.cgroup.ControlGroup;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** Removes what a sandbox whose processes are all dead has left: control groups, then the folder, then the record. */
final class Remains {

    private static final Duration LONGEST = Duration.ofMinutes(1);

    private Remains() {}

    /** Remove all of it; nothing may be there. */
    static void remove(SandboxStore store, BoxFolder folder, String id) throws IOException {
        ControlGroup.remove(folder.remembered());
        try {
            store.remove(id);
        } catch (FileSystemException e) {
            removeByProgram(folder.path(), id);
            store.remove(id);
        }
    }

    /** Java names each file by its whole path, and whoever makes folders in folders gets beyond what a path can have. */
    private static void removeByProgram(Path folder, String id) {
        Command remove = Command.of("rm", "-rf", "--", folder.toString()).timeout(LONGEST);
        ProcessRunner.run(new Launch(remove, remove.argv(), Map.of(), Path.of("/"), new ProcessScope(id + "-remains")));
    }
}
