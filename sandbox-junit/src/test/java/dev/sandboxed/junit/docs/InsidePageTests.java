package dev.sandboxed.junit.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.junit.EnabledIfSandbox;
import dev.sandboxed.junit.InsideSandbox;
import dev.sandboxed.junit.Sandboxed;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The snippet of docs/inside.md, on a provider that has the JDK of the host inside. */
@EnabledIfSandbox(provider = "runc", capability = Capability.LIMIT_MEMORY)
@Sandboxed(provider = "runc")
class InsidePageTests {

    @Nested
    @InsideSandbox
    @Sandboxed(isolation = Isolation.CONTAINER, memory = "512m", timeout = "30s")
    class PluginTests {

        @ParameterizedTest
        @ValueSource(ints = {0, 1, 1000})
        void sortsWhateverItIsGiven(int size) {
            assertThat(new Plugin().sort(numbers(size))).isSorted();
        }
    }

    private static List<Integer> numbers(int size) {
        return new Random(1).ints(size).boxed().toList();
    }

    /** What somebody else has written. */
    static final class Plugin {
        List<Integer> sort(List<Integer> numbers) {
            return numbers.stream().sorted().toList();
        }
    }
}
