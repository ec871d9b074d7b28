package dev.sandboxed.folder.rootfs;

import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Something that has a name in an image. */
abstract sealed class ImageNode {

    private int layer;

    ImageNode(int layer) {
        this.layer = layer;
    }

    /** Returns which layer brought it last. */
    int layer() {
        return layer;
    }

    void broughtBy(int which) {
        layer = which;
    }

    /** The permission bits and the time that an archive gives to something. */
    record Attributes(int mode, FileTime modified) {}

    /** A folder; without attributes as long as no entry is about it itself. */
    static final class Folder extends ImageNode {

        private final @Nullable Folder parent;
        private final int depth;
        private final Map<String, ImageNode> children = new HashMap<>(4);
        private @Nullable Attributes attributes;
        private int hidden;

        Folder(@Nullable Folder parent, int layer) {
            super(layer);
            this.parent = parent;
            this.depth = parent == null ? 0 : parent.depth + 1;
        }

        /** Returns the folder around it; the root is its own. */
        Folder parentOrSelf() {
            return parent == null ? this : parent;
        }

        int depth() {
            return depth;
        }

        @Nullable
        Attributes attributes() {
            return attributes;
        }

        void attributes(Attributes given) {
            attributes = given;
        }

        @Nullable
        ImageNode child(String name) {
            return children.get(name);
        }

        Map<String, ImageNode> children() {
            return children;
        }

        void put(String name, ImageNode node) {
            children.put(name, node);
        }

        void remove(String name) {
            children.remove(name);
        }

        /** Returns whether a layer is the first time about to hide what those below it have in here. */
        boolean hidesFirst(int layer) {
            boolean first = hidden < layer;
            hidden = layer;
            return first;
        }

        void removeIf(Predicate<ImageNode> condition) {
            Collection<ImageNode> all = children.values();
            all.removeIf(condition);
        }

        boolean isEmpty() {
            return children.isEmpty();
        }
    }

    /** One of the names of a file. */
    static final class Content extends ImageNode {

        private final Blob blob;

        Content(Blob blob) {
            super(0);
            this.blob = blob;
        }

        Blob blob() {
            return blob;
        }
    }

    /** A symbolic link. */
    static final class Link extends ImageNode {

        private final String target;

        Link(String target) {
            super(0);
            this.target = target;
        }

        String target() {
            return target;
        }
    }

    /** What all names of a file share. It lies where it was read to, until it gets its first name on disk. */
    static final class Blob {

        private final Attributes attributes;
        private Path place;
        private boolean named;

        Blob(Path place, Attributes attributes) {
            this.place = place;
            this.attributes = attributes;
        }

        Attributes attributes() {
            return attributes;
        }

        Path place() {
            return place;
        }

        boolean isNamed() {
            return named;
        }

        void name(Path first) {
            place = first;
            named = true;
        }
    }
}
