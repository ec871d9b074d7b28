package dev.sandboxed.gradle.functional.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.gradle.api.Project;

/**
 * A folder that Gradle's engine takes for its distribution.
 *
 * <p>The engine comes as one large jar, while its code looks for its modules by the names of their jars: each of those is here, with
 * nothing in it but the list of what the module needs.
 */
record EngineHome(Path engine, Path modules) {

    private static final String LIST = "-classpath.properties";
    private static final String WORKER = "gradle-worker-main";

    /** Modules that Gradle asks for and the large jar does not know. */
    private static final List<String> UNKNOWN = List.of("gradle-java-compiler-plugin", "gradle-installation-beacon");

    static EngineHome in(Path folder, List<Path> libraries) {
        try {
            Path original = Path.of(Project.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            String version = original.getFileName().toString().replaceAll("^gradle-api-|\\.jar$", "");
            Path engine = Files.copy(original, folder.resolve(original.getFileName()));
            JunitPlatform.bringBack(engine);
            Path modules = Files.createDirectory(folder.resolve("modules"));
            Set<String> needed = new TreeSet<>();
            try (JarFile jar = new JarFile(engine.toFile())) {
                for (ZipEntry list : lists(jar)) {
                    byte[] content = jar.getInputStream(list).readAllBytes();
                    needed.addAll(libraries(jar, list));
                    writeJar(modules.resolve(module(list) + "-" + version + ".jar"), Map.of(list.getName(), content));
                }
            }
            for (String module : UNKNOWN) {
                writeJar(
                        modules.resolve(module + "-" + version + ".jar"),
                        Map.of(module + LIST, "projects=\nruntime=\n".getBytes(StandardCharsets.UTF_8)));
            }
            for (String name : needed) {
                Path target = modules.resolve(name);
                Path found = libraries.stream()
                        .filter(library -> library.endsWith(name))
                        .findFirst()
                        .orElse(null);
                if (found == null) {
                    writeJar(target, Map.of());
                } else {
                    Files.createSymbolicLink(target, found);
                }
            }
            Path worker = modules.resolve(WORKER + "-" + version + ".jar");
            Files.delete(worker);
            Files.createSymbolicLink(worker, engine);
            return new EngineHome(engine, modules);
        } catch (IOException | URISyntaxException e) {
            throw new IllegalStateException("Cannot lay out Gradle's engine in " + folder, e);
        }
    }

    private static List<? extends ZipEntry> lists(JarFile jar) {
        return jar.stream().filter(entry -> entry.getName().endsWith(LIST)).toList();
    }

    private static String module(ZipEntry list) {
        return list.getName().substring(0, list.getName().length() - LIST.length());
    }

    private static List<String> libraries(JarFile jar, ZipEntry list) throws IOException {
        Properties properties = new Properties();
        properties.load(jar.getInputStream(list));
        return Stream.of(properties.getProperty("runtime", ""))
                .flatMap(names -> Arrays.stream(names.split(",")))
                .filter(name -> !name.isEmpty())
                .toList();
    }

    private static void writeJar(Path jar, Map<String, byte[]> entries) {
        try (FileSystem zip = FileSystems.newFileSystem(URI.create("jar:" + jar.toUri()), Map.of("create", "true"))) {
            Files.createDirectory(zip.getPath("META-INF"));
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                Files.write(zip.getPath(entry.getKey()), entry.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write " + jar, e);
        }
    }
}
