package dev.sandboxed.cli.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sandboxed.cli.internal.CliRunner.Ran;
import dev.sandboxed.conformance.contract.Contract;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The sample's provider as a jar that this program has never heard of. */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class OutsideProviderTests {

    @TempDir
    Path folder;

    @Test
    void aProviderFromAJarIsExaminedThroughTheCommandLineAlone() throws IOException {
        Path jar = jar();

        Ran ran = new RealHost(folder)
                .run(
                        "",
                        "conformance",
                        "--provider",
                        "folder",
                        "--jar",
                        jar.toString(),
                        "--clauses",
                        "LIFE-13,EXEC-6,REAP-1");

        assertThat(ran.text())
                .containsPattern("passed +LIFE-13 ")
                .containsPattern("passed +EXEC-6 ")
                .containsPattern("passed +REAP-1 ")
                .contains("folder development (");
        assertThat(ran.stderr()).isEmpty();
    }

    @Test
    void theSamplesOwnCertificateIsOfTheContractOfToday() throws IOException {
        JsonNode certificate = new ObjectMapper()
                .readTree(QuickstartBuildTests.root()
                        .resolve("samples/certify-your-provider/certificate/certificate.json")
                        .toFile());

        assertThat(certificate.at("/verdict").asText()).isEqualTo("certified");
        assertThat(certificate.at("/kit/digest").asText())
                .as("examine it again: ./sandboxed conformance --provider folder --jar … --report DIR")
                .isEqualTo(Contract.current().digest());
    }

    private Path jar() throws IOException {
        String sample = "samples/certify-your-provider/src/main/";
        Path classes = SampleSources.compile(sample + "java", folder.resolve("classes"));
        Path jar = folder.resolve("outside.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file)) {
            for (Path root : new Path[] {classes, QuickstartBuildTests.root().resolve(sample + "resources")}) {
                add(root, out);
            }
        }
        return jar;
    }

    private static void add(Path root, JarOutputStream out) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(root.relativize(file).toString()));
                Files.copy(file, out);
                out.closeEntry();
            }
        }
    }
}
