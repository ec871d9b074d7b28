package dev.sandboxed.folder.provider;

import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.folder.files.RootedPaths;
import java.io.IOException;
import java.util.Map;

/**
 * Puts the files into a sandbox's root that it begins with: none, those of an image, those of a repository.
 *
 * @param <T> what has to be known about them to open the sandbox
 */
@FunctionalInterface
public interface Filling<T> {

    /** Adds no file, and no variable to the environment of commands. */
    Filling<Map<String, String>> EMPTY = (creation, paths, restored) -> Map.of();

    /**
     * Fills the root of a sandbox.
     *
     * @param creation what is to be made, and until when
     * @param paths where the files go
     * @param restored whether the files of a snapshot are there, to which only what they lack may be added; otherwise the
     *     root is empty
     * @throws IOException if the host refuses
     */
    T fill(Creation creation, RootedPaths paths, boolean restored) throws IOException;
}
