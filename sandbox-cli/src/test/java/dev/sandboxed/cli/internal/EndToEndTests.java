package dev.sandboxed.cli.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.cli.internal.CliRunner.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The whole program with the providers that are really there, as the class path has them. */
@EnabledOnOs({OS.LINUX, OS.MAC})
@Timeout(60)
class EndToEndTests {

    @TempDir
    Path folder;

    @AfterEach
    void nothingIsLeft() throws IOException {
        Path sandboxes = folder.resolve("state/subprocess/sandboxes");
        if (Files.exists(sandboxes)) {
            try (Stream<Path> left = Files.list(sandboxes)) {
                assertThat(left).isEmpty();
            }
        }
    }

    @Test
    void aCommandReadsItsInputPrintsItsOutputAndGivesItsCode() {
        Ran ran = run(
                "b\na\n", "run", "--quiet", "--provider", "subprocess", "--shell", "--", "sort; echo oops >&2; exit 9");

        assertThat(ran.stderr()).isEqualTo("oops\n");
        assertThat(ran.text()).isEqualTo("a\nb\n");
        assertThat(ran.code()).isEqualTo(9);
    }

    @Test
    void bytesPassThroughUnchanged() {
        Ran ran = run("", "run", "--quiet", "--provider", "subprocess", "--", "printf", "\\000\\377\\n");

        assertThat(ran.stdout()).containsExactly(0, 0xff, '\n');
    }

    @Test
    void aCommandThatTakesTooLongIsKilled() {
        Ran ran = run("", "run", "--quiet", "--provider", "subprocess", "--timeout", "300ms", "--", "sleep", "60");

        assertThat(ran.code()).isEqualTo(124);
    }

    @Test
    void aSignalAndAMissingProgramHaveTheCodesOfAShell() {
        assertThat(run("", "run", "--quiet", "--provider", "subprocess", "--shell", "--", "kill -KILL $$")
                        .code())
                .isEqualTo(137);
        assertThat(run("", "run", "--quiet", "--provider", "subprocess", "--", "no-such-program")
                        .code())
                .isEqualTo(127);
    }

    @Test
    void anUploadedFolderIsThereWithItsFiles() throws IOException {
        Path source = Files.createDirectories(folder.resolve("up load/deep"));
        Files.writeString(source.resolve("file"), "content");

        Ran ran = run(
                "",
                "run",
                "--quiet",
                "--provider",
                "subprocess",
                "--upload",
                folder.resolve("up load").toString(),
                "--cwd",
                "deep",
                "--",
                "cat",
                "file");

        assertThat(ran.stderr()).isEmpty();
        assertThat(ran.text()).isEqualTo("content");
    }

    @Test
    void aMissingDirectoryAndWhatTheProviderCannotDoAreExitCode125() {
        Ran missing = run("", "run", "--quiet", "--provider", "subprocess", "--cwd", "/absent", "--", "true");
        assertThat(missing.code()).isEqualTo(125);
        assertThat(missing.stderr()).contains("'/absent'").contains("remedy: ").doesNotContain("\tat ");

        Ran image = run("", "run", "--provider", "subprocess", "--image", "debian", "--", "true");
        assertThat(image.code()).isEqualTo(125);
        assertThat(image.stderr()).startsWith("sandboxed: Provider 'subprocess' does not support IMAGE");
    }

    @Test
    void doctorKnowsTheSubprocessProvider() {
        List<String> lines = run("", "doctor").text().lines().toList();

        assertThat(lines).anySatisfy(line -> assertThat(line).matches("subprocess +available +process +\\S.*"));
    }

    @Test
    void reapFindsNothingToRemoveInAFreshFolder() {
        Ran ran = run("", "reap");

        assertThat(ran.text()).contains("subprocess: removed 0\n");
        assertThat(ran.code()).isZero();
    }

    @Test
    void reapRemovesClassPathsThatNobodyUsedForAWeek() throws IOException {
        Path unused = Files.createDirectories(folder.resolve("state/inside/unused"));
        Files.writeString(unused.resolve("sign"), "");
        Files.setLastModifiedTime(
                unused.resolve("sign"), FileTime.from(Instant.now().minus(Duration.ofDays(8))));
        Path used = Files.createDirectories(folder.resolve("state/inside/used"));
        Files.writeString(used.resolve("sign"), "");

        assertThat(run("", "reap").text()).endsWith("class paths: removed 1\n  " + unused + "\n");

        assertThat(unused).doesNotExist();
        assertThat(used).exists();
    }

    private Ran run(String input, String... args) {
        return new RealHost(folder).run(input, args);
    }
}
