package dev.sandboxed.core.internal.kept;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
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
    void whatNobodyUsedForAWeekIsRemovedAndWhatIsHalfMadeToo() throws IOException {
        Path old = folder("old", Duration.ofDays(8));
        Path young = folder("young", Duration.ofDays(6));
        folder(".new-123", Duration.ofDays(8));
        folder(".new-456", Duration.ofDays(1));

        assertThat(ClassPathFolders.sweep(state).removed())
                .containsExactly(all.resolve(".new-123").toString(), old.toString());

        assertThat(leftAfterASweep()).containsExactly(".new-456", "young");
        assertThat(young.resolve("jars/000-a.jar")).hasContent("classes");
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
        Process other = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holder.class.getName(),
                        used.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
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
