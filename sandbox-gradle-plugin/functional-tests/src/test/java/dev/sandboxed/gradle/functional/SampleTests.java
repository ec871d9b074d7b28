package dev.sandboxed.gradle.functional;

import static dev.sandboxed.gradle.functional.OutcomeAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The samples for Gradle are built as they are. */
@ExtendWith(Builds.class)
class SampleTests {

    private static final Sample GROOVY = Sample.of("gradle-groovy");
    private static final String KEPT = "build/reports/sandboxed/test/kept";

    @Test
    void theTestsOfTheSampleInGroovyPassAndKeepTheirFiles(Build build) {
        assertThat(GROOVY.copyTo(build).run("test"))
                .succeeded()
                .printed("InvoiceTests > theItemsAreAddedUp(Sandbox) PASSED")
                .printed("StrangerTests > aStrangersScriptFindsNoFileOfTheHost(Sandbox, Path) ");
        assertThat(build.folder().resolve(KEPT)).isDirectoryRecursivelyContaining("glob:**/total.txt");
    }

    @Test
    void aFloorFromTheCommandLineIsTheFloorOfTheSample(Build build) {
        assertThat(GROOVY.copyTo(build).run("test", "-Psandbox.provider=subprocess", "-Psandbox.isolation=namespace"))
                .failed()
                .printed("InvoiceTests > theItemsAreAddedUp(Sandbox) FAILED")
                .printed("StrangerTests > aStrangersScriptFindsNoFileOfTheHost(Sandbox, Path) SKIPPED");
    }

    @Test
    void theTestsOfTheSampleInKotlinPassAndKeepTheirFiles(Build build) throws IOException {
        Assumptions.assumeTrue(
                build.knowsKotlin(), "the engine from a repository has no Kotlin; set GRADLE_HOME to try this");
        Sample.of("gradle-kotlin").copyTo(build);
        Files.delete(build.folder().resolve("settings.gradle"));

        assertThat(build.run("test"))
                .succeeded()
                .printed("LogTests > errorsAreCounted(Sandbox) PASSED")
                .printed("LogTests > nothingButTheLogIsThere(Sandbox) ");
        assertThat(build.folder().resolve(KEPT)).isDirectoryRecursivelyContaining("glob:**/errors.txt");
    }

    /** Gradle needs no Kotlin to test classes in Java: only the scripts are the other sample's. */
    @Test
    void theTestClassesOfTheSampleInKotlinPassInAnyCase(Build build) {
        GROOVY.copyTo(build);
        Sample kotlin = Sample.of("gradle-kotlin");
        kotlin.files().stream()
                .filter(path -> path.endsWith(".java"))
                .forEach(path -> build.file(path, kotlin.text(path)));

        assertThat(build.run("test", "--tests", "logs.*"))
                .succeeded()
                .printed("LogTests > errorsAreCounted(Sandbox) PASSED")
                .printed("LogTests > nothingButTheLogIsThere(Sandbox) ");
    }

    @Test
    void theRuntimeThatTheSampleNamesIsLookedAfter(Build build) {
        assertThat(GROOVY.copyTo(build).run("sandboxProvisionBubblewrap", "--plan", "--offline"))
                .printed("bubblewrap\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gradle-groovy", "gradle-kotlin"})
    void theReadmeNamesEveryTestAndCommandsThatExist(String name, Build build) {
        Sample sample = Sample.of(name);
        String readme = sample.text("README.md");
        List<String> commands = Pattern.compile("(?m)^gradle ([^#\\n]+)")
                .matcher(readme)
                .results()
                .map(command -> command.group(1).strip())
                .toList();
        GROOVY.copyTo(build);

        assertThat(commands).hasSize(4).allSatisfy(command -> {
            String[] arguments = (command + " --dry-run").split(" +");
            assertThat(build.run(arguments)).succeeded().printed(":" + arguments[0] + " SKIPPED");
        });
        sample.requireReadmeToNameEveryTest();
    }
}
