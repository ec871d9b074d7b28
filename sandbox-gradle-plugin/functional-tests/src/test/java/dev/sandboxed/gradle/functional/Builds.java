package dev.sandboxed.gradle.functional;

import dev.sandboxed.gradle.functional.engine.Gradle;
import dev.sandboxed.gradle.functional.engine.Gradles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives each test an empty build; one Gradle runs those of all classes. */
final class Builds implements ParameterResolver {

    private static final Namespace NAMESPACE = Namespace.create(Builds.class);
    private static final String VERSION = System.getProperty("sandboxed.version");

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Build.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Shared shared = context.getRoot()
                .getStore(NAMESPACE)
                .getOrComputeIfAbsent("shared", key -> Shared.make(), Shared.class);
        Folder folder =
                context.getStore(NAMESPACE).getOrComputeIfAbsent("folder", key -> Folder.make("build"), Folder.class);
        return Build.in(folder.path(), shared.gradle(), shared.repository(), VERSION);
    }

    /** Gradle, and where it gets the plugin from. */
    private record Shared(Folder folder, Gradle gradle, Path repository) implements AutoCloseable {

        static Shared make() {
            Folder folder = Folder.make("gradle");
            Path repository = PluginRepository.in(folder.path().resolve("repository"), VERSION);
            return new Shared(folder, Gradles.startIn(folder.path()), repository);
        }

        @Override
        public void close() throws IOException {
            gradle.close();
            folder.close();
        }
    }

    /** A folder that goes with the test. */
    private record Folder(Path path) implements AutoCloseable {

        static Folder make(String name) {
            try {
                return new Folder(Files.createTempDirectory("sandboxed-" + name).toRealPath());
            } catch (IOException e) {
                throw new IllegalStateException("Cannot make a folder for a test", e);
            }
        }

        @Override
        public void close() throws IOException {
            try (Stream<Path> tree = Files.walk(path)) {
                for (Path each : tree.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
    }
}
