package dev.sandboxed.conformance.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Scripts without any sandbox around them. Only those are run here that read, or write to nothing but their own folder and the
 * watch's file.
 */
class PlainShellTests {

    private static final String WORD = "a-word-of-this-test";

    @TempDir
    Path temporary;

    private Path folder;
    private HostWatch watch;
    private Path attacked;
    private Path kept;

    @BeforeEach
    void begin() throws IOException {
        folder = Files.createDirectory(temporary.resolve("sandbox"));
        watch = new HostWatch(WORD, Files.createDirectory(temporary.resolve("watch")));
        attacked = Path.of(watch.variables().get("HOSTILE_ATTACKED"));
        kept = Path.of(watch.variables().get("HOSTILE_KEPT"));
    }

    @AfterEach
    void end() {
        watch.close();
    }

    private String run(HostileScript script) throws IOException, InterruptedException {
        ProcessBuilder shell = new ProcessBuilder("/bin/sh", "-c", script.text())
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        shell.environment().putAll(watch.variables());
        shell.environment().put("HOSTILE_APART", script.needsAWall() ? "yes" : "no");
        Process process = shell.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return said;
    }

    private List<Path> left() throws IOException {
        for (String locked : List.of("locked", "locked/inside")) {
            if (Files.isDirectory(folder.resolve(locked))) {
                assertThat(folder.resolve(locked).toFile().setReadable(true)).isTrue();
                assertThat(folder.resolve(locked).toFile().setExecutable(true)).isTrue();
                assertThat(folder.resolve(locked).toFile().setWritable(true)).isTrue();
            }
        }
        try (Stream<Path> all = Files.walk(folder)) {
            return all.toList();
        }
    }

    @Test
    void theSymbolicLinksThatAreLeftPointAtFoldersOfTheWatch() throws Exception {
        assertThat(run(HostileScript.SYMBOLIC_LINKS)).contains("got reads a file of the host as link/file\n");

        List<Path> links = left().stream().filter(Files::isSymbolicLink).toList();
        assertThat(links).hasSize(3);
        for (Path link : links) {
            assertThat(Files.readSymbolicLink(link)).isIn(attacked, kept);
        }
        assertThat(watch.harm())
                .extracting(HostWatch.Harm::what)
                .containsExactly("the host's file " + attacked.resolve("file") + " was changed");
    }

    @Test
    void theHardLinksThatAreLeftAreNamesOfFilesOfTheWatch() throws Exception {
        run(HostileScript.HARD_LINKS);

        Set<Object> watched = Set.of(number(attacked.resolve("file")), number(kept.resolve("file")));
        for (Path file : left().stream().filter(Files::isRegularFile).toList()) {
            assertThat(number(file)).as(file.toString()).isIn(watched);
        }
    }

    private static Object number(Path file) throws IOException {
        return Files.getAttribute(file, "unix:ino");
    }

    @Test
    void whatIsReadOfTheJvmIsNamed() throws Exception {
        String jvm = "/proc/" + ProcessHandle.current().pid();

        assertThat(run(HostileScript.THE_JVM))
                .contains("got sees the JVM as " + jvm, "got reads " + jvm + "/environ", "got lists " + jvm + "/root");
        assertThat(watch.harm()).isEmpty();
    }

    @Test
    void anAbstractSocketOfTheHostIsNamed() throws Exception {
        assumeThat(Path.of("/usr/bin/perl"))
                .as("what makes a socket on the host")
                .exists();

        assertThat(run(HostileScript.ABSTRACT_SOCKETS)).contains("got is connected to the abstract socket ");
    }

    @Test
    void withoutThatProofNothingIsDoneBehindAWall() throws Exception {
        ProcessBuilder shell = new ProcessBuilder("/bin/sh", "-c", HostileScript.THE_JVM.text())
                .directory(folder.toFile())
                .redirectErrorStream(true);
        shell.environment().putAll(watch.variables());
        Process process = shell.start();

        assertThat(process.inputReader().lines()).isEmpty();
        assertThat(process.waitFor()).isEqualTo(1);
    }

    @Test
    void withoutAWatchNothingIsDoneAtAll() throws Exception {
        Process process = new ProcessBuilder("/bin/sh", "-c", HostileScript.SYMBOLIC_LINKS.text())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();

        assertThat(process.inputReader().lines()).noneMatch("over"::equals);
        assertThat(process.waitFor()).isNotZero();
        assertThat(left()).containsExactly(folder);
    }
}
