package dev.sandboxed.api.spec;

import dev.sandboxed.api.internal.files.FileModes;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Something that lies in the sandbox before its first command. */
public sealed interface SeedFile {

    /** Where it lies: absolute, or relative to the workdir. */
    String path();

    static SeedFile text(String path, String content) {
        return new Inline(path, content.getBytes(StandardCharsets.UTF_8), 0644);
    }

    static SeedFile bytes(String path, byte[] content, int mode) {
        return new Inline(path, content, mode);
    }

    /** Copies a file, or a folder with all that is in it, from the host. */
    static SeedFile fromHost(String path, Path source) {
        return new FromHost(path, source);
    }

    /** A file whose content is part of the spec. */
    final class Inline implements SeedFile {
        private final String path;
        private final byte[] content;
        private final int mode;

        private Inline(String path, byte[] content, int mode) {
            this.path = GuestPath.require("The path of a seed file", path);
            this.content = content.clone();
            this.mode = FileModes.require(mode);
        }

        @Override
        public String path() {
            return path;
        }

        public byte[] content() {
            return content.clone();
        }

        public int mode() {
            return mode;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Inline that
                    && path.equals(that.path)
                    && mode == that.mode
                    && Arrays.equals(content, that.content);
        }

        @Override
        public int hashCode() {
            return Objects.hash(path, mode, Arrays.hashCode(content));
        }

        @Override
        public String toString() {
            return "SeedFile[" + path + ", " + content.length + " bytes]";
        }
    }

    /**
     * A file or folder copied from the host when the sandbox is created.
     *
     * @param path where it lies inside
     * @param source what is copied
     */
    record FromHost(String path, Path source) implements SeedFile {
        public FromHost {
            GuestPath.require("The path of a seed file", path);
            Objects.requireNonNull(source, "source");
        }
    }
}
