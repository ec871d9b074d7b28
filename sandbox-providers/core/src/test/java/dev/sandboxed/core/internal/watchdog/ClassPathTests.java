package dev.sandboxed.core.internal.watchdog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.config.Surroundings;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathTests {

    @TempDir
    Path folder;

    private Path jar(String name, String classPath) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
        Path jar = folder.resolve(name);
        try (OutputStream out = Files.newOutputStream(jar)) {
            new JarOutputStream(out, manifest).close();
        }
        return jar;
    }

    private ClassPath of(String told, ClassLoader loader) {
        return ClassPath.of(
                Configuration.read(
                        new Surroundings(Map.of("java.class.path", told, "user.dir", folder.toString()), Map.of())),
                loader);
    }

    @Test
    void whatAJarNamesInItsManifestIsSpelledOut() throws IOException {
        Path last = jar("last one.jar", "");
        Path first = jar("booter.jar", last.toUri() + " classes/");

        assertThat(of(first + File.pathSeparator + "/elsewhere", getClass().getClassLoader())
                        .entries())
                .containsSequence(
                        first.toString(),
                        last.toString(),
                        folder.resolve("classes").toString(),
                        "/elsewhere");
    }

    @Test
    void jarsThatNameEachOtherAreNoCircle() throws IOException {
        Path one = jar("one.jar", "two.jar");
        Path two = jar("two.jar", "one.jar");

        assertThat(of(one.toString(), getClass().getClassLoader()).entries()).contains(one.toString(), two.toString());
    }

    @Test
    void whatAClassLoaderAddsIsFoundToo() throws IOException {
        Path plugin = jar("plugin.jar", "");
        try (URLClassLoader inner = new URLClassLoader(new URL[] {plugin.toUri().toURL()}, null);
                URLClassLoader loader = new URLClassLoader(new URL[0], inner)) {
            assertThat(of("", loader).entries()).containsExactly(plugin.toString());
        }
    }
}
