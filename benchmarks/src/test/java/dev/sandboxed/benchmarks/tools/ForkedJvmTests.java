package dev.sandboxed.benchmarks.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ForkedJvmTests {

    private static final String VARIABLE = "SANDBOXED_FORKED";
    private static final long HEAP = 64L << 20;

    @Test
    void theExitCodeComesBack() throws Exception {
        assertThat(new ForkedJvm(Program.class, List.of(), Map.of(VARIABLE, "yes")).run("7"))
                .isEqualTo(7);
    }

    @Test
    void withoutItsVariableTheProgramIsNotGivenOne() throws Exception {
        assertThat(new ForkedJvm(Program.class, List.of(), Map.of()).run("7")).isEqualTo(Program.NO_VARIABLE);
    }

    @Test
    void itsOptionsAreInForce() throws Exception {
        assertThat(new ForkedJvm(Program.class, List.of("-Xmx64m"), Map.of(VARIABLE, "yes")).run("heap"))
                .isEqualTo(Program.SMALL_HEAP);
    }

    /** Runs in the other JVM. */
    static final class Program {

        static final int NO_VARIABLE = 100;
        static final int SMALL_HEAP = 101;

        private Program() {}

        public static void main(String[] arguments) {
            if (!"yes".equals(System.getenv(VARIABLE))) {
                System.exit(NO_VARIABLE);
            }
            if (arguments[0].equals("heap")) {
                System.exit(Runtime.getRuntime().maxMemory() <= HEAP ? SMALL_HEAP : 0);
            }
            System.exit(Integer.parseInt(arguments[0]));
        }
    }
}
