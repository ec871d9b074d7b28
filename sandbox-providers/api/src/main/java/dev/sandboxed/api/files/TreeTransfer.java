package dev.sandboxed.api.files;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxFileException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Copies trees between host and sandbox, file by file, with nothing but the primitives of {@link SandboxFiles}. */
final class TreeTransfer {

    private static final int MOST_LINKS = 40;

    private final SandboxFiles files;
    private final TransferListener progress;
    private long count;
    private long bytes;

    TreeTransfer(SandboxFiles files, TransferListener progress) {
        this.files = files;
        this.progress = progress;
    }

    static String relative(String base, String path) {
        return path.substring(base.equals("/") ? 1 : base.length() + 1);
    }

    void upload(Path given, String target) {
        try {
            Path source = given.toRealPath();
            Files.walkFileTree(source, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) throws IOException {
                    files.mkdirs(inside(dir));
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    uploadOne(file, attributes, inside(file));
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path dir, @Nullable IOException error) throws IOException {
                    if (error != null) {
                        throw error;
                    }
                    files.chmod(inside(dir), modeOf(dir));
                    return FileVisitResult.CONTINUE;
                }

                private String inside(Path path) {
                    String below = source.relativize(path)
                            .toString()
                            .replace(path.getFileSystem().getSeparator(), "/");
                    return below.isEmpty() ? target : (target.endsWith("/") ? target : target + "/") + below;
                }
            });
        } catch (IOException e) {
            throw failed("Cannot upload '" + given + "' to '" + target + "'", target, e);
        }
    }

    private void uploadOne(Path file, BasicFileAttributes attributes, String target) throws IOException {
        if (attributes.isSymbolicLink()) {
            files.link(target, Files.readSymbolicLink(file).toString());
        } else if (attributes.isRegularFile()) {
            try (InputStream content = Files.newInputStream(file)) {
                files.write(target, content, WriteOptions.DEFAULT.withMode(modeOf(file)));
            }
        } else {
            throw new FileSystemException(file.toString(), null, "neither a file, a directory nor a link");
        }
        told(target, attributes.isRegularFile() ? attributes.size() : 0);
    }

    void download(String source, Path target) {
        FileEntry top = followed(source);
        List<FileEntry> entries = top.isDirectory() ? files.walk(top.path()) : List.of();
        for (FileEntry entry : entries) {
            refuseEscape(top.path(), entry, target);
        }
        try {
            if (top.isDirectory()) {
                downloadTree(top, entries, target.toAbsolutePath());
            } else {
                Path parent = target.toAbsolutePath().getParent();
                if (parent != null) {
                    Files.createDirectories(parent);
                }
                downloadFile(top, target);
            }
        } catch (IOException e) {
            throw failed("Cannot download '" + source + "' to '" + target + "'", source, e);
        }
    }

    /** Look at what a path leads to; whatever lies below it is not followed. */
    private FileEntry followed(String path) {
        FileEntry entry = files.stat(path);
        for (int links = 0; entry.isLink() && links < MOST_LINKS; links++) {
            String parent = entry.path().substring(0, Math.max(1, entry.path().lastIndexOf('/')));
            String target = entry.linkTarget().orElseThrow();
            entry = files.stat(target.startsWith("/") ? target : parent + "/" + target);
        }
        return entry;
    }

    private void downloadTree(FileEntry top, List<FileEntry> entries, Path target) throws IOException {
        Files.createDirectories(target);
        Path realTarget = target.toRealPath();
        List<FileEntry> directories = new ArrayList<>();
        for (FileEntry entry : entries) {
            Path at = realTarget.resolve(relative(top.path(), entry.path()));
            Path parent = at.getParent();
            if (parent == null || !parent.toRealPath().startsWith(realTarget)) {
                throw escape(entry, "lies behind a link that leaves '" + target + "'");
            }
            switch (entry.type()) {
                case DIRECTORY -> {
                    Files.createDirectories(at);
                    directories.add(entry);
                }
                case LINK -> {
                    Files.deleteIfExists(at);
                    Files.createSymbolicLink(at, Path.of(entry.linkTarget().orElseThrow()));
                    told(entry.path(), 0);
                }
                case FILE -> downloadFile(entry, at);
                case OTHER -> throw escape(entry, "is neither a file, a directory nor a link");
            }
        }
        Collections.reverse(directories);
        for (FileEntry directory : directories) {
            setMode(realTarget.resolve(relative(top.path(), directory.path())), directory.mode());
        }
        setMode(realTarget, top.mode());
    }

    private void downloadFile(FileEntry entry, Path at) throws IOException {
        if (Files.isSymbolicLink(at)) {
            Files.delete(at);
        }
        try (InputStream content = files.read(entry.path())) {
            Files.copy(content, at, StandardCopyOption.REPLACE_EXISTING);
        }
        setMode(at, entry.mode());
        told(entry.path(), Files.size(at));
    }

    /** Check a name and a link by their text alone, before anything is written. */
    private static void refuseEscape(String base, FileEntry entry, Path target) {
        String prefix = base.equals("/") ? "/" : base + "/";
        if (!entry.path().startsWith(prefix)) {
            throw escape(entry, "is not below '" + base + "'");
        }
        Path below = Path.of(relative(base, entry.path()));
        boolean leaves = below.isAbsolute() || below.normalize().startsWith("..") || !below.equals(below.normalize());
        if (!leaves && entry.isLink()) {
            Path link = Path.of(entry.linkTarget().orElseThrow());
            Path parent = below.getParent();
            leaves = link.isAbsolute()
                    || climbsAfterDescending(link)
                    || (parent == null ? link : parent.resolve(link))
                            .normalize()
                            .startsWith("..");
        }
        if (leaves) {
            throw escape(
                    entry,
                    "would leave the target '" + target + "'"
                            + entry.linkTarget()
                                    .map(to -> ": it is a link to '" + to + "'")
                                    .orElse(""));
        }
    }

    /** A name before {@code ..} may be a link itself, and then the text alone does not tell where it leads. */
    private static boolean climbsAfterDescending(Path link) {
        boolean descended = false;
        for (Path name : link) {
            boolean climbs = name.toString().equals("..");
            if (climbs && descended) {
                return true;
            }
            descended |= !climbs;
        }
        return false;
    }

    private void told(String path, long size) {
        count++;
        bytes += size;
        progress.transferred(path, count, bytes);
    }

    private static int modeOf(Path path) throws IOException {
        return FileModes.toBits(Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
    }

    private static void setMode(Path path, int mode) throws IOException {
        Files.setPosixFilePermissions(path, FileModes.toPermissions(mode));
    }

    private static SandboxFileException escape(FileEntry entry, String why) {
        return new SandboxFileException(
                entry.path(),
                Fault.of("Refused to download '" + entry.path() + "': it " + why)
                        .remedy("delete it inside the sandbox, or download the files one by one"));
    }

    private static SandboxFileException failed(String what, String path, IOException cause) {
        return new SandboxFileException(
                path,
                Fault.of(what + ": " + cause)
                        .remedy("check that both ends exist and may be read or written")
                        .cause(cause));
    }
}
