package dev.sandboxed.gradle.functional;

import dev.sandboxed.gradle.SandboxedPlugin;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** A repository that has the plugin as it was just compiled, so that builds find it by its id. */
final class PluginRepository {

    private static final String POM = """
            <project>
              <modelVersion>4.0.0</modelVersion>
              <groupId>dev.sandboxed</groupId>
              <artifactId>%s</artifactId>
              <version>%s</version>
              <packaging>%s</packaging>
              <dependencies>%s</dependencies>
            </project>
            """;

    private PluginRepository() {}

    static Path in(Path folder, String version) {
        try {
            Path jar = publish(folder, "sandbox-gradle-plugin", version, "jar", "")
                    .resolveSibling("sandbox-gradle-plugin-" + version + ".jar");
            pack(jar);
            publish(folder, "dev.sandboxed.gradle.plugin", version, "pom", """
                    <dependency>
                      <groupId>dev.sandboxed</groupId>
                      <artifactId>sandbox-gradle-plugin</artifactId>
                      <version>%s</version>
                    </dependency>
                    """.formatted(version));
            return folder;
        } catch (IOException | URISyntaxException e) {
            throw new IllegalStateException("Cannot write a repository into " + folder, e);
        }
    }

    private static Path publish(Path folder, String artifact, String version, String packaging, String dependency)
            throws IOException {
        Path pom =
                folder.resolve("dev/sandboxed/" + artifact + "/" + version + "/" + artifact + "-" + version + ".pom");
        Files.createDirectories(pom.getParent());
        return Files.writeString(pom, POM.formatted(artifact, version, packaging, dependency));
    }

    /** Maven has compiled classes in a folder while it tests, or a jar. */
    private static void pack(Path jar) throws IOException, URISyntaxException {
        Path compiled = Path.of(SandboxedPlugin.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        if (Files.isRegularFile(compiled)) {
            Files.copy(compiled, jar);
            return;
        }
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file);
                Stream<Path> tree = Files.walk(compiled)) {
            List<Path> files = tree.filter(Files::isRegularFile).toList();
            for (Path each : files) {
                out.putNextEntry(new ZipEntry(compiled.relativize(each).toString()));
                Files.copy(each, out);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
