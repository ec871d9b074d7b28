package dev.sandboxed.provider.oci.internal.bundle;

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

    /** Where all is that can be changed from inside; whoever makes the sandbox makes it, as large as it may be. */
    public Path files() {
        return path.resolve("files");
    }

    /** Where the files of the container are, except those of its image and those that lie over folders of the host. */
    public Path root() {
        return files().resolve("root");
    }

    /** Where the changes to folders of the host are, each in a folder of its name. */
    public Path changes() {
        return files().resolve("changes");
    }

    /** Where a link leads to the image that the files of the container lie over. */
    Path image() {
        return path.resolve("image");
    }

    /** Where image and files show as one, for those in the mount namespace of the container's runtime. */
    Path shown() {
        return path.resolve("shown");
    }

    /** Where the kernel works while it writes such changes. */
    Path work() {
        return files().resolve("work");
    }

    /** Where the container's {@code /etc/resolv.conf} is, if it has a network. */
    Path resolver() {
        return path.resolve("resolv.conf");
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
