package dev.sandboxed.checks.tree;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The files of this repository, found from wherever the tests were started. */
public record Repository(Path root) {

    private static final Set<String> NOT_SOURCES = Set.of("target", "build", "node_modules");
    private static final Pattern MAIN_TYPE = Pattern.compile(".*/src/main/java/(dev/sandboxed/.*)\\.java");

    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    private static final Pattern OWN_ARTIFACT = Pattern.compile("</parent>\\s*<artifactId>([^<]+)</artifactId>");

    /** Finds the nearest folder, from the working directory upwards, that holds both builds. */
    public static Repository find() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("settings.gradle.kts")) || !Files.exists(folder.resolve("pom.xml"))) {
            Path parent = folder.getParent();
            if (parent == null) {
                throw new IllegalStateException(
                        "Not inside the repository: " + Path.of("").toAbsolutePath());
            }
            folder = parent;
        }
        return new Repository(folder);
    }

    /** Returns the text of a file, named relative to the root. */
    public String text(String path) {
        try {
            return Files.readString(root.resolve(path));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + path, e);
        }
    }

    /** Returns all Java sources, main and test, as paths with slashes relative to the root. */
    public List<String> javaSources() {
        return files(".java").stream().filter(path -> path.contains("src/")).toList();
    }

    /** Returns all files whose path ends in this way, outputs of builds left out, as paths with slashes relative to the root. */
    public List<String> files(String suffix) {
        List<String> found = new ArrayList<>();
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    String name = folder.getFileName().toString();
                    boolean skipped = !folder.equals(root) && (name.startsWith(".") || isOutput(folder, name));
                    return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    String path = root.relativize(file).toString().replace('\\', '/');
                    if (path.endsWith(suffix)) {
                        found.add(path);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot list " + root, e);
        }
        return found.stream().sorted().toList();
    }

    /** Returns the names of the classes that the main sources of all modules promise, package-infos left out. */
    public List<String> mainTypes() {
        return javaSources().stream()
                .map(MAIN_TYPE::matcher)
                .filter(Matcher::matches)
                .map(match -> match.group(1).replace('/', '.'))
                .filter(name -> !name.endsWith("-info"))
                .toList();
    }

    /** Returns the same for one module, given its folder. */
    public List<String> mainTypesOf(String folder) {
        String sources = folder + "/src/main/java/";
        return javaSources().stream()
                .filter(path -> path.startsWith(sources) && !path.endsWith("-info.java"))
                .map(path -> path.substring(sources.length(), path.length() - ".java".length())
                        .replace('/', '.'))
                .toList();
    }

    /** Returns the artifacts that the BOM lists, by their folders. */
    public Map<String, String> publishedArtifacts() {
        String bom = text("sandbox-bom/pom.xml");
        Map<String, String> artifacts = new TreeMap<>();
        Matcher module = MODULE.matcher(text("pom.xml"));
        while (module.find()) {
            Matcher own = OWN_ARTIFACT.matcher(text(module.group(1) + "/pom.xml"));
            if (own.find() && bom.contains("<artifactId>" + own.group(1) + "</artifactId>")) {
                artifacts.put(module.group(1), own.group(1));
            }
        }
        artifacts.remove("sandbox-bom");
        return artifacts;
    }

    /** A package may be called build or target; a folder beside a pom.xml with that name is output. */
    private static boolean isOutput(Path folder, String name) {
        return NOT_SOURCES.contains(name) && Files.exists(folder.resolveSibling("pom.xml"));
    }
}
