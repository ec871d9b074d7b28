package dev.sandboxed.core.internal.kept;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ClassPathFoldersTests {

    @TempDir
    Path state;

    private Path all;

    @BeforeEach
    void makeFolder() throws IOException {
        all = state.resolve("inside");
        UserFolder.make(all);
    }

    private Path folder(String name, Duration unused) throws IOException {
        Path folder = Files.createDirectories(all.resolve(name));
        Files.createDirectories(folder.resolve("jars"));
        Files.writeString(folder.resolve("jars/000-a.jar"), "classes");
        Files.writeString(folder.resolve("sign"), name);
        FileTime time = FileTime.from(Instant.now().minus(unused));
        Files.setLastModifiedTime(folder.resolve("sign"), time);
        Files.setLastModifiedTime(folder, time);
        return folder;
    }

    private List<String> leftAfterASweep() throws IOException {
        assertThat(ClassPathFolders.sweep(state).failures()).isEmpty();
        try (Stream<Path> left = Files.list(all)) {
            return left.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void whatNobodyUsedForAWeekIsRemovedAndWhatIsHalfMadeAfterAnHour() throws IOException {
        Path old = folder("old", Duration.ofDays(8));
        Path young = folder("young", Duration.ofDays(6));
        folder(".new-123", Duration.ofHours(2));
        folder(".new-456", Duration.ofMinutes(50));
        Path probe = Files.writeString(all.resolve(".owner-1"), "");
        Files.setLastModifiedTime(probe, FileTime.from(Instant.now().minus(Duration.ofHours(2))));

        assertThat(ClassPathFolders.sweep(state).removed())
                .containsExactly(all.resolve(".new-123").toString(), probe.toString(), old.toString());

        assertThat(leftAfterASweep()).containsExactly(".new-456", "young");
        assertThat(young.resolve("jars/000-a.jar")).hasContent("classes");
    }

    @Test
    void oneThatHasLostItsSignIsPutAsideSoThatItCanBeMadeAgain() throws IOException {
        Path damaged = folder("damaged", Duration.ofDays(1));
        Files.delete(damaged.resolve("sign"));

        assertThat(ClassPathFolders.use(damaged)).isFalse();

        assertThat(damaged).doesNotExist();
        folder("damaged", Duration.ZERO);
        assertThat(ClassPathFolders.use(damaged)).isTrue();
    }

    @Test
    void oneThatHasLostItsSignWhileItWasUsedCanBeUsedOnceItIsMadeAgain() throws IOException {
        Path used = folder("used", Duration.ZERO);
        assertThat(ClassPathFolders.use(used)).isTrue();
        Files.delete(used.resolve("sign"));

        assertThat(ClassPathFolders.use(used)).isFalse();

        folder("used", Duration.ofDays(8));
        assertThat(ClassPathFolders.use(used)).isTrue();
    }

    @Test
    void oneThatHasNoSignIsAsOldAsItself() throws IOException {
        for (String name : List.of("old", "young")) {
            Path folder = folder(name, Duration.ZERO);
            Files.delete(folder.resolve("sign"));
            Files.setLastModifiedTime(
                    folder, FileTime.from(Instant.now().minus(Duration.ofDays(name.equals("old") ? 8 : 6))));
        }

        assertThat(leftAfterASweep()).containsExactly("young");
    }

    /** As a build tool does that runs each module in the same JVM. */
    @Test
    void whatAnotherClassLoaderOfThisJvmUsesIsUsedByThisOneTooAndStays() throws Exception {
        Path used = folder("used", Duration.ofDays(8));
        Path both = folder("both", Duration.ofDays(8));
        try (URLClassLoader other = another()) {
            Method use = other.loadClass(ClassPathFolders.class.getName()).getMethod("use", Path.class);
            assertThat(use.invoke(null, used)).isEqualTo(true);
            assertThat(use.invoke(null, both)).isEqualTo(true);
            assertThat(ClassPathFolders.use(both)).isTrue();
            for (Path each : List.of(used, both)) {
                Files.setLastModifiedTime(
                        each.resolve("sign"), FileTime.from(Instant.now().minus(Duration.ofDays(8))));
            }

            assertThat(leftAfterASweep()).containsExactly("both", "used");
            assertThat(sweptByAnotherJvm()).as("the locks are still held").isEqualTo("[]");
        }
    }

    private static URLClassLoader another() throws IOException {
        List<URL> places = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            places.add(Path.of(entry).toUri().toURL());
        }
        return new URLClassLoader(places.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    private String sweptByAnotherJvm() throws IOException {
        Process other = java(Sweeper.class, state);
        return new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static Process java(Class<?> type, Path argument) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        type.getName(),
                        argument.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Another JVM that sweeps, and tells what it has removed. */
    static final class Sweeper {
        private Sweeper() {}

        public static void main(String[] arguments) {
            System.out.print(ClassPathFolders.sweep(Path.of(arguments[0])).removed());
            System.out.flush();
        }
    }

    @Test
    void whatThisJvmUsesStaysHoweverLongAgoItBegan() throws IOException {
        Path used = folder("used", Duration.ofDays(8));
        assertThat(ClassPathFolders.use(used)).isTrue();
        Files.setLastModifiedTime(
                used.resolve("sign"), FileTime.from(Instant.now().minus(Duration.ofDays(30))));

        assertThat(leftAfterASweep()).containsExactly("used");
    }

    @Test
    void usingItMakesItYoungAgain() throws IOException {
        Path used = folder("used", Duration.ofDays(8));
        assertThat(ClassPathFolders.use(used)).isTrue();
        assertThat(Files.getLastModifiedTime(used.resolve("sign")).toInstant())
                .isAfter(Instant.now().minus(Duration.ofMinutes(5)));
    }

    @Test
    void whatAnotherJvmUsesStaysUntilThatEnds() throws Exception {
        Path used = folder("used", Duration.ofDays(8));
        Process other = java(Holder.class, used);
        try {
            assertThat(other.getInputStream().read()).isEqualTo('h');
            Files.setLastModifiedTime(
                    used.resolve("sign"), FileTime.from(Instant.now().minus(Duration.ofDays(8))));

            assertThat(leftAfterASweep()).containsExactly("used");
        } finally {
            other.destroyForcibly();
        }
        assertThat(other.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(leftAfterASweep()).isEmpty();
    }

    /** Another JVM that uses a folder until it is killed. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] arguments) throws IOException {
            if (ClassPathFolders.use(Path.of(arguments[0]))) {
                System.out.print('h');
                System.out.flush();
            }
            System.in.read();
        }
    }

    @Test
    void oneThatIsNotThereIsToBeMadeAgain() throws IOException {
        assertThat(ClassPathFolders.use(all.resolve("absent"))).isFalse();
    }

    @Test
    void whereNothingRanInsideThereIsNothingToDo(@TempDir Path empty) {
        assertThat(ClassPathFolders.sweep(empty).removed()).isEmpty();
        assertThat(ClassPathFolders.sweep(empty).failures()).isEmpty();
    }
}
