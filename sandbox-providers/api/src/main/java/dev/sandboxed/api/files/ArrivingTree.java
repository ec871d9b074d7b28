package dev.sandboxed.api.files;

import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.internal.files.FileModes;
import dev.sandboxed.api.internal.files.TransferBudget;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/** A tree of a sandbox, already checked by its names, on its way to a place of the host. */
final class ArrivingTree {

    private final FileEntry top;
    private final Path target;
    private final TransferProgress progress;
    private final TransferBudget budget;

    ArrivingTree(FileEntry top, Path target, TransferListener listener, TransferBudget budget) {
        this.top = top;
        this.target = target.toAbsolutePath();
        this.progress = new TransferProgress(listener);
        this.budget = budget;
    }

    void write(List<FileEntry> below, HostTree.Contents contents) throws IOException {
        if (!top.isDirectory()) {
            writeAlone(contents);
            return;
        }
        if (Files.isDirectory(target)) {
            Path existing = target.toRealPath();
            try (Staging staging = Staging.in(existing);
                    OpenFolder place = OpenFolder.at(existing)) {
                gather(below, contents, staging);
                merge(staging, place);
            }
        } else {
            try (Staging staging = Staging.in(parent())) {
                gather(below, contents, staging);
                staging.settle(target);
            }
        }
        setModes(below);
    }

    private void writeAlone(HostTree.Contents contents) throws IOException {
        try (Staging staging = Staging.in(parent())) {
            writeFile(top, staging.folder(), Staging.TREE, contents);
            staging.folder().setMode(Staging.TREE, top.mode());
            staging.settle(target);
        }
    }

    private Path parent() throws IOException {
        Path parent = Objects.requireNonNull(target.getParent(), "the root is a directory");
        return Files.createDirectories(parent).toRealPath();
    }

    /** Puts everything together, with folders that can still be filled. */
    private void gather(List<FileEntry> entries, HostTree.Contents contents, Staging staging) throws IOException {
        staging.makeFolder(staging.folder(), Staging.TREE);
        List<Path> at = List.of();
        OpenFolder folder = staging.open(at);
        try {
            for (FileEntry entry : entries) {
                Path path = relative(entry);
                if (!at.equals(parentsOf(path))) {
                    folder.close();
                    at = parentsOf(path);
                    folder = staging.open(at);
                }
                put(entry, folder, path.getFileName(), contents, staging);
            }
        } finally {
            folder.close();
        }
    }

    private void put(FileEntry entry, OpenFolder folder, Path name, HostTree.Contents contents, Staging staging)
            throws IOException {
        switch (entry.type()) {
            case DIRECTORY -> staging.makeFolder(folder, name);
            case LINK -> {
                staging.makeLink(folder, name, Path.of(entry.linkTarget().orElseThrow()));
                progress.arrived(entry.path(), 0);
            }
            case FILE, OTHER -> {
                writeFile(entry, folder, name, contents);
                folder.setMode(name, entry.mode());
            }
        }
    }

    private void writeFile(FileEntry entry, OpenFolder folder, Path name, HostTree.Contents contents)
            throws IOException {
        try (InputStream content = contents.open(entry)) {
            progress.arrived(entry.path(), Staging.writeFile(folder, name, content, budget));
        }
    }

    private void merge(Staging staging, OpenFolder place) throws IOException {
        try (OpenFolder tree = staging.open(List.of())) {
            requireRoom(tree, place, Path.of(""));
        }
        try (OpenFolder tree = staging.open(List.of())) {
            move(tree, place);
        }
    }

    /** Nothing is moved unless everything can be. */
    private void requireRoom(OpenFolder tree, OpenFolder place, Path at) throws IOException {
        for (Path name : tree.names()) {
            BasicFileAttributes arriving = Objects.requireNonNull(tree.look(name));
            BasicFileAttributes there = place.look(name);
            if (there == null || !(arriving.isDirectory() || there.isDirectory())) {
                continue;
            }
            Path path = at.resolve(name);
            if (!arriving.isDirectory() || !(there.isDirectory() || there.isSymbolicLink())) {
                throw new FileAlreadyExistsException(target.resolve(path).toString());
            }
            if (there.isSymbolicLink()) {
                throw EscapeCheck.refused(
                        top,
                        FileFailure.ALREADY_EXISTS,
                        "has a directory '" + path + "', and in '" + target + "' that is a link");
            }
            try (OpenFolder treeBelow = tree.child(name);
                    OpenFolder placeBelow = place.child(name)) {
                requireRoom(treeBelow, placeBelow, path);
            }
        }
    }

    private static void move(OpenFolder tree, OpenFolder place) throws IOException {
        for (Path name : tree.names()) {
            BasicFileAttributes there = place.look(name);
            if (there == null || !there.isDirectory()) {
                place.take(tree, name, name);
                continue;
            }
            try (OpenFolder treeBelow = tree.child(name);
                    OpenFolder placeBelow = place.child(name)) {
                move(treeBelow, placeBelow);
            }
        }
    }

    /** A directory that may not be written cannot be moved either, so modes come last, the deepest first. */
    private void setModes(List<FileEntry> entries) throws IOException {
        List<FileEntry> deepestFirst =
                new ArrayList<>(entries.stream().filter(FileEntry::isDirectory).toList());
        Collections.reverse(deepestFirst);
        try (OpenFolder tree = OpenFolder.at(target)) {
            for (FileEntry directory : deepestFirst) {
                setMode(tree, relative(directory), directory.mode());
            }
        }
        Files.setPosixFilePermissions(target, FileModes.toPermissions(top.mode()));
    }

    private static void setMode(OpenFolder folder, Path path, int mode) throws IOException {
        if (path.getNameCount() == 1) {
            folder.setMode(path, mode);
            return;
        }
        try (OpenFolder below = folder.child(path.getName(0))) {
            setMode(below, path.subpath(1, path.getNameCount()), mode);
        }
    }

    private Path relative(FileEntry entry) {
        return Path.of(entry.pathBelow(top.path()));
    }

    private static List<Path> parentsOf(Path path) {
        List<Path> names = new ArrayList<>();
        path.forEach(names::add);
        return names.subList(0, names.size() - 1);
    }
}
