package dev.sandboxed.checks.parity;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.sandboxed.checks.broken.provider.one.OneUsesTwo;
import dev.sandboxed.checks.broken.provider.two.Two;
import dev.sandboxed.checks.tree.MainClasses;
import dev.sandboxed.checks.tree.Repository;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DoorsTests {

    private static final String SOURCES = "/src/main/java/";

    @Test
    void modulesDeclareWhatTheyUseAndPassOnWhatTheyShow() {
        Repository repository = Repository.find();
        GradleBuild gradle = new GradleBuild(repository::text);
        Map<String, String> modules = new HashMap<>();
        gradle.folders().forEach((module, folder) -> modules.put(folder, module));
        Map<String, String> moduleOfType = new HashMap<>();
        repository.javaSources().stream().filter(path -> path.contains(SOURCES)).forEach(path -> {
            int at = path.indexOf(SOURCES);
            String type = path.substring(at + SOURCES.length(), path.length() - ".java".length());
            String module = modules.get(path.substring(0, at));
            if (module != null) {
                moduleOfType.put(type.replace('/', '.'), module);
            }
        });
        assertThat(moduleOfType).isNotEmpty();
        assertThat(new Doors(gradle, type -> moduleOfType.get(topLevel(type))).problems(MainClasses.ALL))
                .isEmpty();
    }

    private static String topLevel(JavaClass type) {
        return type.getName().replaceFirst("\\$.*", "");
    }

    @Test
    void aModuleThatIsUsedAndNotDeclaredIsNamed() {
        assertThat(problems("one", "two", ""))
                .anySatisfy(line -> assertThat(line)
                        .isEqualTo("one uses two, which it does not declare: " + OneUsesTwo.class.getName() + " uses "
                                + Two.class.getName()));
    }

    @Test
    void aModuleThatIsShownAndHiddenIsNamed() {
        assertThat(problems("one", "two", "    implementation(project(\":two\"))\n"))
                .singleElement()
                .asString()
                .isEqualTo("one shows types of two, and hides it: " + OneUsesTwo.class.getName() + " shows "
                        + Two.class.getName());
    }

    @Test
    void aModuleThatIsShownAndPassedOnIsFine() {
        assertThat(problems("one", "two", "    api(project(\":two\"))\n")).isEmpty();
    }

    private static Iterable<String> problems(String one, String two, String declaration) {
        Map<String, String> files = Map.of(
                "settings.gradle.kts", "module(\"one\", \"1\")\nmodule(\"two\", \"2\")\n",
                "1/build.gradle.kts", "dependencies {\n" + declaration + "}\n",
                "2/build.gradle.kts", "dependencies {\n}\n");
        Map<String, String> modules = Map.of(OneUsesTwo.class.getName(), one, Two.class.getName(), two);
        JavaClasses classes = new ClassFileImporter().importClasses(OneUsesTwo.class, Two.class);
        return new Doors(new GradleBuild(files::get), type -> modules.get(type.getName())).problems(classes);
    }
}
