package dev.sandboxed.junit.internal.injection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.core.internal.pool.PoolStatistics;
import dev.sandboxed.junit.InsideSandbox;
import dev.sandboxed.junit.Sandboxed;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.DisabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.support.store.Namespace;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** What the pool has made when a launcher has run some tests: as many as they claimed, and no more. */
class PlanTests {

    @TempDir
    Path state;

    private final Map<String, String> parameters = new LinkedHashMap<>();
    private long failed;

    private Optional<PoolStatistics> run(Class<?> testClass) {
        parameters.put("sandbox.stateDir", state.toString());
        parameters.put("sandbox.provider", "subprocess");
        SummaryGeneratingListener summary = new SummaryGeneratingListener();
        try (LauncherSession session = LauncherFactory.openSession()) {
            session.getLauncher()
                    .execute(
                            LauncherDiscoveryRequestBuilder.request()
                                    .selectors(selectClass(testClass))
                                    .filters(TagFilter.excludeTags("left-out"))
                                    .configurationParameters(parameters)
                                    .build(),
                            summary);
            failed = summary.getSummary().getTotalFailureCount();
            return Optional.ofNullable(session.getStore()
                            .get(
                                    Namespace.create(SandboxedExtension.class),
                                    RunParameters.read(key -> Optional.ofNullable(parameters.get(key))),
                                    SandboxedRuntime.class))
                    .map(runtime -> runtime.pool().statistics());
        }
    }

    /** All were made ahead, for as many as were expected. */
    private void assertAllExpected(Class<?> testClass, int claims) {
        PoolStatistics after = run(testClass).orElseThrow();
        assertThat(failed).isZero();
        assertThat(after.hits() + after.waits())
                .as("claims that were expected: %s", after)
                .isEqualTo(claims);
        assertThat(after.misses()).isEmpty();
        assertThat(after.created()).isEqualTo(claims);
        assertThat(after.destroyed()).isEqualTo(claims);
        assertThat(after.wasted()).isZero();
    }

    @Test
    void aSuiteWithoutTheAnnotationMakesNoPool() {
        assertThat(run(Plain.class)).isEmpty();
    }

    static class Plain {
        @Test
        void test() {
            assertThat(this).isNotNull();
        }
    }

    @Test
    void whereverASandboxIsInjectedItIsExpected() {
        assertAllExpected(Everywhere.class, 1 + 1 + 2 * 3 + 4);
    }

    /** One for the class's field, one around all, three for each test, and four for the one that is nested. */
    @Sandboxed
    static class Everywhere {
        @Sandboxed
        static Sandbox ofClass;

        @Sandboxed(env = "A=1")
        Sandbox ofInstance;

        Everywhere(Sandbox shared) {
            assertThat(shared).isNotNull();
        }

        @BeforeAll
        static void beforeAll(Sandbox aroundAll) {
            assertThat(aroundAll.id()).isNotEqualTo(ofClass.id());
        }

        @BeforeEach
        void beforeEach(Sandbox shared) {
            assertThat(shared.shell("true").succeeded()).isTrue();
        }

        @Test
        void one(Sandbox shared, @Sandboxed Sandbox own) {
            assertThat(own.id()).isNotEqualTo(shared.id());
        }

        @Test
        void two(Sandbox shared, @Sandboxed(env = "B=2") Sandbox own) {
            assertThat(own.id()).isNotEqualTo(shared.id());
        }

        @Nested
        class Inner {
            @Sandboxed
            Sandbox ofInner;

            @Test
            void nested(Sandbox shared, @Sandboxed Sandbox own) {
                assertThat(Stream.of(ofInner, ofInstance, shared, own).map(Sandbox::id))
                        .doesNotHaveDuplicates();
            }
        }
    }

    @Test
    void anInstanceForAllTestsIsConstructedOnce() {
        assertAllExpected(OneInstance.class, 1 + 2);
    }

    @Sandboxed
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    static class OneInstance {
        OneInstance(Sandbox ofClass) {
            assertThat(ofClass).isNotNull();
        }

        @RepeatedTest(2)
        void test(Sandbox sandbox) {
            assertThat(sandbox.shell("true").succeeded()).isTrue();
        }
    }

    @Test
    void repetitionsAndWrittenArgumentsAreCounted() {
        assertAllExpected(Counted.class, 5 + 4 + 2);
    }

    @Sandboxed
    static class Counted {
        @RepeatedTest(5)
        void repeated(Sandbox sandbox) {
            assertThat(sandbox.shell("true").succeeded()).isTrue();
        }

        @ParameterizedTest
        @NullSource
        @ValueSource(strings = {"a", "b", "c"})
        void values(String value, Sandbox sandbox) {
            assertThat(sandbox.exec("echo", String.valueOf(value)).stdout()).isEqualTo(value + "\n");
        }

