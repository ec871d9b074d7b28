package dev.sandboxed.junit.internal.inside;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrderedPathTests {

    @TempDir
    Path folder;

    private Path classes(String... files) throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        for (String file : files) {
            Files.createDirectories(classes.resolve(file).getParent());
            Files.writeString(classes.resolve(file), "");
        }
        return classes;
    }

    private Path jar(String... files) throws IOException {
        Path jar = folder.resolve("some.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (String file : files) {
                out.putNextEntry(new JarEntry(file));
            }
        }
        return jar;
    }

    private static OrderedPath of(Path... entries) throws IOException {
        return OrderedPath.of(List.of(entries).stream().map(Path::toString).toList());
    }

    @Test
    void jarsComeFirstWhereNobodyCanTellTheDifference() throws IOException {
        Path classes = classes("a/One.class", "META-INF/services/x");
        Path jar = jar("a/Two.class", "META-INF/services/x");

        assertThat(of(classes, jar).entries()).containsExactly(jar, classes);
        assertThat(of(classes, jar).archivable()).isTrue();
    }

    @Test
    void theOrderStaysWhereAFolderHidesWhatAJarHas() throws IOException {
        Path classes = classes("logging.xml");
        Path jar = jar("logging.xml");

        assertThat(of(classes, jar).entries()).containsExactly(classes, jar);
        assertThat(of(classes, jar).archivable()).isFalse();
    }

    @Test
    void whatIsNotThereIsLeftOutAndWhatIsThereTwiceIsThereOnce() throws IOException {
        Path jar = jar("a/Two.class");

        assertThat(of(jar, folder.resolve("absent"), jar).entries()).containsExactly(jar);
    }

    @Test
    void aFileThatIsNoJarIsInNobodysWay() throws IOException {
        Path classes = classes("a/One.class");
        Path text = Files.writeString(folder.resolve("notes.txt"), "no jar");

        assertThat(of(classes, text).entries()).containsExactly(text, classes);
    }

    @Test
    void anotherJarOfTheSameNameHasAnotherDigestAndAnotherContentOfAFolderHasNot() throws IOException {
        Path classes = classes("a/One.class");
        Path jar = jar("a/Two.class");
        String before = of(jar, classes).digest();

        classes("a/More.class");
        assertThat(of(jar, classes).digest()).isEqualTo(before);
        Files.setLastModifiedTime(jar, FileTime.fromMillis(1));
        assertThat(of(jar, classes).digest()).isNotEqualTo(before);
    }
}
