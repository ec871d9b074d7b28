package dev.sandboxed.checks.parity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.checks.tree.Repository;
import java.nio.file.Files;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * One dependency brings everything: {@code sandbox-junit} is the extension to compile against, and at run time whatever
 * {@code ServiceLoader} finds in our providers' modules, but for one with dependencies that only those pay for who ask for it. The mock of {@code sandbox-testkit} is not among them, and has no file
 * for {@code ServiceLoader} either: a test that wants it hands it over, and no other test may get it.
 */
class OneDependencyTests {

    private static final String ONE = "sandbox-junit";
    private static final String ASKED_FOR = "dev.sandboxed:sandbox-provider-kubernetes";
    private static final String SERVICES = "/src/main/resources/META-INF/services";

    private final Repository repository = Repository.find();
    private final Build maven = new MavenBuild(repository::text).read();

    @Test
    void everyModuleInWhichServiceLoaderFindsSomethingComesAtRunTime() {
        Set<String> offering = maven.modules().entrySet().stream()
                .filter(module -> module.getValue().folder().startsWith("sandbox-providers/"))
                .filter(module -> offersServices(module.getValue()))
                .map(module -> "dev.sandboxed:" + module.getKey())
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(offering).contains("dev.sandboxed:sandbox-provider-local", ASKED_FOR);
        offering.remove(ASKED_FOR);
        assertThat(withScope(Build.Scope.RUNTIME))
                .as("what sandbox-junit brings at run time, compared with the modules that have a file in %s", SERVICES)
                .isEqualTo(offering);
    }

    @Test
    void usersCompileAgainstTheExtensionAndWhatItPassesOn() {
        assertThat(withScope(Build.Scope.MAIN)).containsExactly("dev.sandboxed:sandbox-junit-extension");
        assertThat(new GradleBuild(repository::text).declared(ONE))
                .as("what Gradle passes on")
                .isEqualTo(Map.of("sandbox-junit-extension", true));
    }

    private boolean offersServices(Build.Module module) {
        return Files.isDirectory(repository.root().resolve(module.folder() + SERVICES));
    }

    private Set<String> withScope(Build.Scope scope) {
        return maven.modules().get(ONE).dependencies().entrySet().stream()
                .filter(dependency -> dependency.getValue().scope() == scope)
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
