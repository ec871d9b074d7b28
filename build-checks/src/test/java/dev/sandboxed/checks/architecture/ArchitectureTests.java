package dev.sandboxed.checks.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import dev.sandboxed.checks.tree.MainClasses;
import dev.sandboxed.checks.tree.Repository;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArchitectureTests {

    private static final JavaClasses MAIN = MainClasses.ALL;

    private final Arrows arrows = new Arrows("dev.sandboxed");
    private final Habits habits = new Habits("dev.sandboxed");

    /** The rules allow an empty module; this makes sure that none is empty only because it was not found. */
    @Test
    void everyClassThatHasASourceFileIsLookedAt() {
        List<String> sources = Repository.find().mainTypes();

        assertThat(sources)
                .isNotEmpty()
                .allSatisfy(name -> assertThat(MAIN.contain(name))
                        .as("%s is on the class path of build-checks", name)
                        .isTrue());
    }

    @Test
    void modulesUseOnlyTheModulesTheirArrowsAllow() {
        arrows.modulesFollowTheArrows().check(MAIN);
    }

    @Test
    void theApiUsesNothingButTheJdk() {
        arrows.apiUsesNothingButTheJdk().check(MAIN);
    }

    @Test
    void packagesDoNotDependOnOneAnotherInCircles() {
        arrows.packagesHaveNoCycles().check(MAIN);
    }

    @Test
    void theGradlePluginShowsItselfAndItsExtensionAndNothingElse() {
        assertThat(MAIN.stream()
                        .filter(type -> type.getPackageName().equals("dev.sandboxed.gradle"))
                        .filter(type ->
                                type.isTopLevelClass() && type.getModifiers().contains(JavaModifier.PUBLIC))
                        .map(JavaClass::getSimpleName))
                .containsExactlyInAnyOrder("SandboxedPlugin", "SandboxedExtension");
    }

    @Test
    void everyPackageIsNullMarked() {
        arrows.packagesAreNullMarked().check(MAIN);
    }

    @Test
    void onlyTheCommandLineAndTheBenchmarksPrint() {
        habits.onlyTheCommandLinePrints().check(MAIN);
    }

    @Test
    void nobodyThrowsGenericExceptions() {
        habits.nobodyThrowsGenericExceptions().check(MAIN);
    }

    @Test
    void exceptionsHaveOneRoot() {
        habits.exceptionsHaveOneRoot().check(MAIN);
    }

    @Test
    void onlyConfigurationReadsTheEnvironment() {
        habits.onlyConfigurationReadsTheEnvironment().check(MAIN);
    }

    @Test
    void processesAreStartedInOnePlace() {
        habits.processesAreStartedInOnePlace().check(MAIN);
    }

    @Test
    void nobodySleeps() {
        habits.nobodySleeps().check(MAIN);
    }
}
