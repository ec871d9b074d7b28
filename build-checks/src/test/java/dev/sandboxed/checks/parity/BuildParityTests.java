package dev.sandboxed.checks.parity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.checks.tree.Repository;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class BuildParityTests {

    private final Repository repository = Repository.find();
    private final MavenBuild maven = new MavenBuild(repository::text);
    private final GradleBuild gradle = new GradleBuild(repository::text);

    @Test
    void bothBuildsSayTheSameOfEveryModule() {
        assertThat(Parity.differences(maven.read(), gradle.read())).isEmpty();
    }

    @Test
    void everyPluginAndDependencyHasItsVersionFromTheRootPom() {
        assertThat(maven.problems()).isEmpty();
    }

    @Test
    void theComparisonSeesTheModulesAndTheirDependencies() {
        Build build = maven.read();

        assertThat(build.modules()).containsKeys("sandbox-api", "sandbox-core", "sandbox-cli");
        assertThat(build.modules().get("sandbox-process").dependencies()).containsKey("net.java.dev.jna:jna");
        assertThat(build.bom()).contains("sandbox-api");
    }

    @Test
    void theApiBringsNoDependency() {
        assertThat(maven.read().modules().get("sandbox-api").dependencies().values())
                .extracting(Build.Dependency::scope)
                .containsOnly(Build.Scope.COMPILE_ONLY, Build.Scope.TEST);
    }

    /** Gradle works the name out from the artifact's, as build.gradle.kts says; Maven has it in a property. */
    @TestFactory
    Stream<DynamicTest> publishedModulesHaveTheSameJavaModuleNameInBothBuilds() {
        return maven.read().modules().entrySet().stream()
                .filter(module -> module.getValue().published())
                .map(module -> DynamicTest.dynamicTest(module.getKey(), () -> {
                    String pom = repository.text(module.getValue().folder() + "/pom.xml");
                    String expected = module.getKey()
                            .replaceFirst("^sandbox-", "dev.sandboxed.")
                            .replace('-', '.');

                    assertThat(Pom.parse(pom).properties()).containsEntry("module.name", expected);
                }));
    }
}
