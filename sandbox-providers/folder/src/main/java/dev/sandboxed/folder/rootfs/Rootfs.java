package dev.sandboxed.folder.rootfs;

import java.nio.file.Path;
import java.util.Map;

/**
 * A root file system on the host's disk. It is shared: whoever uses it must not write to it.
 *
 * @param root the folder that becomes {@code /}
 * @param env the variables that its image gives to commands; none for anything but an image
 */
public record Rootfs(Path root, Map<String, String> env) {

    public Rootfs {
        env = Map.copyOf(env);
    }
}
