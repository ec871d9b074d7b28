package dev.sandboxed.cli.internal.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.cli.internal.demo.TestOutcome.Ending;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteTests {

    @TempDir
    Path folder;

    private final List<TestOutcome> told = new ArrayList<>();

    @Test
    void testsAreToldByNameWithTheProvidersOfTheirSandboxes() throws IOException {
        Summary summary = run(Fixtures.Passing.class);

        assertThat(told)
                .extracting(TestOutcome::group, TestOutcome::name, TestOutcome::providers)
                .extracting(Object::toString)
                .containsExactly(
                        "(\"Passing\", \"a JSON file is read\", [\"docker (container)\", \"fake (process)\"])",
                        "(\"Passing\", \"with a name of its own\", [])",
                        "(\"Passing\", \"repeated, repetition 1 of 2\", [])",
                        "(\"Passing\", \"repeated, repetition 2 of 2\", [])");
        assertThat(told).allSatisfy(outcome -> {
            assertThat(outcome.ending()).isEqualTo(Ending.PASSED);
            assertThat(outcome.took()).isPositive();
        });
        assertThat(summary.passed()).isEqualTo(4);
        assertThat(summary.isGood()).isTrue();
    }

    @Test
    void everyWayToEndIsTold() throws IOException {
        Summary summary = run(Fixtures.Mixed.class);

        assertThat(told)
                .extracting(TestOutcome::name, TestOutcome::ending, TestOutcome::reason)
                .extracting(Object::toString)
                .containsExactly(
                        "(\"assertion fails\", FAILED, \"\")",
                        "(\"broken by an exception\", FAILED, \"\")",
                        "(\"disabled\", SKIPPED, \"not today\")",
                        "(\"gives up\", SKIPPED, \"no provider will do:\n  - one\n  - two\")");
        assertThat(told.get(0).failure()).hasMessage("first line\nsecond line");
        assertThat(summary).isEqualTo(new Summary(0, 2, 2, summary.took()));
        assertThat(summary.isGood()).isFalse();
    }

    @Test
    void attachedFilesLieBesideTheFolder() throws IOException {
        run(Fixtures.Mixed.class);

        assertThat(told.get(0).attachments())
                .singleElement()
                .satisfies(file -> assertThat(file)
                        .startsWith(folder.resolve("reports"))
                        .hasFileName("transcript.txt")
                        .hasContent("what happened"));
    }

    @Test
    void aClassThatIsSkippedTakesItsTestsWithIt() throws IOException {
        run(Fixtures.SkippedClass.class);

        assertThat(told).extracting(TestOutcome::name).containsExactlyInAnyOrder("one", "two");
    }

    @Test
    void aClassThatGivesUpTakesItsTestsWithIt() throws IOException {
        Summary summary = run(Fixtures.AbortedClass.class);

        assertThat(told).singleElement().satisfies(outcome -> {
            assertThat(outcome.name()).isEqualTo("one");
            assertThat(outcome.reason()).isEqualTo("nothing here");
            assertThat(outcome.took()).isEqualTo(Duration.ZERO);
        });
        assertThat(summary.skipped()).isEqualTo(1);
    }

    @Test
    void aClassThatFailsBeforeItsTestsIsAFailure() throws IOException {
        Summary summary = run(Fixtures.BrokenClass.class);

        assertThat(told).singleElement().satisfies(outcome -> {
            assertThat(outcome.group()).isEqualTo("BrokenClass");
            assertThat(outcome.name()).isEqualTo("the class as a whole");
            assertThat(outcome.failure()).hasMessage("cannot begin");
        });
        assertThat(summary.failed()).isEqualTo(1);
    }

    @Test
    void aSandboxOfTheClassIsOneOfItsTests() throws IOException {
        run(Fixtures.SharingClass.class);

        assertThat(told)
                .singleElement()
                .satisfies(outcome ->
                        assertThat(outcome.providers()).containsExactly("own (microvm)", "shared (process)"));
    }

    @Test
    void withoutTestsNothingIsShownAndThatIsNotGood() throws IOException {
        Summary summary = run();

        assertThat(told).isEmpty();
        assertThat(summary.isGood()).isFalse();
    }

    @Test
    void theLoaderOfTheThreadIsTheOneItWas() throws IOException {
        ClassLoader before = Thread.currentThread().getContextClassLoader();

        run(Fixtures.Passing.class);

        assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
    }

    private Summary run(Class<?>... fixtures) throws IOException {
        return new Suite(Fixtures.folder(folder, fixtures)).run(told::add);
    }
}
