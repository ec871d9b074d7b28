package dev.sandboxed.provider.local.internal.worktree;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** A repository of the host, made with git itself. */
record TestRepository(Path folder) {

    /** Makes one with a file, a program and a link, and a branch besides. */
    static TestRepository in(Path folder) throws IOException {
        TestRepository repository = empty(folder);
        Files.writeString(folder.resolve("readme.txt"), "first\n");
        Files.writeString(folder.resolve("run.sh"), "#!/bin/sh\necho ran\n");
        Files.setPosixFilePermissions(folder.resolve("run.sh"), PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.createSymbolicLink(folder.resolve("readme-link"), Path.of("readme.txt"));
        repository.commit("one");
        repository.git("tag", "v1");
        Files.writeString(folder.resolve("readme.txt"), "second\n");
        repository.commit("two");
        repository.git("branch", "side");
        return repository;
    }

    static TestRepository empty(Path folder) throws IOException {
        TestRepository repository = new TestRepository(Files.createDirectories(folder));
        repository.git("init", "--quiet", "--initial-branch=main");
        return repository;
    }

    void commit(String message) {
        git("add", "--all");
        git("-c", "user.name=T", "-c", "user.email=t@localhost", "commit", "--quiet", "-m", message);
    }

    /** Runs git in it, with nobody's settings. */
    String git(String... arguments) {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
            builder.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
            builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
            Process process = builder.start();
            String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
            int code = process.onExit().join().exitValue();
            if (code != 0) {
                throw new IllegalStateException(command + " exited with " + code + ": " + printed);
            }
            return printed.strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns everything that is in it, git's own files included: paths with modes and contents. */
    Map<String, String> everything() throws IOException {
        Map<String, String> all = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : (Iterable<Path>) paths::iterator) {
                String mode =
                        PosixFilePermissions.toString(Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
                all.put(folder.relativize(path).toString(), mode + " " + content(path));
            }
        }
        return all;
    }

    /** Returns what is not as it was. */
    Set<String> changedSince(Map<String, String> before) throws IOException {
        Map<String, String> now = everything();
        Set<String> paths = new TreeSet<>(before.keySet());
        paths.addAll(now.keySet());
        paths.removeIf(path -> Objects.equals(before.get(path), now.get(path)));
        return paths;
    }

    private static String content(Path path) throws IOException {
        if (Files.isSymbolicLink(path)) {
            return "link to " + Files.readSymbolicLink(path);
        }
        return Files.isDirectory(path) ? "folder" : new String(Files.readAllBytes(path), ISO_8859_1);
    }
}
