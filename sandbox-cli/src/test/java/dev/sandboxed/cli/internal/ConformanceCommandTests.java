package dev.sandboxed.cli.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.cli.internal.CliRunner.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The command with the providers that are really there; what the kit finds out is the kit's own business. */
@EnabledOnOs({OS.LINUX, OS.MAC})
@Timeout(120)
class ConformanceCommandTests {

    @TempDir
    Path folder;

    @Test
    void progressIsShownAndAPartOfTheContractCertifiesNothing() {
        Ran ran = run("conformance", "--provider", "subprocess", "--clauses", "EXEC-4,NET-1");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.text())
                .containsPattern("passed +EXEC-4 +\\d+ ms")
                .containsPattern("not-claimed +NET-1 +0 ms +the provider does not declare NETWORK_NONE")
                .contains("left out of this run, which examined EXEC-4,NET-1")
                .contains("not-certified after");
    }

    @Test
    void theReportIsWrittenAndTwoOfThemCanBeCompared() throws IOException {
        Path first = folder.resolve("first");
        Path second = folder.resolve("second");
        run("conformance", "--provider", "subprocess", "--clauses", "EXEC-4", "--report", first.toString());
        run("conformance", "--provider", "subprocess", "--clauses", "EXEC-5", "--report", second.toString());

        assertThat(first.toFile().list())
                .containsExactlyInAnyOrder("certificate.json", "junit.xml", "report.html", "badge.svg", "contract.md");
        assertThat(Files.readString(first.resolve("junit.xml"))).contains("exitCodesComeBackUnchanged");
        Ran ran = run(
                "conformance",
                "--compare",
                first.resolve("certificate.json").toString(),
                second.resolve("certificate.json").toString());
        assertThat(ran.text()).contains("EXEC-4").contains("EXEC-5");
        assertThat(ran.code()).isEqualTo(1);
    }

    @Test
    void anUnknownProviderIsNamedWithThoseThereAre() {
        Ran ran = run("conformance", "--provider", "subproces");

        assertThat(ran.code()).isEqualTo(125);
        assertThat(ran.stderr()).contains("No provider is called 'subproces'").contains("did you mean subprocess?");
    }

    @Test
    void anEndpointIsForTheProviderThatHasOne() {
        Ran ran = run(
                "conformance", "--provider", "subprocess", "--endpoint", "http://127.0.0.1:1", "--clauses", "INFO-1");

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.stderr()).contains("--endpoint is where the provider 'http' finds its service");
    }

    @Test
    void aPatternWithoutAClauseIsRefused() {
        Ran ran = run("conformance", "--provider", "subprocess", "--clauses", "EXEK-*");

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.stderr()).contains("No clause matches 'EXEK-*'").contains("--help");
    }

    @Test
    void aFactorThatIsNoneIsRefused() {
        Ran ran = run("conformance", "--provider", "subprocess", "--patience", "-1");

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.stderr()).contains("must be between 1 and 1000").contains("-1");
    }

    @Test
    void filesThatAreNotThereAreNamed() {
        Path missing = folder.resolve("missing");

        assertThat(run("conformance", "--provider", "subprocess", "--expect", missing.toString()))
                .satisfies(ran -> assertRefused(ran, missing));
        assertThat(run("conformance", "--provider", "subprocess", "--jar", missing.toString()))
                .satisfies(ran -> assertRefused(ran, missing));
        assertThat(run("conformance", "--compare", missing.toString(), missing.toString()))
                .satisfies(ran -> assertRefused(ran, missing));
    }

    @Test
    void aReportFolderThatIsAFileIsRefusedBeforeAnythingRuns() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));

        Ran ran = run("conformance", "--provider", "subprocess", "--report", file.toString());

        assertRefused(ran, file);
        assertThat(ran.text()).isEmpty();
    }

    @Test
    void aJarWithoutTheProviderIsNotPassedOver() throws IOException {
        Path jar = folder.resolve("empty.jar");
        try (JarOutputStream empty = new JarOutputStream(Files.newOutputStream(jar))) {
            empty.putNextEntry(new ZipEntry("nothing"));
        }

        assertRefused(run("conformance", "--provider", "subprocess", "--jar", jar.toString()), jar);
    }

    @Test
    void thereIsNothingToDoWithoutAProvider() {
        Ran ran = run("conformance");

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.stderr()).contains("--provider").contains("--compare");
    }

    private static void assertRefused(Ran ran, Path file) {
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.stderr()).contains(file.toString());
    }

    private Ran run(String... args) {
        return new RealHost(folder).run("", args);
    }
}
