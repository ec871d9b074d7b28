package dev.sandboxed.folder.rootfs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * Fetches images, from a registry or from an engine of this host. For module authors: it is found with {@code
 * ServiceLoader}, so that only those who use images carry the libraries for it.
 */
public interface ImageSource {

    /**
     * Saves an image as {@code docker save} does, with a {@code manifest.json} that names its layers.
     *
     * @param reference as in {@code busybox:1.36} or {@code registry.example/team/app@sha256:…}; after {@code
     *     docker-daemon:} the name of an image that the engine of this host has
     * @param environment the user's, for where credentials are kept
     * @param archive where to; nothing is there yet
     * @throws IOException if it cannot be fetched; the message says why
     * @throws InterruptedException if the thread is interrupted
     */
    void save(String reference, Map<String, String> environment, Path archive) throws IOException, InterruptedException;
}
