package dev.sandboxed.core.internal.watchdog;

import dev.sandboxed.core.internal.config.Configuration;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * Where classes are found, spelled out. Build tools start JVMs with a jar that only names others in its manifest, and delete
 * it when the JVM has ended: those others are what is kept.
 *
 * @param entries jars and folders
 */
public record ClassPath(List<String> entries) {

    /** Returns that of this JVM, with what a class loader and those above it add. */
    public static ClassPath of(Configuration configuration, ClassLoader loader) {
        Set<String> entries = new LinkedHashSet<>();
        for (String entry : configuration.classPath().split(File.pathSeparator)) {
            add(entry, entries);
        }
        for (ClassLoader each = loader; each != null; each = each.getParent()) {
            if (each instanceof URLClassLoader urls) {
                for (URL url : urls.getURLs()) {
                    file(url.toString()).ifPresent(path -> add(path.toString(), entries));
                }
            }
        }
        return new ClassPath(List.copyOf(entries));
    }

    private static void add(String entry, Set<String> entries) {
        if (entry.isEmpty() || !entries.add(entry)) {
            return;
        }
        Path jar = Path.of(entry).toAbsolutePath();
        if (!Files.isRegularFile(jar)) {
            return;
        }
        for (String named : namedBy(jar)) {
            file(jar.toUri().resolve(named).toString()).ifPresent(path -> add(path.toString(), entries));
        }
    }

    /** What cannot be read names nothing: it is no jar. */
    private static List<String> namedBy(Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            String named =
                    manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            return named == null || named.isBlank()
                    ? List.of()
                    : List.of(named.strip().split("\\s+"));
        } catch (IOException | IllegalArgumentException e) {
            return List.of();
        }
    }

    private static Optional<Path> file(String url) {
        try {
            URI uri = new URI(url);
            return "file".equals(uri.getScheme()) ? Optional.of(Path.of(uri)) : Optional.empty();
        } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException e) {
            return Optional.empty();
        }
    }
}
