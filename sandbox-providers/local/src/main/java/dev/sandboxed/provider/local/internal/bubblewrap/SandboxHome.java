package dev.sandboxed.provider.local.internal.bubblewrap;

import dev.sandboxed.folder.internal.disk.SizedFolder;
import dev.sandboxed.folder.snapshot.SnapshotStore;
import dev.sandboxed.folder.store.SandboxStore;
import dev.sandboxed.linux.internal.cgroup.ControlGroup;
import dev.sandboxed.provider.local.internal.bubblewrap.box.BoxFolder;
import dev.sandboxed.provider.local.internal.bubblewrap.box.BoxMaker;
import java.io.IOException;

/**
 * What one sandbox has on the host.
 *
 * @param folder all that is kept about it
 * @param disk where its files are
 * @param group its control group
 * @param store where its folder is
 * @param snapshots where its snapshots go
 * @param maker makes its box
 */
record SandboxHome(
        BoxFolder folder,
        SizedFolder disk,
        ControlGroup group,
        SandboxStore store,
        SnapshotStore snapshots,
        BoxMaker maker) {

    /** Removes all of it; no process may be left. */
    void remove(String id) throws IOException {
        ControlGroup.remove(group.folders());
        store.remove(id);
    }
}
