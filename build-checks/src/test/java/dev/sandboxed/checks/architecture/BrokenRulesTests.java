package dev.sandboxed.checks.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import dev.sandboxed.checks.broken.core.CoreHabits;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Shows that each rule of {@link ArchitectureTests} can fail, and that its message names the culprit. */
class BrokenRulesTests {

    private static final String ROOT = "dev.sandboxed.checks.broken";
    private static final JavaClasses BROKEN = new ClassFileImporter().importPackages(ROOT);

    private final Arrows arrows = new Arrows(ROOT);
    private final Habits habits = new Habits(ROOT);

    @Test
    void anApiThatUsesCoreIsNamed() {
        assertThat(violations(arrows.modulesFollowTheArrows()))
                .anySatisfy(line ->
                        assertThat(line).contains("api may not use core").contains("ApiUsesCore"));
        assertThat(violations(arrows.apiUsesNothingButTheJdk()))
                .allSatisfy(line -> assertThat(line).contains("ApiUsesCore").contains("CoreHabits"))
                .isNotEmpty();
    }

    @Test
    void aProviderThatUsesAnotherIsNamed() {
        assertThat(violations(arrows.modulesFollowTheArrows()))
                .anySatisfy(line -> assertThat(line)
                        .contains("provider.one may not use provider.two")
                        .contains("OneUsesTwo"));
    }

    @Test
    void aModuleNobodyDrewArrowsForIsNamed() {
        assertThat(violations(arrows.modulesFollowTheArrows()))
                .anySatisfy(
                        line -> assertThat(line).contains("Left is in module cycle, for which Arrows has no entry"));
    }

    @Test
    void aCircleOfPackagesIsNamed() {
        assertThat(violations(arrows.packagesHaveNoCycles()))
                .singleElement()
                .asString()
                .contains("cycle.left", "cycle.right");
    }

    @Test
    void aPackageThatIsNotNullMarkedIsNamed() {
        assertThat(violations(arrows.packagesAreNullMarked()))
                .anySatisfy(line -> assertThat(line).contains("ApiUsesCore is in a package without"));
    }

    @Test
    void aClassThatPrintsIsNamed() {
        assertBlamesMethod(habits.onlyTheCommandLinePrints(), "print");
    }

    @Test
    void aClassThatThrowsAGenericExceptionIsNamedAndASubclassIsNot() {
        assertBlamesMethod(habits.nobodyThrowsGenericExceptions(), "complain");
    }

    @Test
    void anExceptionWithAnotherRootIsNamed() {
        assertThat(violations(habits.exceptionsHaveOneRoot()))
                .singleElement()
                .asString()
                .contains("StrayException");
    }

    @Test
    void everyWayOfReadingTheEnvironmentIsNamed() {
        assertThat(violations(habits.onlyConfigurationReadsTheEnvironment()))
                .hasSize(3)
                .allSatisfy(line -> assertThat(line).contains(CoreHabits.class.getName() + ".home()"));
    }

    @Test
    void everyWayOfStartingAProcessIsNamed() {
        assertThat(violations(habits.processesAreStartedInOnePlace()))
                .hasSize(3)
                .allSatisfy(line -> assertThat(line).contains(CoreHabits.class.getName() + ".start()"));
    }

    @Test
    void aClassThatSleepsIsNamed() {
        assertBlamesMethod(habits.nobodySleeps(), "doze");
    }

    private static void assertBlamesMethod(ArchRule rule, String method) {
        assertThat(violations(rule))
                .singleElement()
                .asString()
                .contains(CoreHabits.class.getName() + "." + method + "()");
    }

    private static List<String> violations(ArchRule rule) {
        return rule.evaluate(BROKEN).getFailureReport().getDetails();
    }
}
