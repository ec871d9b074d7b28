package dev.sandboxed.assertions.internal.message;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.FileType;
import dev.sandboxed.api.spec.GuestPath;
import org.jspecify.annotations.Nullable;

/**
 * What is at a path of a sandbox: an entry, nothing, or something that cannot be looked at.
 *
 * @param path absolute where it could be resolved, else as it was given
 * @param entry what is there, if anything
 * @param obstacle why nobody can tell, if so
 */
public record Lookup(
        String path, @Nullable FileEntry entry, @Nullable SandboxFileException obstacle) {

    /**
     * Look; a link is not followed.
     *
     * @throws IllegalArgumentException if the path is empty or contains NUL
     */
    public static Lookup at(Sandbox sandbox, String path) {
        String shown = path;
        try {
            shown = GuestPath.resolve(sandbox.spec().workdir(), path);
            return new Lookup(shown, sandbox.files().stat(path), null);
        } catch (SandboxFileNotFoundException absent) {
            return new Lookup(shown, null, null);
        } catch (SandboxFileException refused) {
            return new Lookup(shown, null, refused);
        }
    }

    /** Returns whether it is surely of this type. */
    public boolean is(FileType type) {
        return entry != null && entry.type() == type;
    }

    /** Returns whether there is surely nothing. */
    public boolean isNothing() {
        return entry == null && obstacle == null;
    }

    /** Returns what was found, as the second half of a sentence. */
    String found() {
        if (obstacle != null) {
            return "it cannot be looked at: " + obstacle.getMessage();
        }
        if (entry == null) {
            return "there is nothing.";
        }
        return switch (entry.type()) {
            case FILE -> "there is a file of " + Plural.of(entry.size(), "byte") + ".";
            case DIRECTORY -> "there is a directory.";
            case LINK -> "there is a link to '" + entry.linkTarget().orElseThrow() + "'.";
            case OTHER -> "there is a pipe, socket or device.";
        };
    }
}
