package dev.sandboxed.gradle.functional.engine;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.gradle.internal.impldep.org.objectweb.asm.ClassReader;
import org.gradle.internal.impldep.org.objectweb.asm.ClassWriter;
import org.gradle.internal.impldep.org.objectweb.asm.commons.ClassRemapper;
import org.gradle.internal.impldep.org.objectweb.asm.commons.Remapper;

/**
 * Makes {@code useJUnitPlatform()} work with the engine from a repository.
 *
 * <p>In its jar the libraries have other names than everywhere else, so that they do not meet those of builds. For the JUnit Platform
 * that is wrong: the one of the build's tests has to be used. The few classes that use it are given its right name again.
 */
final class JunitPlatform {

    private static final List<String> USERS = List.of(
            "/org/gradle/api/internal/tasks/testing/junitplatform", "/org/gradle/api/testing/toolchains/internal");
    private static final String MOVED = "org/gradle/internal/impldep/";

    private JunitPlatform() {}

    static void bringBack(Path engine) throws IOException {
        try (FileSystem jar = FileSystems.newFileSystem(engine)) {
            for (String user : USERS) {
                try (Stream<Path> classes = Files.list(jar.getPath(user))) {
                    for (Path each : classes.toList()) {
                        Files.write(each, renamed(Files.readAllBytes(each)));
                    }
                }
            }
        }
    }

    private static byte[] renamed(byte[] original) {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(original).accept(new ClassRemapper(writer, new Original()), 0);
        return writer.toByteArray();
    }

    /** The names that classes had before they were moved, also where they are written as text. */
    private static final class Original extends Remapper {

        @Override
        public String map(String name) {
            return before(name, MOVED);
        }

        @Override
        public Object mapValue(Object value) {
            return value instanceof String text ? before(text, MOVED.replace('/', '.')) : super.mapValue(value);
        }

        private static String before(String name, String moved) {
            String junit = moved + (moved.endsWith("/") ? "org/junit" : "org.junit");
            return name.startsWith(junit) ? name.substring(moved.length()) : name;
        }
    }
}
