package dev.sandboxed.folder.rootfs;

import dev.sandboxed.folder.rootfs.ImageNode.Content;
import dev.sandboxed.folder.rootfs.ImageNode.Folder;
import dev.sandboxed.folder.rootfs.ImageNode.Link;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * What an image becomes, before anything of it is on disk. Names are resolved here, where a link is a text and leads nowhere
 * but to other names of the image: as a process would resolve them for which this is {@code /}. Absolute links begin at the
 * root, and {@code ..} does not climb above it.
 */
final class ImageTree {

    private static final int MOST_LINKS = 40;
    private static final int DEEPEST = 1000;

    private final UnpackBudget budget;
    private final Folder root;
    private int layer;

    ImageTree(UnpackBudget budget) {
        this.budget = budget;
        this.root = new Folder(null, 0);
    }

    Folder root() {
        return root;
    }

    /** Begins with the next layer, which can hide what those before it brought. */
    void nextLayer() {
        layer++;
    }

    /**
     * Where an entry belongs.
     *
     * @param name its own name in the folder; empty for the root
     */
    record Place(Folder folder, String name) {

        boolean isRoot() {
            return name.isEmpty();
        }

        @Nullable
        ImageNode node() {
            return isRoot() ? folder : folder.child(name);
        }
    }

    /**
     * Finds the place of an entry, whose parent folders are made if they are missing. A link at the end is not followed.
     *
     * @throws IOException if the name climbs with {@code ..} or cannot be one, or a file or too many links are in the way
     */
    Place place(String name) throws IOException {
        Deque<String> ahead = new ArrayDeque<>();
        push(ahead, name);
        if (ahead.contains("..")) {
            throw new IOException("its entry '" + name + "' climbs out with '..'");
        }
        if (name.indexOf('\0') >= 0) {
            throw new IOException("its entry '" + name.replace('\0', '?') + "' has a NUL in its name");
        }
        if (ahead.isEmpty()) {
            return new Place(root, "");
        }
        String last = ahead.removeLast();
        return new Place(folder(name, ahead), last);
    }

    private Folder folder(String name, Deque<String> ahead) throws IOException {
        Folder at = root;
        int links = 0;
        while (!ahead.isEmpty()) {
            String next = ahead.removeFirst();
            if (next.equals("..")) {
                at = at.parentOrSelf();
                continue;
            }
            @Nullable ImageNode inside = at.child(next);
            if (inside instanceof Link link) {
                if (++links > MOST_LINKS) {
                    throw new IOException("its entry '" + name + "' lies behind more than " + MOST_LINKS + " links");
                }
                at = link.target().startsWith("/") ? root : at;
                push(ahead, link.target());
            } else if (inside instanceof Content) {
                throw new IOException("its entry '" + name + "' lies below a file");
            } else {
                at = inside instanceof Folder folder ? folder : add(name, at, next);
            }
        }
        return at;
    }

    /** Puts the parts of a path before what is ahead. */
    private static void push(Deque<String> ahead, String path) {
        String[] parts = path.split("/");
        for (int i = parts.length - 1; i >= 0; i--) {
            if (!parts[i].isEmpty() && !parts[i].equals(".")) {
                ahead.addFirst(parts[i]);
            }
        }
    }

    /**
     * Puts a folder in a place; one that is there keeps what is in it.
     *
     * @throws IOException if it lies too deep
     */
    Folder putFolder(Place place, String entry) throws IOException {
        if (place.node() instanceof Folder folder) {
            folder.broughtBy(layer);
            return folder;
        }
        return add(entry, place.folder(), place.name());
    }

    /**
     * Puts a file or a link in a place, where it takes the place of whatever was there.
     *
     * @throws IOException if it is the root
     */
    void put(Place place, ImageNode node, String entry) throws IOException {
        if (place.isRoot()) {
            throw new IOException("its entry '" + entry + "' is the root, and no folder");
        }
        budget.remember(place.name());
        node.broughtBy(layer);
        place.folder().put(place.name(), node);
    }

    private Folder add(String entry, Folder parent, String name) throws IOException {
        if (parent.depth() >= DEEPEST) {
            throw new IOException("its entry '" + entry.substring(0, Math.min(100, entry.length()))
                    + "…' lies in more than " + DEEPEST + " folders");
        }
        budget.remember(name);
        Folder folder = new Folder(parent, layer);
        parent.put(name, folder);
        return folder;
    }

    /** Hides what the layers below have in a place; what this one brought stays. */
    void hide(Folder folder, String name) {
        @Nullable ImageNode node = folder.child(name);
        if (node != null && isHidden(node)) {
            folder.remove(name);
        }
    }

    /** Hides all that the layers below have in a folder; a layer may say so any number of times. */
    void hideAll(Folder folder) {
        if (folder.hidesFirst(layer)) {
            folder.removeIf(this::isHidden);
        }
    }

    private boolean isHidden(ImageNode node) {
        if (node instanceof Folder folder) {
            hideAll(folder);
            return folder.layer() < layer && folder.isEmpty();
        }
        return node.layer() < layer;
    }
}
