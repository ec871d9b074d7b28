package dev.sandboxed.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.Event;

class EnabledIfSandboxTests {

    @TempDir
    Path state;

    /** Returns the reasons of all that was disabled before it ran. */
    private static List<String> disabled(EngineExecutionResults results) {
        return results.allEvents().skipped().stream()
                .map(event -> event.getRequiredPayload(String.class))
                .toList();
    }

    private static List<String> ran(EngineExecutionResults results) {
        return results.testEvents().succeeded().stream()
                .map(Event::getTestDescriptor)
                .map(test -> test.getDisplayName())
                .toList();
    }

    @Test
    void whereSuchASandboxCanBeHadTheTestRuns() {
        EngineExecutionResults results = new Suite(state).run(Fitting.class);

        assertThat(disabled(results)).isEmpty();
        assertThat(ran(results)).containsExactlyInAnyOrder("named()", "capable()", "plain()", "combined()");
    }

    @Test
    void elsewhereItIsDisabledWithTheReasonAndTheRemedy() {
        EngineExecutionResults results = new Suite(state).run(Unfitting.class);

        assertThat(Suite.failures(results)).isEmpty();
        assertThat(ran(results)).containsExactly("other()");
        assertThat(disabled(results))
                .hasSize(4)
                .anySatisfy(reason -> assertThat(reason)
                        .contains("it only counts [provider counting]")
                        .contains("remedy: use another one"))
                .anySatisfy(reason -> assertThat(reason)
                        .contains("Provider 'subprocess' does not support NETWORK_CREDENTIALS")
                        .contains("remedy: "))
                .anySatisfy(reason -> assertThat(reason)
                        .contains("its isolation process is below the floor microvm")
                        .contains("remedy: "))
                .anySatisfy(reason -> assertThat(reason)
                        .startsWith("No provider for isolation microvm with [SNAPSHOT_MEMORY]")
                        .contains("subprocess"));
    }

    @Test
    void aWholeClassIsDisabledOnceWithWhatIsNestedInIt() {
        EngineExecutionResults results = new Suite(state).run(UnfittingClass.class);

        assertThat(disabled(results)).singleElement().asString().contains("it only counts");
        assertThat(results.testEvents().started().count()).isZero();
    }

    @Test
    void anAnnotationOfOnesOwnCanCarryIt() {
        assertThat(disabled(new Suite(state).run(Carried.class)))
                .singleElement()
                .asString()
                .contains("it only counts");
    }

    @Test
    void whatTheAnnotationLeavesOpenIsAsTheRunSays() {
        EngineExecutionResults results =
                new Suite(state).with("sandbox.provider", "counting").run(Open.class);

        assertThat(disabled(results)).singleElement().asString().contains("it only counts");
        assertThat(ran(new Suite(state).run(Open.class))).containsExactly("test()");
    }

    @Test
    void whoeverRunsTheTestsCanForbidThatTheyAreDisabled() {
        EngineExecutionResults results =
                new Suite(state).with("sandbox.onUnavailable", "fail").run(UnfittingClass.class);

        assertThat(disabled(results)).isEmpty();
        assertThat(Suite.failures(results)).singleElement().asString().contains("it only counts");
    }

    @Test
    void aNameThatNoProviderHasIsAFailure() {
        EngineExecutionResults results = new Suite(state).run(Misspelt.class);

        assertThat(disabled(results)).isEmpty();
        assertThat(Suite.failures(results)).singleElement().asString().contains("subproces");
    }

    @Test
    void twoFloorsAreAFailure() {
        assertThat(Suite.failures(new Suite(state).run(TwoFloors.class)))
                .singleElement()
                .asString()
                .contains("gives 2 values for isolation; give at most one");
    }

    static class Fitting {
        @Test
        @EnabledIfSandbox(provider = "subprocess")
        void named() {}

        @Test
        @EnabledIfSandbox(capability = {Capability.SNAPSHOT, Capability.STREAMING})
        void capable() {}

        @Test
        @EnabledIfSandbox
        void plain() {}

        @Test
        @EnabledIfSandbox(provider = "subprocess", isolation = Isolation.PROCESS, capability = Capability.TERMINAL)
        void combined() {}
    }

    static class Unfitting {
        @Test
        @EnabledIfSandbox(provider = "counting")
        void unavailable() {}

        @Test
        @EnabledIfSandbox(provider = "subprocess", capability = Capability.NETWORK_CREDENTIALS)
        void lacking() {}

        @Test
        @EnabledIfSandbox(provider = "subprocess", isolation = Isolation.MICROVM)
        void weak() {}

        @Test
        @EnabledIfSandbox(isolation = Isolation.MICROVM, capability = Capability.SNAPSHOT_MEMORY)
        void nobody() {}

        @Test
        void other() {}
    }

    @EnabledIfSandbox(provider = "counting")
    static class UnfittingClass {
        @Test
        void test() {}

        @Nested
        class Inner {
            @Test
            void test() {}
        }
    }

    @EnabledIfSandbox(provider = "counting")
    @Retention(RetentionPolicy.RUNTIME)
    @interface Counted {}

    @Counted
    static class Carried {
        @Test
        void test() {}
    }

    @EnabledIfSandbox
    static class Open {
        @Test
        void test() {}
    }

    @EnabledIfSandbox(provider = "subproces")
    static class Misspelt {
        @Test
        void test() {}
    }

    @EnabledIfSandbox(isolation = {Isolation.PROCESS, Isolation.MICROVM})
    static class TwoFloors {
        @Test
        void test() {}
    }
}
