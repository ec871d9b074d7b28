package dev.sandboxed.gradle.functional;

import static dev.sandboxed.gradle.functional.OutcomeAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** With the provider of samples/certify-your-provider, as a provider of the build. */
@ExtendWith(Builds.class)
class ConformanceTaskTests {

    private static final Path SAMPLE = Path.of("../../samples/certify-your-provider");

    private static final String PROVIDER = """
            plugins { id 'java-library'; id 'dev.sandboxed' version '%1$s' }
            version = '1.0'
            dependencies {
                api 'dev.sandboxed:sandbox-api:%1$s'
                implementation 'dev.sandboxed:sandbox-process:%1$s'
                implementation 'dev.sandboxed:sandbox-folder:%1$s'
            }
            tasks.jar { manifest { attributes 'Implementation-Version': project.version } }
            """;

    @Test
    void aProviderOfTheBuildAndOneOfSandboxedAreExamined(Build build) throws IOException {
        copySample(build, UnaryOperator.identity());
        build.script(
                PROVIDER,
                "tasks.sandboxConformance { providers = ['folder', 'subprocess']; clauses = 'EXEC-1,FILE-1' }");

        assertThat(build.run("sandboxConformance", "--configuration-cache"))
                .succeeded()
                .printed("folder 1.0 (Linux ")
                .printed("2 passed, 0 not-claimed");
        for (String provider : List.of("folder", "subprocess")) {
            assertThat(build.folder().resolve("build/reports/sandboxed/conformance/" + provider))
                    .isDirectoryContaining("glob:**/certificate.json")
                    .isDirectoryContaining("glob:**/report.html")
                    .isDirectoryContaining("glob:**/junit.xml")
                    .isDirectoryContaining("glob:**/badge.svg");
        }
        assertThat(build.run("sandboxConformance", "--configuration-cache"))
                .succeeded()
                .printed("4 actionable tasks: 4 up-to-date\n")
                .printed("Configuration cache entry reused.");
    }

    @Test
    void aProviderThatBreaksTheContractFailsTheBuildWithTheClauses(Build build) throws IOException {
        copySample(build, source -> source.replace("environment.putAll(spec().env());", ""));
        build.script(PROVIDER);

        assertThat(build.run("sandboxConformance", "--provider", "folder", "--clauses", "EXEC-1,LIFE-14"))
                .failedBecause("""
                        Provider folder fails 1 clause of the contract:
                        LIFE-14 is broken: the first command did not see a variable of the spec ==> expected: <from the environment> but was: <>
                        see %s\
                        """.formatted(build.folder()
                        .resolve("build/reports/sandboxed/conformance/folder/report.html")
                        .toFile()
                        .toURI()));
    }

    @Test
    void whoNamesNoProviderIsToldHow(Build build) {
        build.script("plugins { id 'dev.sandboxed' version '%1$s' }");

        assertThat(build.run("sandboxConformance"))
                .failedBecause("No provider was named to examine: give --provider NAME, or in the build "
                        + "tasks.named(\"sandboxConformance\") { providers.add(\"NAME\") }");
    }

    @Test
    void aProviderThatDoesNotExistCannotBeExamined(Build build) {
        build.script("plugins { id 'dev.sandboxed' version '%1$s' }");

        assertThat(build.run("sandboxConformance", "--provider", "hypervisor")).failedBecause("""
                Provider hypervisor could not be examined: sandboxed: No provider is called 'hypervisor'; there are docker, e2b, http, subprocess, worktree, bubblewrap, proot, gvisor, runc, firecracker, qemu, microvmctl, kubernetes
                remedy: use one of those names, or add the provider's module to the class path\
                """);
    }

    private static void copySample(Build build, UnaryOperator<String> change) throws IOException {
        Path main = SAMPLE.resolve("src/main");
        try (Stream<Path> tree = Files.walk(main)) {
            for (Path file : tree.filter(Files::isRegularFile).toList()) {
                build.file(SAMPLE.relativize(file).toString(), change.apply(Files.readString(file)));
            }
        }
    }
}
