package folderprovider;

import dev.sandboxed.api.Owner;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.capability.Isolation;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The folders of all sandboxes, and a record beside each, by which other processes list it and find out whether its
 * owner still lives.
 *
 * <p>A record is written before its folder and deleted after it, so that no folder is ever without an owner.
 *
 * @param state the folder that the provider was given
 */
record Store(Path state) {

    private static final String SUFFIX = ".properties";
    private static final String LABEL = "label.";

    Path folder(String id) {
        return state.toAbsolutePath().resolve("sandboxes").resolve(id);
    }

    boolean exists(String id) {
        return Files.isDirectory(folder(id));
    }

    /** Make the folder of a sandbox, with a folder {@code root} for its files; only this user can enter. */
    Path create(SandboxInfo info) throws IOException {
        ownFolder(record(info.id()).getParent());
        write(info);
        ownFolder(folder(info.id()));
        Files.createDirectory(folder(info.id()).resolve("root"));
        return folder(info.id()).toRealPath();
    }

    /** End every process of a sandbox, then remove its folder and its record; nothing may be there. */
    void remove(String id) throws IOException {
        boolean dead = ProcessMark.ofSandbox(id).killAll();
        deleteTree(folder(id));
        if (!dead) {
            throw new IOException("processes with " + ProcessMark.VARIABLE + "=" + id + " cannot be killed");
        }
        Files.deleteIfExists(record(id));
    }

    /** List what the records tell, whoever the owner is. */
    List<SandboxInfo> list() throws IOException {
        List<SandboxInfo> found = new ArrayList<>();
        Path records = record("any").getParent();
        if (!Files.isDirectory(records)) {
            return found;
        }
        try (Stream<Path> files = Files.list(records)) {
            for (Path file :
                    files.filter(one -> one.toString().endsWith(SUFFIX)).toList()) {
                try {
                    found.add(read(file));
                } catch (NoSuchFileException removedMeanwhile) {
                    // Its sandbox was closed between the listing and the look at it.
                }
            }
        }
        return found;
    }

    /** Delete a file, or a folder with all that is in it. Links are not followed; closed folders are opened first. */
    static void deleteTree(Path path) throws IOException {
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
            try (Stream<Path> children = Files.list(path)) {
                for (Path child : children.toList()) {
                    deleteTree(child);
                }
            }
        }
        Files.deleteIfExists(path);
    }

    private static void ownFolder(Path folder) throws IOException {
        Files.createDirectories(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    private Path record(String id) {
        return state.toAbsolutePath().resolve("records").resolve(id + SUFFIX);
    }

    /** Beside its place first, so that nobody ever reads half a record. */
    private void write(SandboxInfo info) throws IOException {
        Properties properties = new Properties();
        properties.setProperty("version", info.runsOn().version());
        properties.setProperty("pid", Long.toString(info.owner().pid()));
        properties.setProperty("start", info.owner().start());
        properties.setProperty("created", info.created().toString());
        info.expiresAt().ifPresent(end -> properties.setProperty("expires", end.toString()));
        info.labels().forEach((name, value) -> properties.setProperty(LABEL + name, value));
        Path draft = record(info.id()).resolveSibling(info.id() + ".draft");
        try (OutputStream to = Files.newOutputStream(draft)) {
            properties.store(to, null);
        }
        Files.move(draft, record(info.id()), StandardCopyOption.ATOMIC_MOVE);
    }

    private SandboxInfo read(Path file) throws IOException {
        Properties properties = new Properties();
        try (InputStream from = Files.newInputStream(file)) {
            properties.load(from);
        }
        String id = file.getFileName().toString().replace(SUFFIX, "");
        Map<String, String> labels = new HashMap<>();
        properties.stringPropertyNames().stream()
                .filter(name -> name.startsWith(LABEL))
                .forEach(name -> labels.put(name.substring(LABEL.length()), properties.getProperty(name)));
        return new SandboxInfo(
                id,
                new SandboxInfo.RunsOn(FolderProvider.NAME, properties.getProperty("version"), Isolation.PROCESS),
                folder(id).toString(),
                SandboxState.RUNNING,
                new Owner(Long.parseLong(properties.getProperty("pid")), properties.getProperty("start")),
                labels,
                Instant.parse(properties.getProperty("created")),
                Optional.ofNullable(properties.getProperty("expires"))
                        .map(Instant::parse));
    }
}
