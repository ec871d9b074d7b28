package dev.sandboxed.provider.oci.internal;

import dev.sandboxed.conformance.image.BusyboxRoot;
import dev.sandboxed.conformance.internal.trial.files.HostTree;
import java.nio.file.Path;

/** A root file system of BusyBox with a second user, and what no host has, for tests to delete. */
public final class BusyboxImage {

    private BusyboxImage() {}

    /** Makes it in a folder. */
    public static Path in(Path folder) {
        HostTree.at(BusyboxRoot.in(folder))
                .file("etc/passwd", "root:x:0:0::/:/bin/sh\nworker:x:7:8::/:/bin/sh\n", 0644)
                .file("etc/group", "root:x:0:\nworker:x:8:\n", 0644)
                .file("data/one", "an image\n", 0644)
                .file("data/two", "", 0644)
                .file("stray", "", 0644);
        return folder;
    }
}