        @ParameterizedTest
        @CsvSource({"1,2", "3,4"})
        void lines(int one, int two, Sandbox sandbox) {
            assertThat(sandbox.shell("exit " + (two - one)).exitCode()).isEqualTo(1);
        }
    }

    @Test
    void invocationsThatNobodyCanCountAreLearntAndAtMostOneIsWasted() {
        PoolStatistics after = run(Uncounted.class).orElseThrow();

        assertThat(failed).isZero();
        assertThat(after.wasted()).isLessThanOrEqualTo(1);
        assertThat(after.hits() + after.waits()).as("%s", after).isEqualTo(8);
        assertThat(after.destroyed()).isEqualTo(after.created());
    }

    @Sandboxed
    static class Uncounted {
        static Stream<String> words() {
            return Stream.of("a", "b", "c", "d", "e", "f", "g", "h");
        }

        @ParameterizedTest
        @MethodSource("words")
        void test(String word, Sandbox sandbox) {
            assertThat(sandbox.exec("echo", word).stdout()).isEqualTo(word + "\n");
        }
    }

    @Test
    void whatIsLeftOutByTagsAndAnnotationsIsNotCounted() {
        assertAllExpected(LeftOut.class, 1);
    }

    @Sandboxed
    static class LeftOut {
        @Test
        void runs(Sandbox sandbox) {
            assertThat(sandbox.shell("true").succeeded()).isTrue();
        }

        @Test
        @Tag("left-out")
        void tagged(Sandbox sandbox) {
            assertThat(sandbox).isNull();
        }

        @Test
        @Disabled("to be counted out")
        void disabled(Sandbox sandbox) {
            assertThat(sandbox).isNull();
        }

        @Nested
        @Disabled("to be counted out")
        class Inner {
            @Test
            void disabled(Sandbox sandbox) {
                assertThat(sandbox).isNull();
            }
        }
    }

    @Test
    void whatAConditionSkipsIsGivenBack() {
        parameters.put("sandbox.poolAhead", "1");

        PoolStatistics after = run(Skipped.class).orElseThrow();

        assertThat(failed).isZero();
        assertThat(after.wasted()).isLessThanOrEqualTo(1);
        assertThat(after.destroyed()).isEqualTo(after.created());
        assertThat(after.ready()).isZero();
    }

    @Sandboxed
    static class Skipped {
        static boolean always() {
            return true;
        }

        @RepeatedTest(20)
        @DisabledIf("always")
        void never(Sandbox sandbox) {
            assertThat(sandbox).isNull();
        }
    }

    @Test
    void aSpecFromCodeIsNotAskedForAheadOfItsClass() {
        Code.RAN_IN.clear();

        PoolStatistics after = run(Code.class).orElseThrow();

        assertThat(failed).isZero();
        assertThat(after.misses().values()).containsExactly(2L);
        assertThat(Code.RAN_IN).doesNotContain("sandboxed-planning");
    }

    @Sandboxed(spec = "spec")
    static class Code {
        static final Set<String> RAN_IN = ConcurrentHashMap.newKeySet();

        static SandboxSpec spec() {
            RAN_IN.add(Thread.currentThread().getName());
            return SandboxSpec.defaults();
        }

        @RepeatedTest(2)
        void test(Sandbox sandbox) {
            assertThat(sandbox.shell("true").succeeded()).isTrue();
        }
    }

    @Test
    void thePoolIsOffByOneKey() {
        parameters.put("sandbox.pool", "off");

        PoolStatistics after = run(Counted.class).orElseThrow();

        assertThat(failed).isZero();
        assertThat(after.hits() + after.waits()).isZero();
        assertThat(after.created()).isEqualTo(11);
    }

    @Test
    void parallelTestsGetSandboxesOfTheirOwnAndNoneIsWasted() {
        parameters.put("junit.jupiter.execution.parallel.enabled", "true");
        parameters.put("junit.jupiter.execution.parallel.mode.default", "concurrent");

        PoolStatistics after = run(Counted.class).orElseThrow();

        assertThat(failed).isZero();
        assertThat(after.wasted()).as("%s", after).isZero();
        assertThat(after.created()).isEqualTo(11);
        assertThat(after.destroyed()).isEqualTo(11);
    }

    @Test
    void sandboxesThatTestsRunInAreMadeAhead() {
        PoolStatistics after = run(RunInside.class).orElseThrow();

        assertThat(failed).isZero();
        assertThat(after.hits() + after.waits())
                .as("claims that were expected: %s", after)
                .isEqualTo(3);
        assertThat(after.destroyed()).isEqualTo(after.created());
    }

    @InsideSandbox
    static class RunInside {
        @Test
        void one() {
            assertThat(this).isNotNull();
        }

        @RepeatedTest(2)
        void two() {
            assertThat(this).isNotNull();
        }
    }
}
