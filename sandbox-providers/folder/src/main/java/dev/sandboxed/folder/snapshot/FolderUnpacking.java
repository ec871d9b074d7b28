package dev.sandboxed.folder.snapshot;

import dev.sandboxed.folder.files.RootedPaths;
import dev.sandboxed.folder.internal.files.UnixMode;
import dev.sandboxed.folder.internal.tar.StrangeTar;
import dev.sandboxed.linux.internal.files.ByteNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.jspecify.annotations.Nullable;

/**
 * Makes the files of an archive in an empty root. Every name is made once, and links come last: so no path used here leads
 * through anything but folders that were made a moment ago. What {@link FolderArchive#write} would not have written is
 * refused.
 */
final class FolderUnpacking {

    private final RootedPaths paths;
    private final Map<String, Kind> made = new HashMap<>();
    private final List<Folder> folders = new ArrayList<>();
    private final List<Link> links = new ArrayList<>();

    private enum Kind {
        FOLDER,
        /** A folder that others lie in, and about which nothing was said yet. */
        IMPLIED_FOLDER,
        OTHER
    }

    private record Folder(Path path, int mode, FileTime modified) {}

    private record Link(Path path, Path target) {}

    FolderUnpacking(RootedPaths paths) {
        this.paths = paths;
    }

    /** Creates a folder or a file, and remembers a link. */
    void put(TarArchiveEntry entry, StrangeTar tar) throws IOException {
        boolean link = entry.isSymbolicLink();
        if (!link && !entry.isDirectory() && (!entry.isFile() || entry.isLink() || entry.isSparse())) {
            throw refused(entry, "is neither a folder nor a plain file nor a link");
        }
        String name = name(entry);
        makeParents(entry, name);
        Path path = paths.root().resolve(ByteNames.path(name));
        @Nullable Kind before = made.put(name, link || !entry.isDirectory() ? Kind.OTHER : Kind.FOLDER);
        if (before != null && (before != Kind.IMPLIED_FOLDER || link || !entry.isDirectory())) {
            throw refused(entry, "comes twice");
        }
        FileTime modified = FileTime.from(entry.getLastModifiedTime().toInstant());
        if (link) {
            links.add(new Link(path, target(entry)));
        } else if (entry.isDirectory()) {
            if (before == null) {
                Files.createDirectory(path);
            }
            folders.add(new Folder(path, entry.getMode(), modified));
        } else {
            OptionalLong size = SparseContent.sizeIn(entry);
            if (size.isPresent()) {
                SparseContent.unpack(tar.content(), size.getAsLong(), path);
            } else {
                Files.copy(tar.content(), path);
            }
            UnixMode.set(path, entry.getMode());
            Files.setLastModifiedTime(path, modified);
        }
    }

    /** Makes the links, and then set the modes of all folders, the deepest first: they may shut out their owner. */
    void finish() throws IOException {
        for (Link link : links) {
            Files.createSymbolicLink(link.path(), link.target());
        }
        folders.sort((one, other) ->
                Integer.compare(other.path().getNameCount(), one.path().getNameCount()));
        for (Folder folder : folders) {
            Files.setLastModifiedTime(folder.path(), folder.modified());
            UnixMode.set(folder.path(), folder.mode());
        }
    }

    private void makeParents(TarArchiveEntry entry, String name) throws IOException {
        for (int slash = name.indexOf('/'); slash >= 0; slash = name.indexOf('/', slash + 1)) {
            String parent = name.substring(0, slash);
            @Nullable Kind kind = made.get(parent);
            if (kind == null) {
                Files.createDirectory(paths.root().resolve(ByteNames.path(parent)));
                made.put(parent, Kind.IMPLIED_FOLDER);
            } else if (kind == Kind.OTHER) {
                throw refused(entry, "lies below something that is no folder");
            }
        }
    }

    private static String name(TarArchiveEntry entry) throws IOException {
        String given = entry.getName();
        String name = given.endsWith("/") ? given.substring(0, given.length() - 1) : given;
        for (String part : name.split("/", -1)) {
            if (part.isEmpty() || part.equals(".") || part.equals("..")) {
                throw refused(entry, "has a name that does not lead straight down");
            }
        }
        return name;
    }

    private Path target(TarArchiveEntry entry) throws IOException {
        String to = entry.getLinkName();
        if (to.startsWith(FolderArchive.INSIDE + "/")) {
            String below = to.substring(FolderArchive.INSIDE.length()).replaceFirst("^/+", "");
            return paths.root().resolve(ByteNames.path(below));
        }
        if (to.startsWith(FolderArchive.AS_IT_IS) && to.length() > FolderArchive.AS_IT_IS.length()) {
            return ByteNames.path(to.substring(FolderArchive.AS_IT_IS.length()));
        }
        throw refused(entry, "is a link to '" + to + "', which none of ours says");
    }

    private static IOException refused(TarArchiveEntry entry, String why) {
        return new IOException("its entry '" + ByteNames.toText(entry.getName()) + "' " + why);
    }
}
