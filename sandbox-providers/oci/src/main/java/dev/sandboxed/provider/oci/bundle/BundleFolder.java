package dev.sandboxed.provider.oci.bundle;

import java.nio.file.Path;

/**
 * The folder of a sandbox, which is the bundle that its runtime is given.
 *
 * @param path where it is, free of links
 */
public record BundleFolder(Path path) {

    /** Where the configuration is; the runtime knows it by this name. */
    public Path config() {
        return path.resolve("config.json");
    }

    /** Where the files of the container are, except those that lie over folders of the host. */
    public Path root() {
        return path.resolve("root");
    }

    /** Where the changes to folders of the host are, each in a folder of its name. */
    public Path changes() {
        return path.resolve("changes");
    }

    /** Where the kernel works while it writes such changes. */
    Path work() {
        return path.resolve("work");
    }

    /** Where the runtime keeps what it knows of the container. */
    public Path state() {
        return path.resolve("state");
    }

    /** Where a process is described that is started in the container. */
    public Path process(long number) {
        return path.resolve("process-" + number + ".json");
    }
}
