package dev.sandboxed.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.SandboxSpec;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.testkit.engine.EngineExecutionResults;

class MisuseTests {

    @TempDir
    Path state;

    private void refused(Class<?> testClass, String message) {
        Suite suite = new Suite(state);
        EngineExecutionResults results = suite.run(testClass);
        assertThat(Suite.failures(results)).containsExactly(message);
        assertThat(Suite.succeeded(results)).isZero();
        assertThat(state.resolve("subprocess")).doesNotExist();
    }

    @Test
    void fieldOfAnotherTypeIsRefused() {
        refused(WrongField.class, "@Sandboxed: field WrongField.text is of type String; declare it as Sandbox");
    }

    static class WrongField {
        @Sandboxed
        private String text;

        @Test
        void test() {
            assertThat(text).isNotNull();
        }
    }

    @Test
    void finalFieldIsRefused() {
        refused(
                FinalField.class,
                "@Sandboxed: field FinalField.sandbox is final; remove final, since the sandbox is put into it");
    }

    static class FinalField {
        @Sandboxed
        private final Sandbox sandbox = null;

        @Test
        void test() {
            assertThat(sandbox).isNotNull();
        }
    }

    @Test
    void parameterOfAnotherTypeIsRefused() {
        refused(
                WrongParameter.class,
                "@Sandboxed: parameter count of WrongParameter.test() is of type int; declare it as Sandbox");
    }

    @Sandboxed
    static class WrongParameter {
        @Test
        void test(@Sandboxed int count) {
            assertThat(count).isZero();
        }
    }

    @Test
    void parameterBeforeTheArgumentsOfAParameterizedTestIsRefused() {
        refused(
                EarlyParameter.class,
                "@Sandboxed: parameter sandbox of EarlyParameter.test() stands before number, an argument of the"
                        + " parameterized test; move it behind the arguments");
    }

    @Sandboxed
    static class EarlyParameter {
        @ParameterizedTest
        @ValueSource(ints = 1)
        void test(Sandbox sandbox, int number) {
            assertThat(sandbox.exec("echo", "" + number).succeeded()).isTrue();
        }
    }

    @Test
    void attributesThatContradictEachOtherAreRefused() {
        refused(
                BothSpecs.class,
                "@Sandboxed on class BothSpecs gives both spec = \"one\" and specFrom = Other.class; leave one of them out");
        refused(
                HostsWithoutList.class,
                "@Sandboxed on class HostsWithoutList gives allowHosts with network = NONE; use network = ALLOW_LIST, or"
                        + " leave allowHosts out");
        refused(
                ListWithoutHosts.class,
                "@Sandboxed on class ListWithoutHosts gives network = ALLOW_LIST without allowHosts; name the hosts, or"
                        + " use NONE");
        refused(
                TwoContents.class,
                "@Sandboxed on class TwoContents gives seed 'a' several contents; give one of text, resource and file");
    }

    static final class Other implements Supplier<SandboxSpec> {
        @Override
        public SandboxSpec get() {
            return SandboxSpec.defaults();
        }
    }

    @Sandboxed(spec = "one", specFrom = Other.class)
    static class BothSpecs extends OneTest {}

    @Sandboxed(network = Network.NONE, allowHosts = "host.example")
    static class HostsWithoutList extends OneTest {}

    @Sandboxed(network = Network.ALLOW_LIST)
    static class ListWithoutHosts extends OneTest {}

    @Sandboxed(seed = @Seed(path = "a", text = "b", file = "c"))
    static class TwoContents extends OneTest {}

    abstract static class OneTest {
        @Test
        void test(Sandbox sandbox) {
            assertThat(sandbox.exec("true").succeeded()).isTrue();
        }
    }

    @Test
    void twoAnnotationsThatDisagreeAreRefused() {
        refused(
                Disagreeing.class,
                "Two @Sandboxed annotations on one element disagree about sandbox.memory: '64m' on class Disagreeing"
                        + " (through @Small), '1g' on class Disagreeing (through @Large); remove it from one of them");
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Sandboxed(memory = "64m")
    @interface Small {}

    @Retention(RetentionPolicy.RUNTIME)
    @Sandboxed(memory = "1g")
    @interface Large {}

    @Small
    @Large
    static class Disagreeing extends OneTest {}

    @Test
    void valuesThatCannotBeReadAreRefusedWithTheirPlace() {
        refused(
                BadMemory.class,
                "sandbox.memory is '64x' (@Sandboxed on class BadMemory, sandbox.memory), but that cannot be used: Not a"
                        + " data size: '64x'; write a whole or decimal number with an optional unit, such as 512k, 256m or"
                        + " 1.5g");
        refused(
                NoSuchMethod.class,
                "@Sandboxed on class NoSuchMethod names the method 'absent' for its spec, but NoSuchMethod has none that is"
                        + " static, has no parameters and returns SandboxSpec; write static SandboxSpec absent()");
        refused(
                BadPair.class,
                "@Sandboxed on class BadPair gives env 'NOVALUE', which is no name and value; write NAME=value");
    }

    @Sandboxed(memory = "64x")
    static class BadMemory extends OneTest {}

    @Sandboxed(spec = "absent")
    static class NoSuchMethod extends OneTest {}

    @Sandboxed(env = "NOVALUE")
    static class BadPair extends OneTest {}
}
